/** Images of cleaned content: an absolute address, wherever lazy loading keeps it, and the alternative text. */
import { lineOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"

/**
 * An image with `src` and `alt`; none if it can't be shown, without an http(s) address, is a tracking pixel, or has no
 * text: neither an alternative nor a caption.
 */
export const cleanImage = (source: Element, base: string): ReadonlyArray<Element> => {
  const address = addressOf(source, base)
  const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(source.getAttribute(name)?.trim() ?? ""))
  const alt = (source.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim()
  if (address === undefined || isPixel || (alt === "" && source.closest("figure") === null)) return []
  const image = source.ownerDocument.createElement("img")
  image.setAttribute("src", address)
  image.setAttribute("alt", alt.slice(0, 300))
  return [image]
}

/** Empties the alternative text of a picture that says what the caption says; the caption is there in every mode. */
export const cleanFigure = (figure: Element): void => {
  const caption = first(figure, "figcaption")
  if (caption === null) return
  const said = lineOf(caption).toLowerCase()
  for (const image of select(figure, "img"))
    if (image.getAttribute("alt")?.toLowerCase() === said) image.setAttribute("alt", "")
}

// --- private --------------------------------------------------------------------------

/** Attributes with an address that lazy loading fills in later, and with a set of addresses. */
const lazyNames = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image"]
const setNames = ["srcset", "data-srcset", "data-lazy-srcset"]

const addressOf = (image: Element, base: string): string | undefined => {
  for (const name of ["src", ...lazyNames]) {
    const address = absolute(image.getAttribute(name), base)
    if (address !== undefined && !(name === "src" && isPlaceholder(image, address))) return address
  }
  const picture = image.parentElement?.localName === "picture" ? image.parentElement : undefined
  const sources = picture === undefined ? [] : select(picture, "source")
  for (const source of [image, ...sources])
    for (const name of setNames) {
      const address = absolute(largest(source.getAttribute(name) ?? ""), base)
      if (address !== undefined) return address
    }
  return undefined
}

/** A `src` beside lazy attributes that only keeps the place. */
const isPlaceholder = (image: Element, address: string): boolean =>
  /(?:placeholder|blank|spacer|loading|lazy|transparent|1x1|pixel)[^/]*$/i.test(address) &&
  [...lazyNames, ...setNames].some((lazy) => image.hasAttribute(lazy))

const absolute = (text: string | null | undefined, base: string): string | undefined => {
  if (text == null || text.trim() === "") return undefined
  const url = URL.parse(text.trim(), base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  // The query of a long address says how to scale and crop.
  const address = url.href.length > longest ? url.origin + url.pathname : url.href
  return address.length > longest ? undefined : address
}

/** Characters of an address that is worth its room. */
const longest = 500

/**
 * The largest candidate of a `srcset` (HTML standard, section 4.8.4.2.1) of at most 1,600 pixels, else the smallest:
 * models that see scale down what is wider. A density counts as so many times the usual width of a column, 800 pixels.
 * Addresses may hold commas, so they end at white space, or at a comma before it.
 */
const largest = (set: string): string | undefined => {
  let best: string | undefined
  let widest = Number.POSITIVE_INFINITY
  for (const [, address, size = "1", unit = "x"] of set.matchAll(candidate)) {
    const width = unit === "w" ? Number(size) : Number(size) * 800
    if (width <= 1_600 ? widest > 1_600 || width > widest : width < widest) [best, widest] = [address, width]
  }
  return best
}

/** An address, then a width or a density. */
const candidate = /([^\s,](?:\S*[^\s,])?)(?:\s+(\d{1,6}(?:\.\d{1,6})?)([wx])(?=[\s,]|$))?/g
