/** Figures of cleaned content: a picture and its caption, once. */
import { lineOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"

/** Empties the alternative text of a picture that says what the caption says; the caption is there in every mode. */
export const cleanFigure = (figure: Element): void => {
  const caption = first(figure, "figcaption")
  if (caption === null) return
  const said = lineOf(caption).toLowerCase()
  for (const image of select(figure, "img")) {
    if (image.getAttribute("alt")?.toLowerCase() === said) image.setAttribute("alt", "")
  }
}
