/** Strokes and shadows of letters: they hide the letters, or show them (CSS Fill and Stroke Level 3). */
import { partsOf } from "./css/Syntax.ts"
import { type Colour, colourOf, isAlike, isClear } from "./Colour.ts"
import { matches, pixelsOf, type Values, valueOf } from "./Values.ts"

/** Whether letters are painted after their stroke, in the order that `paint-order` gives. */
export const isFillAboveWithin = (values: Values, outer: boolean): boolean =>
  matches(values, "paint-order", /^(?:inherit)?$/) ? outer : matches(values, "paint-order", /^(?:markers\s+)?stroke/)

/** The colour of letters of a colour and below a stroke, which hides them if it is wide. */
export const strokedWith = (values: Values, fontSize: number, colour: Colour | undefined): Colour | undefined => {
  if (!values.has("-webkit-text-stroke")) return colour
  const parts = partsOf(valueOf(values, "-webkit-text-stroke"))
  const width = Math.max(0, ...parts.map((part) => pixelsOf(part, fontSize, Number.NaN)).filter((one) => one > 0))
  return width >= fontSize * 0.2 ? (parts.map(colourOf).find((part) => part !== undefined) ?? colour) : colour
}

/** Whether a shadow or a stroke outlines the letters in a colour unlike the one behind them. */
export const isOutlined = (values: Values, ground: Colour | undefined): boolean =>
  ["text-shadow", "-webkit-text-stroke"].some((property) => {
    if (!values.has(property)) return false
    const parts = partsOf(valueOf(values, property))
    const colour = parts.map(colourOf).find((part) => part !== undefined)
    if (parts.some((part) => Math.abs(pixelsOf(part, 16, Number.NaN)) >= farShadow)) return false
    return colour !== undefined && !isClear(colour) && (ground === undefined || !isAlike(colour, ground))
  })

// --- private --------------------------------------------------------------------------

/** The offset of a shadow, in pixels, that no longer belongs to its letters. */
const farShadow = 100
