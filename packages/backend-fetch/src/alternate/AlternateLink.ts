/**
 * The alternate Markdown version of an HTML page: the address at which a site offers the same page as Markdown, by a
 * `Link` header or by a `link` in its head, with `rel="alternate"` and `type="text/markdown"` (RFC 8288; HTML section
 * 4.6.7.1).
 *
 * Only an address of the page's own origin counts, because another site doesn't speak for it. A list of a site's pages
 * for language models (`llms.txt`) never counts, because it isn't the page.
 */
import { MediaType, WebUrl } from "@porthole/core"
import * as LinkHeader from "./LinkHeader.ts"
import * as PageHead from "./PageHead.ts"

/** A fetched page. */
export interface PageResponse {
  /** Its final URL. */
  readonly url: string
  /** Its `Link` header. */
  readonly link: string | undefined
  readonly bytes: Uint8Array
}

/** The offered alternate version. */
export interface Offer {
  /** An absolute URL of the page's origin, without fragment. No policy has checked it yet. */
  readonly url: string
  /** The page's title, for an alternate version that has none. */
  readonly title: string
}

/**
 * The first alternate version that a page offers; the header comes before the head. Never throws; one pass over the
 * header and the first 64 KiB.
 */
export const find = ({ bytes, link, url }: PageResponse): Offer | undefined => {
  const head = PageHead.read(bytes)
  if (link === undefined && head.links.length === 0) return undefined
  const base = parsed(head.base ?? "", url)?.href ?? url
  const inHeader = LinkHeader.parse(link ?? "")
    .filter(({ parameters }) => isAlternate(parameters) && isOfPage(parameters.get("anchor"), url))
    .map(({ target }) => targetOf(target, url, url))
  const inHead = head.links.filter(isAlternate).map((attributes) => targetOf(attributes.get("href"), base, url))
  const first = [...inHeader, ...inHead].find((target) => target !== undefined)
  return first === undefined ? undefined : { url: first, title: head.title.includes("\ufffd") ? "" : head.title }
}

// --- private --------------------------------------------------------------------------

/** A link with its own language leads to a translation. */
const isAlternate = (parameters: ReadonlyMap<string, string>): boolean =>
  (parameters.get("rel") ?? "").toLowerCase().split(/\s+/).includes("alternate") &&
  MediaType.essence(parameters.get("type")) === "text/markdown" &&
  !parameters.has("hreflang")

/** A link may be about another page than the one it came with (RFC 8288 section 3.2). */
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

/** Like `URL.parse`, but rejects input that costs the parser more than linear time. */
const parsed = (written: string, base: string): URL | undefined =>
  written.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(written)
    ? undefined
    : (URL.parse(written, base) ?? undefined)

const withoutFragment = (url: URL | null | undefined): string | undefined => url?.href.replace(/#.*$/s, "")
