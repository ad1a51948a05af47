/** Why an element's box isn't seen, with all that is in it: judged by its style alone, without layout. */
import { colourOf, isOpaque } from "./Colour.ts"
import { type Cause, type ClipBox, type Context, opacityOf } from "./Context.ts"
import tables from "./css.json" with { type: "json" }
import { isRisky } from "./Declaration.ts"
import { isEmptyClip, isEmptyPath, shiftOf, shrinkOf } from "./Shape.ts"
import { numberOf, numberOr, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** An element with everything that its causes depend on. */
export interface Box {
  readonly element: Element
  readonly values: Values
  readonly context: Context
  /** The number of the element among its parent's children, from 0. */
  readonly index: number
}

/** Every cause that hides an element whole. */
export const boxCauses = (box: Box): ReadonlyArray<Cause> => {
  const { context, values } = box
  if (context.clip === undefined && context.rows === "" && context.opacity > 0.2 && !mayHide(values)) return none
  const causes: Array<Cause> = []
  const check = (isHidden: boolean, way: Cause["way"], ...properties: ReadonlyArray<string>): void => {
    const winner = isHidden ? properties.map((name) => values.get(name)).find((one) => one !== undefined) : undefined
    if (isHidden) causes.push({ way, by: winner?.by ?? context.clip?.by })
  }
  const of = (property: string): string => valueOf(values, property)
  const isInline = isInlineBox(box)
  check(of("display") === "none", "display", "display")
  check(!isInline && of("content-visibility") === "hidden", "display", "content-visibility")
  check(context.opacity * opacityOf(values) < faintest, "opacity", "opacity", "filter")
  check(clearMask.test(of("mask-image")), "opacity", "mask-image")
  check(values.has("clip-path") && isEmptyPath(of("clip-path")), "place", "clip-path")
  check(/^(?!none$)./.test(of("-webkit-text-security")), "letters", "-webkit-text-security")
  check(isOutOfFlow(values) && isEmptyClip(of("clip")), "place", "clip")
  if (!isInline) {
    check(shrinkOf(values) === 0, "place", "transform", "rotate", "scale")
    check(clips(values, "x") && extentOf(box, "width", screen.width) <= 1, "size", "max-width", "width")
    check(isFlat(box), "size", "max-height", "height", "contain", "overflow-y", "grid-template-rows")
  }
  check(isFarOff(box, isInline), "place", "left", "top", "right", "bottom", "margin-left", "margin-top", "transform")
  check(isCutOff(box), "place", "left", "top", "margin-left", "margin-top", "transform")
  return causes
}

/** How much smaller an element's letters are drawn. */
export const scaleOf = (box: Box): number => {
  const zoom = numberOf(valueOf(box.values, "zoom"))
  return (isInlineBox(box) ? 1 : shrinkOf(box.values)) * (zoom > 0 ? zoom : 1)
}

/** The box that cuts off an element's content, if it does; else the one around. */
export const clipWithin = (box: Box): ClipBox | undefined => {
  const { context, values } = box
  const around = clipAround(box)
  const width = lengthOf(box, "width", screen.width)
  const height = lengthOf(box, "height", Number.NaN)
  const isClipping = clips(values, "x") || clips(values, "y")
  const scrolls = /auto|scroll/.test(`${valueOf(values, "overflow-x")} ${valueOf(values, "overflow-y")}`)
  if (!isClipping || scrolls || (!(width > 0) && !(height > 0) && !isPositioned(values))) return around
  return {
    width: !clips(values, "x") ? undefined : width > 0 ? width : isPositioned(values) ? screen.width : undefined,
    height: clips(values, "y") && height > 0 ? height : undefined,
    x: Math.max(0, numberOr(lengthOf(box, "padding-left", context.fontSize), 0)),
    y: Math.max(0, numberOr(lengthOf(box, "padding-top", context.fontSize), 0)),
    isPositioned: isPositioned(values),
    by: (values.get("height") ?? values.get("width") ?? values.get("overflow-x"))?.by,
  }
}

/** The height that an element takes at least from its parent's flow. */
export const flowHeightOf = (box: Box): number => {
  if (isOutOfFlow(box.values)) return 0
  const heights = ["height", "margin-top", "margin-bottom"].map((name) => numberOr(lengthOf(box, name, 0), 0))
  return Math.max(
    0,
    heights.reduce((sum, one) => sum + one, 0),
  )
}

/** Whether offsets move an element. */
export const isPositioned = (values: Values): boolean =>
  !/^(?:static|initial|unset|)$/.test(valueOf(values, "position"))

/** Whether an element covers the whole of its positioned parent with an opaque colour. */
export const covers = (values: Values): boolean => {
  const is = (name: string, test: RegExp): boolean => test.test(valueOf(values, name))
  if (!is("position", /^absolute$/) || is("display", /^none$/) || is("visibility", /^hidden$/)) return false
  const isSide = (start: string, end: string, size: string): boolean =>
    is(start, /^0(?:px|%)?$/) && (is(end, /^0(?:px|%)?$/) || is(size, /^100%$/))
  const isWhole = isSide("left", "right", "width") && isSide("top", "bottom", "height") && shrinkOf(values) === 1
  return isWhole && opacityOf(values) > 0.95 && isOpaque(colourOf(valueOf(values, "background-color")))
}

// --- private --------------------------------------------------------------------------

const none: ReadonlyArray<Cause> = []

/** An opacity below which nothing is seen. */
const faintest = 0.02

/** Pixels from which on something is out of sight: to the left and above, to the right and below. */
const far = { before: -999, behind: 9_000 } as const

const clearMask = /^linear-gradient\((?:transparent|rgba\(0, ?0, ?0, ?0\)|[\s,])*\)/
const empty = /^0(?:fr|px|%)?$/

const judged = new WeakMap<Values, boolean>()

/** Whether a value may hide the box by itself. Elements share values, so each is looked at once. */
const mayHide = (values: Values): boolean => {
  let known = judged.get(values)
  if (known === undefined) {
    known = Array.from(values).some(([property, { value }]) => isRisky(property, value))
    judged.set(values, known)
  }
  return known
}

const blocks: ReadonlySet<string> = new Set(tables.blocks)

/** Whether an element is laid out in lines of text, where sizes and transforms have no effect. */
const isInlineBox = ({ context, element, values }: Box): boolean => {
  const display = valueOf(values, "display")
  if (!/^(?:none|inherit|initial|unset|)$/.test(display)) return display === "inline" || display === "contents"
  const isItem = /flex|grid/.test(context.display) || !/^(?:none)?$/.test(valueOf(values, "float"))
  return !isItem && !isOutOfFlow(values) && !blocks.has(element.localName)
}

/** Whether an element takes no room where it stands. */
const isOutOfFlow = (values: Values): boolean => /^(?:absolute|fixed)$/.test(valueOf(values, "position"))

/** A length in pixels; `percent` is what a percentage is of. */
const lengthOf = ({ context, values }: Box, name: string, percent: number): number =>
  values.has(name) ? pixelsOf(valueOf(values, name), context.fontSize, percent) : Number.NaN

/** Whether what lies outside of a box is cut off in one direction. */
const clips = (values: Values, axis: "x" | "y"): boolean =>
  /hidden|auto|scroll|overlay|clip/.test(valueOf(values, `overflow-${axis}`)) ||
  /hidden|auto|scroll|overlay/.test(valueOf(values, `overflow-${axis === "x" ? "y" : "x"}`)) ||
  /paint|strict|content/.test(valueOf(values, "contain"))

/** The used width or height, as far as it is set; `NaN` if it isn't. */
const extentOf = (box: Box, side: "width" | "height", percent: number): number => {
  const [own = 0, least = 0, most = 0] = [side, `min-${side}`, `max-${side}`].map((name) =>
    lengthOf(box, name, percent),
  )
  const used = Math.max(Math.min(numberOr(own, Infinity), numberOr(most, Infinity)), numberOr(least, 0))
  return Number.isFinite(used) ? used : Number.NaN
}

/** Whether an element has no height and clips what overflows. */
const isFlat = (box: Box): boolean => {
  const { context, index, values } = box
  if (!clips(values, "y") || lengthOf(box, "padding-bottom", 1_000) > 2) return false
  if (extentOf(box, "height", isOutOfFlow(values) ? screen.height : Number.NaN) <= 1) return true
  if (/strict|size/.test(valueOf(values, "contain")) && !values.has("height")) return true
  const own = valueOf(values, "grid-template-rows")
  const rows = context.rows.split(/\s+(?![^(]*\))/)
  const isInRow = empty.test(rows[rows.length === 1 ? 0 : index] ?? "")
  return (/grid/.test(context.display) && isInRow) || (/grid/.test(valueOf(values, "display")) && empty.test(own))
}

const isFarOff = (box: Box, isInline: boolean): boolean => {
  const { context, values } = box
  const position = valueOf(values, "position")
  const isFixed = position === "fixed"
  const isPage = isFixed || (position === "absolute" && !context.isPlaced)
  const at = (name: string): number => lengthOf(box, name, /left|right/.test(name) ? screen.width : screen.height)
  // A box is out of sight of the page once its whole width or height is.
  const isBefore = (offset: number, size: () => number): boolean =>
    offset < -20 && offset <= (isPage ? Math.max(far.before, -size()) : far.before)
  if (isFixed || position === "relative" || position === "absolute") {
    if (isBefore(at("left"), () => widthOf(box)) || at("left") >= (isPage ? screen.width : far.behind)) return true
    if (isBefore(at("top"), () => heightOf(box)) || at("top") >= (isFixed ? screen.height : far.behind)) return true
    if (!values.has("left") && (at("right") >= 2_000 || at("right") <= -far.behind)) return true
    if (!values.has("top") && at("bottom") >= 2_000) return true
    if (isFixed && !values.has("left") && isBefore(at("right"), () => widthOf(box))) return true
    if (isFixed && !values.has("top") && isBefore(at("bottom"), () => heightOf(box))) return true
  }
  if (at("margin-left") <= far.before || at("margin-left") >= far.behind) return true
  if (isInline) return false
  const [x, y] = shiftOf(values, context.fontSize)
  // The track of a carousel is wider than the screen, and moves by its slides.
  const isTrack = at("width") > screen.width
  return at("margin-top") <= far.before || (!isTrack && (Math.min(x, y) <= far.before || Math.max(x, y) >= far.behind))
}

/** Whether an element lies outside of the clipping box around it. */
const isCutOff = (box: Box): boolean => {
  const clip = box.values.size === 0 ? box.context.clip : clipAround(box)
  if (clip === undefined || box.element.localName === "br") return false
  const { height, width, x, y } = clip
  if ((width !== undefined && x >= width) || (height !== undefined && y >= height)) return true
  return (x < 0 && x + widthOf(box) <= 0) || (y < 0 && y + heightOf(box) <= 0)
}

/** The clipping box around, from where the element stands in it; `undefined` if it doesn't cut the element off. */
const clipAround = (box: Box): ClipBox | undefined => {
  const { context, values } = box
  const { clip } = context
  const isAnew = isOutOfFlow(values)
  if (clip === undefined || (isAnew && !clip.isPositioned) || valueOf(values, "position") === "fixed") return undefined
  const width = clip.width ?? Number.NaN
  const at = (name: string, of: number): number => numberOr(lengthOf(box, name, of), 0)
  const offset = (name: string, of: number): number => (isPositioned(values) ? at(name, of) : 0)
  const [right, down] = shiftOf(values, context.fontSize)
  const x = at("margin-left", width) + offset("left", width) + right + Math.max(0, at("padding-left", width))
  const y =
    at("margin-top", width) + offset("top", clip.height ?? Number.NaN) + down + Math.max(0, at("padding-top", width))
  return { ...clip, x: x + (isAnew ? 0 : clip.x), y: y + (isAnew ? 0 : clip.y) }
}

/** The width of an element's text in one line, or its own width; rather too much than too little. */
const widthOf = (box: Box): number => {
  const own = lengthOf(box, "width", screen.width)
  return own > 1 ? own : Math.min(screen.width, textWidthOf(box))
}

const heightOf = (box: Box): number => {
  const own = lengthOf(box, "height", screen.height)
  return own > 1 ? own : Math.ceil(textWidthOf(box) / 300) * box.context.fontSize * 2 + 40
}

const textWidthOf = ({ context, element }: Box): number =>
  (element.textContent ?? "").trim().length * context.fontSize * 0.6
