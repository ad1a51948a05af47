/**
 * The Markdown twin of an HTML page: the address at which a site offers the same page as Markdown, by a `Link` header
 * or by a `link` in its head, with `rel="alternate"` and `type="text/markdown"` (RFC 8288; HTML section 4.6.7.1).
 *
 * Only one of the page's own origin is a twin: another site doesn't speak for it. A list of a site's pages for language
 * models (`llms.txt`) is none, wherever it is offered: it isn't the page.
 */
import { MediaType, WebUrl } from "@porthole/core"
import * as LinkHeader from "./LinkHeader.ts"
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

/** The first twin that a page offers, the header's before the head's. Never throws; one pass over the header and the first 64 KiB. */
export const find = ({ bytes, link, url }: Offering): Offer | undefined => {
  const head = PageHead.read(bytes)
  const base = parsed(head.base ?? "", url)?.href ?? url
  const inHeader = LinkHeader.parse(link ?? "")
    .filter(({ parameters }) => isTwin(parameters) && isOfPage(parameters.get("anchor"), url))
    .map(({ target }) => targetOf(target, url, url))
  const inHead = head.links.filter(isTwin).map((attributes) => targetOf(attributes.get("href"), base, url))
  const first = [...inHeader, ...inHead].find((target) => target !== undefined)
  return first === undefined ? undefined : { url: first, title: head.title.includes("\ufffd") ? "" : head.title }
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
