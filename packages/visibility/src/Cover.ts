/** Elements that hide their positioned parent, because they lie over the whole of it. */
import { colourOf, isOpaque } from "./Colour.ts"
import { opacityOf } from "./Context.ts"
import tables from "./css.json" with { type: "json" }
import { blurOf } from "./Paint.ts"
import { matches, type Values, valueOf } from "./Values.ts"

/** Whether an element covers the whole of its positioned parent with an opaque colour. */
export const covers = (values: Values): boolean =>
  isCover(values) && isOpaque(colourOf(valueOf(values, "background-color")))

/** Whether an element covers the whole of its positioned parent with a filter through which nothing is readable. */
export const coversByFilter = (values: Values): boolean =>
  values.has("backdrop-filter") &&
  isCover(values) &&
  (blurOf(values, "backdrop-filter", 16) >= unreadableBlur || matches(values, "backdrop-filter", noContrast))

// --- private --------------------------------------------------------------------------

const { across, down } = tables.axes

/** Whether an element is visible and as large as its positioned parent. */
const isCover = (values: Values): boolean => {
  if (!matches(values, "position", /^absolute$/) || matches(values, "display", /^none$/)) return false
  if (matches(values, "visibility", /^(?:hidden|collapse)$/) || opacityOf(values) <= 0.95) return false
  if (reshaping.some((property) => matches(values, property, /^(?!none$|normal$|border-box$|initial$)./))) return false
  return [across, down].every(({ end, margin, size, start }) => {
    const isSized = matches(values, size, /^100%$/)
    return (
      matches(values, start, zero) &&
      (isSized || (matches(values, end, zero) && matches(values, size, /^(?:auto|initial)?$/))) &&
      matches(values, `max-${size}`, /^(?:none|initial|100%)?$/) &&
      [margin, `margin-${end}`].every((name) => !values.has(name) || matches(values, name, zero))
    )
  })
}

const zero = /^0(?:px|%)?$/

/** Properties that make a box smaller, move it, let something through it, or change it in the course of time. */
const reshaping: ReadonlyArray<string> = [
  ..."transform translate scale rotate clip clip-path mask-image mix-blend-mode".split(" "),
  ..."background-clip animation-name zoom".split(" "),
]

/** The blur of a box, in pixels, through which the text behind it is unreadable, and a filter without contrast. */
const unreadableBlur = 8
const noContrast = /contrast\(0%?\)/
