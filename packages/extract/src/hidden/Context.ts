/** The properties that text inherits, and whether it is visible with them. */
import { black, clear, type Colour, colourOf, isAlike, isClear, isOpaque, composited, white } from "./Colour.ts"
import tables from "./css.json" with { type: "json" }
import { partsOf } from "./Syntax.ts"
import { cachedByValues, matches, numberOf, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** Why something isn't visible: how it is hidden, and by which rule, if a rule hides it. */
export interface Cause {
  readonly way: "markup" | "display" | "visibility" | "opacity" | "place" | "covered" | "size" | "illegible" | "colour"
  /** The selectors of the rule, if they were determined; an attribute has none. */
  readonly ruleSelectors: string | undefined
}

/** A box that clips its overflow. */
export interface ClipBox {
  readonly x: ClipRange
  readonly y: ClipRange
  /** Whether it also contains its positioned descendants. */
  readonly isPositioned: boolean
}

/** The size of a clipping box in one direction, `NaN` if it doesn't clip, and the current position in it. */
export interface ClipRange {
  readonly size: number
  readonly at: number
}

/** The properties that text inherits. */
export interface Context {
  readonly visibility: Cause | undefined
  readonly isIndented: boolean
  /** In pixels, without scaling. */
  readonly fontSize: number
  /** The factor by which transforms and zoom shrink the letters. */
  readonly scale: number
  readonly opacity: number
  /** The colours of the text and behind it; `undefined` if they aren't known. */
  readonly colour: Colour | undefined
  readonly ground: Colour | undefined
  /** Whether the background is painted through the letters, or a shadow or a stroke shows them. */
  readonly isDrawn: boolean
  /** The parent's `display`, and its rows if it is a grid. */
  readonly display: string
  readonly rows: string
  /** Whether an ancestor is positioned, so that offsets aren't the page's. */
  readonly isPlaced: boolean
  readonly clip: ClipBox | undefined
}

/** The context at a page's beginning. Without `isGroundKnown` an unread style sheet may set the background. */
export const initialContext = (isGroundKnown: boolean): Context => ({
  visibility: undefined,
  isIndented: false,
  fontSize: 16,
  scale: 1,
  opacity: 1,
  colour: isGroundKnown ? black : undefined,
  ground: isGroundKnown ? white : undefined,
  isDrawn: false,
  display: "",
  rows: "",
  isPlaced: false,
  clip: undefined,
})

/** The context within an element, except for properties of its box. Siblings often share theirs. */
export const within = (outer: Context, values: Values): Context => {
  if (values.size === 0) return outer.display === "" ? outer : { ...outer, display: "", rows: "" }
  const known = contextsWithin(values)
  const inner = known.get(outer) ?? styledWithin(outer, values)
  known.set(outer, inner)
  return inner
}

/** Why text isn't visible in a context. */
export const unseen = (context: Context): Cause | undefined => {
  const { colour, ground, isDrawn, isIndented, visibility } = context
  if (visibility !== undefined) return visibility
  if (isIndented) return { way: "place", ruleSelectors: undefined }
  if (context.fontSize * context.scale < minFontSize) return { way: "illegible", ruleSelectors: undefined }
  if (colour === undefined || isDrawn) return undefined
  const isLost = isClear(colour) || (ground !== undefined && isAlike(colour, ground))
  return isLost ? { way: "colour", ruleSelectors: undefined } : undefined
}

/** The opacity of an element's style, including its filters. */
export const opacityOf = (values: Values): number => {
  if (!values.has("opacity") && !values.has("filter")) return 1
  const [, filter = "1"] = /\bopacity\(\s*([^()]+?)\s*\)/.exec(valueOf(values, "filter")) ?? []
  const opacity = numberOf(valueOf(values, "opacity") || "1") * numberOf(filter)
  return Number.isNaN(opacity) ? 1 : Math.min(1, Math.max(0, opacity))
}

// --- private --------------------------------------------------------------------------

/** The contexts within elements of some values, by the context around them. */
const contextsWithin = cachedByValues(() => new Map<Context, Context>())

const styledWithin = (outer: Context, values: Values): Context => {
  const fontSize = fontSizeOf(values, outer.fontSize)
  const isDark = /dark/.test(valueOf(values, "color-scheme").replace(/.*light.*/, ""))
  const colour = isDark ? undefined : colourWithin(values, outer.colour)
  const ground = isDark ? undefined : groundWithin(values, outer.ground, colour)
  return {
    ...outer,
    visibility: visibilityWithin(values, outer.visibility),
    isIndented: values.has("text-indent") ? isFarIndent(values, fontSize, outer) : outer.isIndented,
    fontSize,
    opacity: outer.opacity * opacityOf(values),
    colour,
    ground,
    isDrawn: outer.isDrawn || matches(values, "background-clip", /^text$/) || isOutlined(values, ground),
    display: valueOf(values, "display"),
    rows: valueOf(values, "grid-template-rows"),
    isPlaced: outer.isPlaced || !matches(values, "position", /^(?:static)?$/) || values.has("transform"),
  }
}

/** Smaller letters, in pixels, are unreadable. */
const minFontSize = 2

const visibilityWithin = (values: Values, outer: Cause | undefined): Cause | undefined => {
  const { ruleSelectors, value } = values.get("visibility") ?? { value: "inherit" }
  if (value === "inherit") return outer
  return /^(?:hidden|collapse)$/.test(value) ? { way: "visibility", ruleSelectors } : undefined
}

/** Whether an indent moves text off the screen to the left, or to the right out of a box that clips its only line. */
const isFarIndent = (values: Values, fontSize: number, outer: Context): boolean => {
  const value = valueOf(values, "text-indent")
  const indent = pixelsOf(value.split(/\s/)[0] ?? "", fontSize, screen.width)
  const isCut = matches(values, "overflow-x", /hidden|clip/) && matches(values, "white-space", /^nowrap$/)
  return value === "inherit" ? outer.isIndented : indent <= -999 || (isCut && indent >= 1_000)
}

const fontSizes: ReadonlyMap<string, number> = new Map(Object.entries(tables.fontSizes))

const fontSizeOf = (values: Values, outer: number): number => {
  const value = valueOf(values, "font-size")
  if (/^(?:inherit)?$/.test(value)) return outer
  if (/^(?:smaller|larger)$/.test(value)) return value === "smaller" ? outer / 1.2 : outer * 1.2
  const size = pixelsOf(value, outer, outer)
  return Number.isNaN(size) ? (fontSizes.get(value) ?? 16) : size
}

const colourWithin = (values: Values, outer: Colour | undefined): Colour | undefined => {
  const fill =
    ["-webkit-text-fill-color", "fill"].find((name) => !matches(values, name, /^(?:currentcolor)?$/)) ?? "color"
  const own = valueOf(values, fill)
  if (/^(?:inherit|currentcolor)?$/.test(own)) return outer
  if (own === "initial") return black
  return own === "none" ? clear : colourOf(own)
}

/** The colour behind an element's text: its own over the outer one. An image or an inner shadow may have any colour. */
const groundWithin = (values: Values, outer: Colour | undefined, text: Colour | undefined): Colour | undefined => {
  if (!matches(values, "background-image", isNone) || matches(values, "box-shadow", /inset/)) return undefined
  const below = matches(values, "position", /^(?:absolute|fixed)$/) ? undefined : outer
  const own = valueOf(values, "background-color")
  const colour = isNone.test(own) ? clear : own === "currentcolor" ? text : colourOf(own)
  if (colour === undefined || isOpaque(colour)) return colour
  if (isClear(colour)) return below
  // Through a nearly opaque colour the one below makes little difference.
  const backdrop = below ?? (colour[3] > 0.9 ? outer : undefined)
  return backdrop === undefined ? undefined : composited(colour, backdrop)
}

const isNone = /^(?:initial|inherit|none|)$/

/** Whether a shadow or a stroke outlines the letters in a colour unlike the one behind them. */
const isOutlined = (values: Values, ground: Colour | undefined): boolean =>
  ["text-shadow", "-webkit-text-stroke"].some((property) => {
    const value = valueOf(values, property)
    const colour = partsOf(value)
      .map(colourOf)
      .find((part) => part !== undefined)
    return colour !== undefined && !isClear(colour) && (ground === undefined || !isAlike(colour, ground))
  })
