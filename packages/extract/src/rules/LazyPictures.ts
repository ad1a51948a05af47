/** Pictures that a script loads once they are scrolled to. */
import { lineOf, select, unwrap } from "@porthole/visibility/dom"
import type { DocumentRule } from "../phases/Rule.ts"

/** Replaces a lazily loaded picture by the one for readers without scripts. */
export const lazyPictures: DocumentRule = {
  name: "lazyPictures",
  case: "A lazily loaded picture has its address in the one beside it for no scripts.",
  phase: "document",
  reads: { elements: ["noscript"], attributes: ["alt", "src"] },
  run: ({ candidates }) => {
    for (const noscript of candidates("noscript")) {
      const [image, ...others] = select(noscript, "img")
      const beside = pictureBefore(noscript)
      if (image === undefined || lineOf(noscript) !== "") continue
      if (others.length > 0 || beside === undefined) {
        unwrap(noscript)
        continue
      }
      if ((image.getAttribute("alt") ?? "") === "") image.setAttribute("alt", beside.getAttribute("alt") ?? "")
      beside.remove()
      noscript.replaceWith(image)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The picture before an element; the box that keeps its place may stand between them. */
const pictureBefore = ({ previousElementSibling: before }: Element): Element | undefined =>
  [before, before !== null && isEmpty(before) ? before.previousElementSibling : null].find(
    (one) => one?.localName === "img",
  ) ?? undefined

const isEmpty = (element: Element): boolean => element.localName === "div" && element.firstChild === null
