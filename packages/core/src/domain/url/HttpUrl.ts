/**
 * Absolute http(s) URLs as data: the addresses of hits, links and pages. The URL policy may still block such a URL;
 * `WebUrl` is the type of vetted URLs.
 */
import * as Schema from "effect/Schema"

/** Whether a URL's scheme is http or https. */
export const isHttp = ({ protocol }: Pick<URL, "protocol">): boolean => protocol === "http:" || protocol === "https:"

/** Maximum length of a URL, in characters; a longer text counts as none. The URL policy has a lower bound. */
export const maxLength = 65_536

/**
 * The text itself if it is a clean absolute http(s) URL, its WHATWG serialisation if it needs normalising, else
 * `undefined`.
 */
export const normalise = (text: string): string | undefined => {
  const url = text.length > maxLength ? null : URL.parse(text)
  if (url === null || !isHttp(url)) return undefined
  return plain.test(text) ? text : url.href
}

/** Like {@link normalise}, without the fragment. */
export const withoutFragment = (text: string): string | undefined => normalise(text)?.replace(/#.*$/s, "")

/**
 * Path and query of a URL as the request line has them (RFC 9112 section 3.2.1). An empty query stays: `URL.search`
 * doesn't tell it from none.
 */
export const requestTarget = ({ href, origin }: URL): string => href.slice(origin.length).replace(/#.*$/s, "")

/** An absolute http(s) URL. */
export const HttpUrl = Schema.String.check(
  Schema.makeFilter((text: string) => normalise(text) !== undefined, { expected: "an absolute http or https URL" }),
)

const plain = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/
