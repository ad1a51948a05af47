/**
 * Links and pictures of cleaned content, with absolute addresses. A link around blocks, as in cards, moves onto the
 * heading or the first line within. A picture without a text is dropped, and so is a link that a reader can't follow.
 */
import { HttpUrl } from "@porthole/core"
import {
  appendAll,
  attributesOf,
  childrenOf,
  first,
  isText,
  lineOf,
  nearest,
  rename,
  select,
} from "@porthole/visibility/dom"
import { isBesideCaption } from "../records/Figures.ts"
import { isBlock } from "./Paragraphs.ts"

/** A link of the cleaned children of its source, or these children without it. */
export const cleanLink = (
  source: Element,
  href: string | null,
  children: ReadonlyArray<ChildNode>,
  base: string,
): ReadonlyArray<ChildNode> => {
  const link = source.ownerDocument.createElement("a")
  appendAll(link, children)
  // Word processors put the space between two words into an anchor.
  if (isAnchor(link)) return isSpace(link) ? [link.ownerDocument.createTextNode(" ")] : []
  // Many pages link each heading to itself.
  const isSelf = href?.trim().startsWith("#") === true && nearest(source, "h1, h2, h3, h4, h5, h6") !== null
  const target = isSelf ? undefined : targetOf(href, base)
  // Of nested links the inner ones count (HTML standard, section 13.2.6.4.7).
  const isLink = target !== undefined && first(link, "a[href]") === null
  if (isLink && !children.some(isBlock)) {
    if (source.hasAttribute("data-embed")) link.setAttribute("data-embed", "")
    link.setAttribute("href", target)
    return [link]
  }
  const line = [...select(link, "h1, h2, h3, h4, h5, h6"), ...select(link, "p, li, td, dt, summary")].find(
    (element) => lineOf(element) !== "",
  )
  if (isLink && line !== undefined && !childrenOf(line).some(isBlock)) {
    const inner = link.ownerDocument.createElement("a")
    inner.setAttribute("href", target)
    appendAll(inner, childrenOf(line))
    line.append(inner)
  }
  link.replaceChildren()
  return children
}

/** A picture with `src` and `alt`; none without an http(s) address, or without a text, except one with a caption. */
export const cleanImage = (source: Element, base: string): ReadonlyArray<ChildNode> => {
  const address = addressOf(source, base)
  const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(source.getAttribute(name)?.trim() ?? ""))
  const alt = (source.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim()
  if (emoji.test(alt) || (/^:[\w+-]{2,30}:$/.test(alt) && /\bemoji/.test(source.getAttribute("class") ?? "")))
    return [source.ownerDocument.createTextNode(alt)]
  // A description is content even if the picture isn't there.
  if (address === undefined && !isPixel && alt.split(" ").length >= minDescription && !/[.!?]["'”’)]?$/.test(alt))
    return [source.ownerDocument.createTextNode(alt.slice(0, 300))]
  const isInFigure = alt !== "" || nearest(source, "figure") !== null || isBesideCaption(source)
  if (address === undefined || isPixel || !isInFigure) return []
  const image = source.ownerDocument.createElement("img")
  image.setAttribute("src", address)
  image.setAttribute("alt", alt.slice(0, 300) || noAlternative)
  return [image]
}

/**
 * Drops the alternative text of a picture that repeats the caption; the caption is present in every mode. A heading in
 * it is no heading of the text below.
 */
export const cleanFigure = (figure: Element): void => {
  const caption = first(figure, "figcaption")
  if (caption === null) return
  for (const heading of select(caption, "h1, h2, h3, h4, h5, h6")) rename(heading, "p")
  const captionText = lineOf(caption).toLowerCase()
  for (const image of select(figure, "img"))
    if (image.getAttribute("alt")?.toLowerCase() === captionText) image.setAttribute("alt", noAlternative)
}

/** Drops pictures that link to one place, as arrows to the top of the page do, if there are at least three of them. */
export const dropRepeatedJumps = (root: Element): void => {
  const jumps = select(root, "a[href*='#']").filter((link) => lineOf(link) === "" && first(link, "img") !== null)
  for (const same of Map.groupBy(jumps, (link) => link.outerHTML).values())
    if (same.length >= minJumps) for (const link of same) link.remove()
}

// --- private --------------------------------------------------------------------------

const minJumps = 3

/** A picture that is a character. */
const emoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u200d){1,12}$/u

/** From this many words on, an alternative text describes something. */
const minDescription = 4

/** The text of a picture in a figure that has none of its own: Markdown without one looks like a broken link. */
const noAlternative = "picture"

/** The absolute address of an `href` that a reader can follow. */
const targetOf = (href: string | null, base: string): string | undefined => {
  const url = href === null ? null : unwrapped(URL.parse(href.trim(), base))
  return url !== null && /^(?:https?|mailto|tel):$/.test(url.protocol) && !/[\s<>]/.test(url.href)
    ? url.href
    : undefined
}

/** The address to which a service redirects that checks or counts clicks, without the parameters that count them. */
const unwrapped = (url: URL | null, depth = 0): URL | null => {
  if (url === null || url.search.length < 3) return url
  const inner = redirecting.test(url.host + url.pathname)
    ? ["url", "q", "u", "target", "uddg", "z", "to"].map((name) => url.searchParams.get(name)).find(isAbsolute)
    : undefined
  if (inner != null && depth < 2) return unwrapped(URL.parse(inner), depth + 1) ?? url
  const counted = Array.from(url.searchParams.keys()).filter((name) => counting.test(name))
  if (counted.length === 0) return url
  const rest = new URL(url)
  for (const name of counted) rest.searchParams.delete(name)
  return rest
}

const isAbsolute = (address: string | null): boolean => /^https?:\/\//i.test(address ?? "")

/** Hosts and paths of such services. */
const redirecting =
  /^(?:[\w-]+\.safelinks\.protection\.outlook\.com|(?:www\.)?google\.[a-z.]{2,6}\/url|lm?\.facebook\.com\/l\.php|l\.instagram\.com|(?:www\.)?youtube\.com\/redirect|out\.reddit\.com|duckduckgo\.com\/l\/|t\.umblr\.com\/redirect|link\.zhihu\.com|steamcommunity\.com\/linkfilter|slack-redir\.net\/link|href\.li)/i

/** Parameters that only count clicks. */
const counting = /^(?:utm_[a-z]+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi))$/i

