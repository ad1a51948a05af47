/** The properties that text inherits, and whether it is visible with them. */
import { black, clear, type Colour, colourOf, isAlike, isClear, white } from "./Colour.ts"
import { fillOf, groundWithin, isGrounded } from "./Ground.ts"
import tables from "./css.json" with { type: "json" }
import { blendOf, blurOf, filterOf, type Paint } from "./Paint.ts"
import { isStackingContext } from "./StackingContext.ts"
import { isFillAboveWithin, isOutlined, strokedWith } from "./Stroke.ts"
import { cachedBy, matches, numberOf, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

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
  /** Whether an unread style sheet may set another size. */
  readonly isSizeGuessed: boolean
  /** Whether lengths are in the units of a drawing, which is drawn in any size. */
  readonly isInDrawing: boolean
  /** Whether the size of the letters is adjusted to nothing. */
  readonly isUnsized: boolean
  /** Further space between letters and between words, in pixels. */
  readonly letterSpacing: number
  readonly wordSpacing: number
  /** The radius of the blur, in pixels. */
  readonly blur: number
  /** The factor by which transforms and zoom shrink the letters. */
  readonly scale: number
  readonly opacity: number
  /** The colours of the text and behind it; `undefined` if they aren't known. */
  readonly colour: Colour | undefined
  readonly ground: Colour | undefined
  /** How filters and blend modes change the colours of an element; the ground is as painted. */
  readonly paint: Paint | undefined
  /** Whether an ancestor in the current stacking context has an opaque ground, and whether it or the page has one. */
  readonly isOnBox: boolean
  readonly isOnGround: boolean
  /** Whether the background is painted through the letters, or a shadow or a stroke shows them. */
  readonly isDrawn: boolean
  /** Whether letters are painted above their stroke. */
  readonly isFillAbove: boolean
  /** The parent's `display`, and its rows if it is a grid. */
  readonly display: string
  readonly rows: string
  /** Whether an ancestor is positioned, so that offsets aren't the page's. */
  readonly isPlaced: boolean
  readonly clip: ClipBox | undefined
}

/** Why blurred text isn't visible. */
export const blurred: Cause = { way: "opacity", ruleSelectors: undefined }

/** The context at a page's beginning. An unread style sheet may set the background and the size of letters. */
export const initialContext = (hasUnread: boolean): Context => ({
  visibility: undefined,
  isIndented: false,
  fontSize: 16,
  isSizeGuessed: hasUnread,
  isInDrawing: false,
  isUnsized: false,
  letterSpacing: 0,
  wordSpacing: 0,
  blur: 0,
  scale: 1,
  opacity: 1,
  colour: hasUnread ? undefined : black,
  ground: hasUnread ? undefined : white,
  paint: undefined,
  isOnBox: false,
  isOnGround: false,
  isDrawn: false,
  isFillAbove: false,
  display: "",
  rows: "",
  isPlaced: false,
  clip: undefined,
})

/** The context within an element, except for properties of its box. Siblings often share theirs. */
export const within = (outer: Context, values: Values): Context => {
  if (values.size === 0) return outer.display === "" ? outer : plainWithin(outer)
  const known = contextsWithin(values)
  const before = known.get(outer)
  if (before !== undefined) return before
  const inner = styledWithin(outer, values)
  known.set(outer, inner)
  return inner
}

/** Why text isn't visible in a context. */
export const unseen = (context: Context): Cause | undefined => {
  const { colour, fontSize, ground, isDrawn, isIndented, opacity, paint, visibility } = context
  if (visibility !== undefined) return visibility
  if (isIndented) return { way: "place", ruleSelectors: undefined }
  if (isTiny(context) || context.isUnsized || isPiled(context)) return { way: "illegible", ruleSelectors: undefined }
  if (context.blur >= fontSize * maxBlur) return blurred
  const painted = colour === undefined || paint === undefined ? colour : paint(colour)
  if (painted === undefined || isDrawn) return undefined
  const isLost = isClear(painted) || (ground !== undefined && isAlike(painted, ground, opacity))
  return isLost ? { way: "colour", ruleSelectors: undefined } : undefined
}

/** The opacity of an element's style, including its filters. */
export const opacityOf = (values: Values): number => {
  if (!values.has("opacity") && !values.has("filter")) return 1
  const [, filter = "1"] = /\bopacity\(([^()]+)\)/.exec(valueOf(values, "filter")) ?? []
  const opacity = numberOf(valueOf(values, "opacity") || "1") * numberOf(filter.trim())
  return Number.isNaN(opacity) ? 1 : Math.min(1, Math.max(0, opacity))
}

// --- private --------------------------------------------------------------------------

/** The contexts within elements of some values, by the context around them. */
const contextsWithin = cachedBy<Values, Map<Context, Context>>(() => new Map())

