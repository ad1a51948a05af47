/**
 * The Markdown twin of an HTML page: the address at which a site offers the same page as Markdown, by a `Link` header
 * or by a `link` in its head, with `rel="alternate"` and `type="text/markdown"` (RFC 8288; HTML section 4.6.7.1).
 *
 * Only one of the page's own origin is a twin: another site doesn't speak for it. A list of a site's pages for language
 * models (`llms.txt`) is none, wherever it is offered: it isn't the page.
 *
 * The `Link` header (RFC 8288 section 3): what a site says of a page beside it. Read leniently, as appendix B.2 has it:
 * a link that can't be read is passed over, and the next one counts.
 */
import { MediaType, WebUrl } from "@porthole/core"
import * as PageHead from "./PageHead.ts"

/** A page as it came. */
export interface Offering {
  /** Its final URL. */
  readonly url: string
  /** Its `Link` header. */
  readonly link: string | undefined
  readonly bytes: Uint8Array
}

/** What is offered. */
export interface Offer {
  /** An absolute URL of the page's origin, without fragment. It has passed no policy yet. */
  readonly url: string
  /** The page's title, for a twin that has none. */
  readonly title: string
}

/**
 * The first twin that a page offers, the header's before the head's. Never throws; one pass over the header and the
 * first 64 KiB.
 */
export const find = ({ bytes, link, url }: Offering): Offer | undefined => {
  const head = PageHead.read(bytes)
  const base = parsed(head.base ?? "", url)?.href ?? url
  const inHeader = parse(link ?? "")
    .filter(({ parameters }) => isTwin(parameters) && isOfPage(parameters.get("anchor"), url))
    .map(({ target }) => targetOf(target, url, url))
  const inHead = head.links.filter(isTwin).map((attributes) => targetOf(attributes.get("href"), base, url))
  const first = [...inHeader, ...inHead].find((target) => target !== undefined)
  return first === undefined ? undefined : { url: first, title: head.title.includes("\ufffd") ? "" : head.title }
}

/** One link: where it leads, as written, and its parameters by lower-case name, the first of a name. */
export interface Link {
  readonly target: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Characters of a header that are read. */
export const longest = 16_384

/** The links of a header; several headers are one list, joined by commas (RFC 9110 section 5.3). */
export const parse = (header: string): ReadonlyArray<Link> => {
  const text = header.slice(0, longest)
  const links: Array<Link> = []
  let at = 0
  while (at < text.length) {
    // Apart from the target's own pattern, which would go back over a run of these from each of them.
    at = matchAt(betweenPattern, text, at)?.end ?? at
    const target = matchAt(targetPattern, text, at)
    if (target === undefined) {
      at = pastComma(text, at)
      continue
    }
    at = target.end
    const parameters = new Map<string, string>()
    for (let found = matchAt(parameterPattern, text, at); found !== undefined;) {
      const [name = "", quoted, token = ""] = found.groups
      const key = name.toLowerCase()
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, "$1") ?? token)
      at = found.end
      found = matchAt(parameterPattern, text, at)
    }
    links.push({ target: target.groups[0] ?? "", parameters })
    at = pastComma(text, at)
  }
  return links
}

// --- private --------------------------------------------------------------------------

/** A link with a language of its own leads to a translation, if to a twin at all. */
const isTwin = (parameters: ReadonlyMap<string, string>): boolean =>
  (parameters.get("rel") ?? "").toLowerCase().split(/\s+/).includes("alternate") &&
  MediaType.essence(parameters.get("type")) === "text/markdown" &&
  !parameters.has("hreflang")

/** A link may be of another page than the one it came with (RFC 8288 section 3.2). */
const isOfPage = (anchor: string | undefined, url: string): boolean =>
  anchor === undefined || withoutFragment(parsed(anchor, url)) === withoutFragment(URL.parse(url))

const targetOf = (written: string | undefined, base: string, page: string): string | undefined => {
  if (written === undefined || written.trim() === "" || written.includes("\ufffd")) return undefined
  const target = parsed(written, base)
  const origin = URL.parse(page)?.origin
  if (target === undefined || target.origin !== origin || /\/llms(?:-\w+)?\.txt$/i.test(target.pathname))
    return undefined
  const url = withoutFragment(target)
  return url === withoutFragment(URL.parse(page)) ? undefined : url
}

/** As `URL.parse`, but for what costs the parser more than its length. */
const parsed = (written: string, base: string): URL | undefined =>
  written.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(written)
    ? undefined
    : (URL.parse(written, base) ?? undefined)

const withoutFragment = (url: URL | null | undefined): string | undefined => url?.href.replace(/#.*$/s, "")

interface Match {
  readonly groups: ReadonlyArray<string | undefined>
  readonly end: number
}

const betweenPattern = /[\s,]*/y
const targetPattern = /<([^<>]*)>/y
const parameterPattern = /\s*;[\s;]*([^\s;,="<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/sy

const matchAt = (pattern: RegExp, text: string, at: number): Match | undefined => {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found === null ? undefined : { groups: found.slice(1), end: pattern.lastIndex }
}

const pastComma = (text: string, from: number): number => {
  const comma = text.indexOf(",", from)
  return comma === -1 ? text.length : comma + 1
}
