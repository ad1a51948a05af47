/** Images of cleaned content: an absolute address, wherever lazy loading keeps it, and the alternative text. */
import { lineOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"
import { largest } from "./SourceSet.ts"

/** Leaves `src` and `alt`, or removes an image that can't be shown: without an http(s) address, or a tracking pixel. */
export const cleanImage = (image: Element, base: string): void => {
  const address = addressOf(image, base)
  const alt = (image.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim().slice(0, 300)
  const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(image.getAttribute(name)?.trim() ?? ""))
  for (const name of image.getAttributeNames()) image.removeAttribute(name)
  if (address === undefined || isPixel) return image.remove()
  image.setAttribute("src", address)
  image.setAttribute("alt", alt)
}

/** Empties the alternative text of a picture that says what the caption says; the caption is there in every mode. */
export const cleanFigure = (figure: Element): void => {
  const caption = first(figure, "figcaption")
  if (caption === null) return
  const said = lineOf(caption).toLowerCase()
  for (const image of select(figure, "img")) {
    if (image.getAttribute("alt")?.toLowerCase() === said) image.setAttribute("alt", "")
  }
}

/** Attributes with an address, and with a set of addresses. */
export const sourceNames = ["src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image"]
export const setNames = ["srcset", "data-srcset", "data-lazy-srcset"]

// --- private --------------------------------------------------------------------------

const addressOf = (image: Element, base: string): string | undefined => {
  for (const name of sourceNames) {
    const address = absolute(image.getAttribute(name), base)
    if (address !== undefined && !isPlaceholder(image, name, address)) return address
  }
  for (const name of setNames) {
    const address = absolute(largest(image.getAttribute(name) ?? ""), base)
    if (address !== undefined) return address
  }
  return undefined
}

/** A `src` beside lazy attributes that only keeps the place. */
const isPlaceholder = (image: Element, name: string, address: string): boolean =>
  name === "src" &&
  /(?:placeholder|blank|spacer|loading|lazy|transparent|1x1|pixel)[^/]*$/i.test(address) &&
  [...sourceNames.slice(1), ...setNames].some((lazy) => image.hasAttribute(lazy))

const absolute = (text: string | null | undefined, base: string): string | undefined => {
  if (text == null || text.trim() === "") return undefined
  const url = URL.parse(text.trim(), base)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined
}