/** The context within elements without a style. */
const plainWithin = cachedBy((outer: Context): Context => ({ ...outer, display: "", rows: "" }))

const styledWithin = (outer: Context, values: Values): Context => {
  const fontSize = fontSizeOf(values, outer.fontSize)
  const schemes = valueOf(values, "color-scheme")
  const isDark = schemes.includes("dark") && !schemes.includes("light")
  const paint = paintWithin(values, outer)
  const inked = colourWithin(values, outer.colour)
  const isClipped = matches(values, "background-clip", /^text$/)
  const fill = isClipped && inked !== undefined && isClear(inked) ? fillOf(values, inked) : undefined
  const isFillAbove = isFillAboveWithin(values, outer.isFillAbove)
  const colour = isDark ? undefined : isFillAbove ? (fill ?? inked) : strokedWith(values, fontSize, fill ?? inked)
  const ground = isDark ? undefined : isClipped ? outer.ground : groundWithin(values, outer.ground, colour, paint)
  const isOnOwn = !isClipped && isGrounded(values)
  const isAnew = isStackingContext(values)
  const isSizeGuessed = outer.isSizeGuessed && (!values.has("font-size") || matches(values, "font-size", isRelative))
  return {
    ...outer,
    visibility: visibilityWithin(values, outer.visibility),
    isIndented: values.has("text-indent") ? isFarIndent(values, fontSize, outer) : outer.isIndented,
    fontSize,
    isSizeGuessed,
    isUnsized: values.has("font-size-adjust") ? matches(values, "font-size-adjust", /^0/) : outer.isUnsized,
    letterSpacing: spacingWithin(values, "letter-spacing", fontSize, isSizeGuessed, outer.letterSpacing),
    wordSpacing: spacingWithin(values, "word-spacing", fontSize, isSizeGuessed, outer.wordSpacing),
    blur: Math.max(outer.blur, blurOf(values, "filter", fontSize)),
    opacity: outer.opacity * opacityOf(values),
    colour,
    ground,
    paint,
    isOnBox: !isAnew && (isOnOwn || outer.isOnBox),
    isOnGround: isOnOwn || (!isAnew && outer.isOnGround),
    isDrawn:
      outer.isDrawn ||
      (isClipped && fill === undefined) ||
      matches(values, "filter", /drop-shadow/) ||
      isOutlined(values, ground),
    isFillAbove,
    display: valueOf(values, "display"),
    rows: valueOf(values, "grid-template-rows"),
    isPlaced: outer.isPlaced || !matches(values, "position", /^(?:static)?$/) || values.has("transform"),
  }
}

/** Smaller letters, in pixels, are unreadable. */
const minFontSize = 2

/** The radius of a blur that makes letters unreadable, in parts of their size. */
const maxBlur = 0.25

/** Spaces, in parts of the letters' size, from which on letters or words lie over each other. */
const piled = { letters: -0.3, words: -1 } as const

/** In a drawing any other size may be large. */
const isTiny = ({ fontSize, isInDrawing, scale }: Context): boolean =>
  isInDrawing ? fontSize * scale === 0 : fontSize * scale < minFontSize

const isPiled = ({ fontSize, letterSpacing, wordSpacing }: Context): boolean =>
  letterSpacing <= piled.letters * fontSize || wordSpacing <= piled.words * fontSize

/** A space in pixels; one that isn't a share of a guessed size doesn't count. */
const spacingWithin = (
  values: Values,
  property: string,
  fontSize: number,
  isSizeGuessed: boolean,
  outer: number,
): number => {
  const value = valueOf(values, property)
  if (/^(?:inherit)?$/.test(value)) return outer
  if (isSizeGuessed && !/^[-+\d.]+em$/.test(value)) return 0
  const spacing = pixelsOf(value, fontSize, fontSize)
  return Number.isNaN(spacing) ? 0 : spacing
}

/** The paint within an element. A blend mode has an effect only where something is painted behind the element. */
const paintWithin = (values: Values, { ground, isOnGround, paint: outer }: Context): Paint | undefined => {
  const filter = filterOf(values)
  const blend = isOnGround ? blendOf(values, ground) : undefined
  if (filter === undefined && blend === undefined) return outer
  return (colour) =>
    [filter, blend, outer].reduce<Colour | undefined>(
      (painted, paint) => (painted === undefined || paint === undefined ? painted : paint(painted)),
      colour,
    )
}

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

const isRelative = /(?:^|[^r])em|%|^(?:smaller|larger|inherit)$/

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
  if (values.has("fill-opacity") && numberOf(valueOf(values, "fill-opacity")) < 0.02) return clear
  if (/^(?:inherit|currentcolor)?$/.test(own)) return outer
  if (own === "initial") return black
  return own === "none" ? clear : colourOf(own)
}
