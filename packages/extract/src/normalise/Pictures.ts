/**
 * Gives images the addresses that stand beside them: an image without one takes that of its picture's sources, and an
 * image that a script loads late takes its twin for readers without scripts.
 */
import { setNames, sourceNames } from "../clean/Images.ts"
import { lineOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

/** Fills the images of a document. */
export const fillPictures = (candidates: Candidates): void => {
  for (const picture of candidates.of("picture")) {
    const source = first(picture, "source[srcset], source[data-srcset]")
    const set = source?.getAttribute("srcset") ?? source?.getAttribute("data-srcset")
    if (set == null) continue
    for (const image of select(picture, "img")) {
      if (![...sourceNames, ...setNames].some((name) => image.hasAttribute(name))) image.setAttribute("srcset", set)
    }
  }
  for (const noscript of candidates.of("noscript")) {
    const [twin, ...others] = select(noscript, "img")
    const beside = noscript.previousElementSibling
    if (twin === undefined || others.length > 0 || beside?.localName !== "img" || lineOf(noscript) !== "") continue
    if ((twin.getAttribute("alt") ?? "") === "") twin.setAttribute("alt", beside.getAttribute("alt") ?? "")
    beside.remove()
    noscript.replaceWith(twin)
  }
}
