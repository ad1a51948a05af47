/**
 * Absolute http(s) URLs as data: the addresses of hits, links and pages that others gave us.
 * Holding one promises nothing about whether it may be fetched; that is what `WebUrl` is for.
 */
import * as Schema from "effect/Schema"

/**
 * The text itself when it is a clean absolute http(s) URL, its WHATWG serialisation when it is one with blemishes, else
 * `undefined`.
 */
export const normalise = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  return plain.test(text) ? text : url.href
}

/** As {@link normalise}, without the fragment. */
export const withoutFragment = (text: string): string | undefined => normalise(text)?.replace(/#.*$/s, "")

/** An absolute http(s) URL. */
export const HttpUrl = Schema.String.check(
  Schema.makeFilter((text: string) => normalise(text) !== undefined, { expected: "an absolute http or https URL" }),
)

const plain = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/
