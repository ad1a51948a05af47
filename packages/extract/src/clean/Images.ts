/** Images of cleaned content: an absolute address, wherever lazy loading hid it, and the alternative text. */
import { lineOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
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

/**
 * Gives images what they have beside them: one without an address of its own that of the picture's sources, or it
 * wouldn't be taken for one; one that is loaded late its twin for readers without scripts.
 */
export const fillPictures = (root: Element): void => {
  for (const image of select(root, "picture img")) {
    if ([...sourceNames, ...setNames].some((name) => image.hasAttribute(name))) continue
    const source = nearest(image, "picture")?.querySelector("source[srcset], source[data-srcset]")
    const set = source?.getAttribute("srcset") ?? source?.getAttribute("data-srcset")
    if (set != null) image.setAttribute("srcset", set)
  }
  for (const noscript of select(root, "noscript")) {
    const [twin, ...others] = select(noscript, "img")
    if (twin === undefined || others.length > 0 || lineOf(noscript) !== "") continue
    const beside = noscript.previousElementSibling
    if (beside?.localName !== "img") continue
    if ((twin.getAttribute("alt") ?? "") === "") twin.setAttribute("alt", beside.getAttribute("alt") ?? "")
    beside.remove()
    noscript.replaceWith(twin)
  }
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

// --- private --------------------------------------------------------------------------

const sourceNames = ["src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image"]
const setNames = ["srcset", "data-srcset", "data-lazy-srcset"]

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
