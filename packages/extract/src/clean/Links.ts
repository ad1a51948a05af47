/**
 * Links and pictures of cleaned content, with absolute addresses. A link around blocks, as in cards, moves onto the
 * heading or the first line within. A picture without a text is dropped, and so is a link that a reader can't follow.
 */
import { HttpUrl } from "@porthole/core"
import { appendAll, childrenOf, isText, lineOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
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
  if (isAnchor(link)) return []
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

/** A picture with `src` and `alt`; none without an http(s) address, or without a text, except in a figure. */
export const cleanImage = (source: Element, base: string): ReadonlyArray<Element> => {
  const address = addressOf(source, base)
  const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(source.getAttribute(name)?.trim() ?? ""))
  const alt = (source.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim()
  if (address === undefined || isPixel || (alt === "" && nearest(source, "figure") === null)) return []
  const image = source.ownerDocument.createElement("img")
  image.setAttribute("src", address)
  image.setAttribute("alt", alt.slice(0, 300) || noAlternative)
  return [image]
}

/** Drops the alternative text of a picture that repeats the caption; the caption is present in every mode. */
export const cleanFigure = (figure: Element): void => {
  const caption = first(figure, "figcaption")
  if (caption === null) return
  const captionText = lineOf(caption).toLowerCase()
  for (const image of select(figure, "img"))
    if (image.getAttribute("alt")?.toLowerCase() === captionText) image.setAttribute("alt", noAlternative)
}

// --- private --------------------------------------------------------------------------

/** The text of a picture in a figure that has none of its own: Markdown without one looks like a broken link. */
const noAlternative = "picture"

/** The absolute address of an `href` that a reader can follow. */
const targetOf = (href: string | null, base: string): string | undefined => {
  const url = href === null ? null : URL.parse(href.trim(), base)
  return url !== null && /^(?:https?|mailto|tel):$/.test(url.protocol) && !/[\s<>]/.test(url.href)
    ? url.href
    : undefined
}

/** Whether a link is only the mark of a heading's anchor. */
const isAnchor = (link: Element): boolean => {
  const start = link.firstChild
  if (start !== null && isText(start) && /^[\p{L}\p{N}]/u.test(start.data)) return false
  return /^[#¶§🔗\ue000-\uf8ff]*$/u.test(lineOf(link)) && first(link, "img") === null
}

/** Attributes with an address that lazy loading fills in later, and with a set of addresses. */
const lazyNames = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image"]
const setNames = ["srcset", "data-srcset", "data-lazy-srcset"]

/** A picture's address, from any attribute of lazy loading. A `src` beside lazy attributes may be a placeholder. */
const addressOf = (image: Element, base: string): string | undefined => {
  const isLazy = [...lazyNames, ...setNames].some((name) => image.hasAttribute(name))
  const own = absolute(image.getAttribute("src"), base)
  if (own !== undefined && !(isLazy && placeholder.test(own.slice(own.lastIndexOf("/"))))) return own
  const sources = image.parentElement?.localName === "picture" ? select(image.parentElement, "source") : []
  const sets = [image, ...sources].flatMap((one) => setNames.map((name) => largestOf(one.getAttribute(name) ?? "")))
  return [...lazyNames.map((name) => image.getAttribute(name)), ...sets]
    .map((address) => absolute(address, base))
    .find((address) => address !== undefined)
}

const placeholder = /placeholder|blank|spacer|loading|lazy|transparent|1x1|pixel/i

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
