/** The colour behind an element's text: that of its background, as CSS declares it. */
import { clear, type Colour, colourOf, composited, isClear, isOpaque, stopsOf, uniformColourOf } from "./Colour.ts"
import type { Paint } from "./Paint.ts"
import { cachedBy, matches, type Values, valueOf } from "./Values.ts"

/** Whether an element has an opaque ground. */
export const isGrounded = cachedBy((values: Values): boolean => {
  const stops = stopsOf(valueOf(values, "background-image"))
  const isCovered = stops.length > 0 && stops.every(isOpaque) && isWhole(values)
  return isCovered || isOpaque(colourOf(valueOf(values, "background-color")))
})

/** The colour of an element's ground, if it has only one. */
export const fillOf = (values: Values, text: Colour | undefined): Colour | undefined => {
  const image = valueOf(values, "background-image")
  if (!isNone.test(image)) return isWhole(values) ? uniformColourOf(image) : undefined
  const own = valueOf(values, "background-color")
  return isNone.test(own) ? clear : own === "currentcolor" ? text : colourOf(own)
}

/** The colour behind an element's text: its own over the outer one. An image or an inner shadow may have any colour. */
export const groundWithin = (
  values: Values,
  outer: Colour | undefined,
  text: Colour | undefined,
  paint: Paint | undefined,
): Colour | undefined => {
  if (matches(values, "box-shadow", /inset/)) return undefined
  const below = matches(values, "position", /^(?:absolute|fixed)$/) ? undefined : outer
  const fill = fillOf(values, text)
  const colour = fill === undefined || paint === undefined || isClear(fill) ? fill : paint(fill)
  if (colour === undefined || isOpaque(colour)) return colour
  if (isClear(colour)) return below
  // Through a nearly opaque colour the one below makes little difference.
  const backdrop = below ?? (colour[3] > 0.9 ? outer : undefined)
  return backdrop === undefined ? undefined : composited(colour, backdrop)
}

// --- private --------------------------------------------------------------------------

/** Whether the image of an element's ground fills its box. */
const isWhole = (values: Values): boolean => matches(values, "background-size", /^(?:auto|cover)?$/)

const isNone = /^(?:initial|inherit|none|)$/