/** Whether a link is only the mark of a heading's anchor. */
const isAnchor = (link: Element): boolean => {
  const start = link.firstChild
  if (start !== null && isText(start) && /^[\p{L}\p{N}]/u.test(start.data)) return false
  return /^[#¶§🔗\ue000-\uf8ff]*$/u.test(lineOf(link)) && first(link, "img") === null
}

/** Whether a link has nothing but white space. */
const isSpace = (link: Element): boolean => /^\s+$/.test(link.textContent ?? "") && first(link, "img, br") === null

/** Attributes with an address that lazy loading fills in later, and with a set of addresses. */
const lazyNames = (
  "data-src data-original data-lazy-src data-lazy data-actualsrc data-hi-res-src data-full-src data-url data-image " +
  "data-backup"
).split(" ")
const setNames = ["srcset", "data-srcset", "data-lazy-srcset"]

/** A picture's address, from any attribute of lazy loading. A `src` beside lazy attributes may be a placeholder. */
const addressOf = (image: Element, base: string): string | undefined => {
  const own = absolute(image.getAttribute("src"), base)
  const words = own === undefined ? [] : wordsOfFile(own)
  if (own !== undefined && !words.some(isPlaceholder)) return own
  const sources = image.parentElement?.localName === "picture" ? select(image.parentElement, "source") : []
  const sets = [image, ...sources].flatMap((one) => setNames.map((name) => one.getAttribute(name)))
  const named = [...lazyNames.map((name) => image.getAttribute(name)), ...sets.map((set) => largestOf(set ?? ""))]
  // The name of a real picture may have such a word, too.
  const isLazy = named.some((address) => address != null && address !== "")
  if (own !== undefined && !isLazy && !words.every((word) => isPlaceholder(word) || filler.test(word))) return own
  return (
    [...named, ...otherAddressesOf(image)]
      .map((address) => absolute(address, base))
      .find((address) => address !== undefined) ?? own
  )
}

/** The words in the name of an address's file. */
const wordsOfFile = (address: string): ReadonlyArray<string> => {
  const [path = ""] = address.split(/[?#]/, 1)
  return path
    .slice(path.lastIndexOf("/") + 1)
    .toLowerCase()
    .split(/[-_.]/)
}

/** Addresses of pictures in data attributes of other names. */
const otherAddressesOf = (image: Element): ReadonlyArray<string> =>
  attributesOf(image).flatMap(({ name, value }) =>
    name.startsWith("data-") && isPictureAddress(value.trim()) ? [value] : [],
  )

const isPictureAddress = (value: string): boolean =>
  /^(?:https?:\/\/|\.{0,2}\/)[^\s"'<>]+$/i.test(value) &&
  /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value.split(/[?#]/, 1)[0] ?? "")

const isPlaceholder = (word: string): boolean => placeholder.test(word)

/** A word in the name of a picture that stands for another one, and a word that may stand beside it. */
const placeholder = /^(?:placeholder|blank|spacer|loading|lazy(?:load(?:ing)?)?|transparent|pixel|1x1)\d{0,4}$/
const filler = /^(?:\d{1,5}(?:x\d{1,5})?|img|image|avif|gif|jpe?g|png|svg|webp)?$/

/** The address of a `srcset` (HTML standard, section 4.8.4.2.1) with the largest width or density. */
const largestOf = (set: string): string | undefined => {
  let [best, most, address] = [set.trim().split(/\s/, 1)[0], 0, ""]
  for (const [word] of set.matchAll(/\S+/g)) {
    const [whole = "", size] = (address === "" ? null : /^(\d{1,6}(?:\.\d{1,6})?)[wx]/.exec(word)) ?? []
    if (Number(size) > most) [best, most] = [address, Number(size)]
    // The next address may follow a comma without a space.
    address = word.slice(whole.length).replace(/^,+/, "")
  }
  return best
}

const absolute = (text: string | null | undefined, base: string): string | undefined => {
  if (text == null || text.trim() === "") return undefined
  const url = URL.parse(text.trim(), base)
  if (url === null || !HttpUrl.isHttp(url)) return undefined
  // The query of a long address contains scaling and cropping.
  const address = url.href.length > maxLength ? url.origin + url.pathname : url.href
  return address.length > maxLength ? undefined : address
}

/** Maximum characters of an address. */
const maxLength = 500
