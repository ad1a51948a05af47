/**
 * The alternate Markdown version of an HTML page: the address at which a site offers the same page as Markdown, by a
 * `Link` header or by a `link` in its head, with `rel="alternate"` and `type="text/markdown"` (RFC 8288; HTML section
 * 4.6.7.1).
 *
 * Only an address of the page's own origin counts, because another site doesn't speak for it. A list of a site's pages
 * for language models (`llms.txt`) never counts, because it isn't the page.
 *
 * The `Link` header (RFC 8288 section 3) is parsed leniently, as in appendix B.2: a link that can't be parsed is
 * skipped, and the next one counts.
 *
 * The head of the page is read without a parser, because the page isn't read yet: its title, its base and its links.
 * The reading only trusts the head: it skips comments, scripts, styles and templates, and stops at the first element
 * that doesn't belong into a head, so that content of visitors has no effect. One pass, whatever the page contains.
 */
import { MediaType, WebUrl } from "@porthole/core"

// --- the head --------------------------------------------------------------------------

/** The contents of a head. Values are as written, with character references resolved. */
export interface PageHead {
  readonly title: string
  /** The `href` of `base`; absent if there is none. */
  readonly base: string | undefined
  /** The attributes of each `link`, by lower-case name. */
  readonly links: ReadonlyArray<ReadonlyMap<string, string>>
}

/** Maximum bytes of a page that are read. */
export const maxBytes = 65_536

/** Reads the head. Decodes the bytes as UTF-8: addresses are ASCII in every common encoding of pages except UTF-16. */
export const readHead = (bytes: Uint8Array): PageHead => {
  const text = utf8.decode(bytes.subarray(0, maxBytes))
  const links: Array<ReadonlyMap<string, string>> = []
  let base: string | undefined
  let title: string | undefined
  let templates = 0
  for (let at = text.indexOf("<"); at !== -1;) {
    const tag = tagAt(text, at)
    const endTag = endTags.get(tag.name)
    let next = tag.end
    if (tag.name === "template") templates++
    else if (tag.name === "/template") templates = Math.max(0, templates - 1)
    else if (endTag !== undefined) {
      const close = closeOf(endTag, text, tag.end)
      if (tag.name === "title") title ??= resolved(text.slice(tag.end, close))
      next = close
    } else if (templates === 0) {
      if (tag.name === "link") links.push(tag.attributes)
      else if (tag.name === "base") base ??= tag.attributes.get("href")
      else if (tag.name === "/head" || (/^[a-z]/.test(tag.name) && !headNames.has(tag.name))) break
    }
    at = text.indexOf("<", next)
  }
  return { title: (title ?? "").trim(), base, links }
}

// --- the alternate version ---------------------------------------------------------------

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
  const head = readHead(bytes)
  if (link === undefined && head.links.length === 0) return undefined
  const base = parsed(head.base ?? "", url)?.href ?? url
  const inHeader = parse(link ?? "")
    .filter(({ parameters }) => isAlternate(parameters) && isOfPage(parameters.get("anchor"), url))
    .map(({ target }) => targetOf(target, url, url))
  const inHead = head.links.filter(isAlternate).map((attributes) => targetOf(attributes.get("href"), base, url))
  const first = [...inHeader, ...inHead].find((target) => target !== undefined)
  return first === undefined ? undefined : { url: first, title: head.title.includes("\ufffd") ? "" : head.title }
}

/** One link: its target, as written, and its parameters by lower-case name, the first of each name. */
export interface HeaderLink {
  readonly target: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Maximum characters of a header that are read. */
export const maxLength = 16_384

/** The links of a header; several headers are one list, joined by commas (RFC 9110 section 5.3). */
export const parse = (header: string): ReadonlyArray<HeaderLink> => {
  const text = header.slice(0, maxLength)
  const links: Array<HeaderLink> = []
  let at = 0
  while (at < text.length) {
    // White space and commas are skipped first: the target's pattern would backtrack over them from each position.
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

const utf8 = new TextDecoder("utf-8")

/**
 * The end tags of elements whose content is text up to there; also of `noscript`, as in browsers that run scripts (HTML
 * section 13.2.6.4.4).
 */
const endTags: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "title", "noscript"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]),
)

/** Other elements of a head. */
const headNames = new Set(["html", "head", "meta", "link", "base", "template", "bgsound", "basefont"])

interface Tag {
  /** In lower case, a closing tag's with its slash; empty if this isn't a tag. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly end: number
}

const none: ReadonlyMap<string, string> = new Map()
const namePattern = /<(\/?[a-z][^\s/>]*)/iy
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

const tagAt = (text: string, at: number): Tag => {
  if (text.startsWith("<!--", at)) return { name: "", attributes: none, end: past(text, "-->", at + 2) }
  namePattern.lastIndex = at
  const name = namePattern.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) {
    const isMarkup = /[!?/]/.test(text.charAt(at + 1))
    return { name: "", attributes: none, end: isMarkup ? past(text, ">", at) : at + 1 }
  }
  const attributes = new Map<string, string>()
  let end = namePattern.lastIndex
  attributePattern.lastIndex = end
  for (let found = attributePattern.exec(text); found !== null; found = attributePattern.exec(text)) {
    const [, key = "", double, single, bare] = found
    const lower = key.toLowerCase()
    if (!attributes.has(lower)) attributes.set(lower, resolved(double ?? single ?? bare ?? ""))
    end = attributePattern.lastIndex
  }
  return { name, attributes, end: past(text, ">", end) }
}

const past = (text: string, what: string, from: number): number => {
  const found = text.indexOf(what, from)
  return found === -1 ? text.length : found + what.length
}

/** The start of an element's end tag, or the end of the text. */
const closeOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** The common character references of addresses and titles. */
const characterReferences: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
}

const resolved = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return characterReferences[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code)
  })
