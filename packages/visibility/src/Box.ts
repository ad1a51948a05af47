/** Why an element's box, with everything in it, isn't visible: decided by its style alone, without layout. */
import { isClear, stopsOf } from "./Colour.ts"
import { type Cause, type ClipBox, type ClipRange, type Context, opacityOf } from "./Context.ts"
import { isBlockName } from "./BlockNames.ts"
import tables from "./css.json" with { type: "json" }
import { isEmptyClip, isEmptyPath, shiftOf, shrinkOf } from "./Shape.ts"
import { partsOf } from "./css/Syntax.ts"
import { matches, cachedBy, numberOf, numberOr, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** An element with everything that its causes depend on. */
export interface Box {
  readonly element: Element
  readonly values: Values
  readonly context: Context
  /** The index of the element among its parent's children. */
  readonly index: number
}

/** Every cause that hides an element whole. */
export const boxCauses = (box: Box): ReadonlyArray<Cause> => {
  const { context, values } = box
  if (values.size === 0) return unstyledCauses(box)
  if (!mayHide(values) && context.clip === undefined && context.rows === "" && context.opacity > 0.2) return []
  const causes: Array<Cause> = []
  const check = (isHidden: boolean, way: Cause["way"], ...properties: ReadonlyArray<string>): void => {
    if (isHidden)
      causes.push({
        way,
        ruleSelectors: properties
          .map((name) => values.get(name)?.ruleSelectors)
          .find((selectors) => selectors !== undefined),
      })
  }
  const isInline = isInlineBox(box)
  check(matches(values, "display", /^(?:none|table-column(?:-group)?)$/), "display", "display")
  check(matches(values, "content", /^[\w-]*(?:url|image|image-set|gradient)\(/), "display", "content")
  check(!isInline && matches(values, "content-visibility", /^hidden$/), "display", "content-visibility")
  check(context.opacity * opacityOf(values) < minOpacity, "opacity", "opacity", "filter")
  check(isMasked(values), "opacity", "mask-image")
  check(matches(values, "-webkit-text-security", /circle|disc|square/), "illegible")
  check(isEmptyPath(valueOf(values, "clip-path")) || (!isInline && shrinkOf(values) === 0), "place")
  check(isOutOfFlow(values) && isEmptyClip(valueOf(values, "clip")), "place")
  // The lengths in a drawing are in its own units.
  if (context.isInDrawing) return causes
  check(!isInline && clips(values, across) && extentOf(box, across, screen.width) <= 1, "size", "max-width", "width")
  check(!isInline && isFlat(box), "size", "max-height", "height", "contain", "overflow-y", "grid-template-rows")
  check(isFarOff(box, across) || isFarOff(box, down) || isCutOff(box), "place")
  check(context.isOnBox && isBehind(box), "covered")
  return causes
}

/** How much smaller an element's letters are drawn. */
export const scaleOf = (box: Box): number => {
  const { values } = box
  const shrink = shrinkOf(values)
  const zoom = values.has("zoom") ? numberOf(valueOf(values, "zoom")) : 1
  return (shrink !== 1 && isInlineBox(box) ? 1 : shrink) * (zoom > 0 ? zoom : 1)
}

/** The box that clips an element's content, if it does and has a size; else the outer one. */
export const clipWithin = (box: Box): ClipBox | undefined => {
  const { context, values } = box
  if (!mayClip(values)) return clipAround(box)
  const isPositioned = isPositionedBox(values)
  const range = (axis: Axis, percent: number, other: number): ClipRange => {
    const size = clips(values, axis) ? lengthOf(box, axis.size, percent) : Number.NaN
    const padding = numberOr(lengthOf(box, axis.padding, context.fontSize), 0)
    return { size: size > 0 ? size : clips(values, axis) ? other : Number.NaN, at: Math.max(0, padding) }
  }
  const x = range(across, screen.width, isPositioned ? screen.width : Number.NaN)
  const y = range(down, Number.NaN, Number.NaN)
  const scrolls = matches(values, across.overflow, /auto|scroll/) || matches(values, down.overflow, /auto|scroll/)
  const isSized = isPositioned || x.size > 0 || y.size > 0
  return scrolls || !isSized ? clipAround(box) : { x, y, isPositioned }
}

/** The minimum height that an element takes from its parent's flow. */
export const flowHeightOf = (box: Box): number => {
  const used = (name: string): number => numberOr(lengthOf(box, name, 0), 0)
  return isOutOfFlow(box.values) ? 0 : Math.max(0, used("height") + used("margin-top") + used("margin-bottom"))
}

/** Whether offsets move an element. */
export const isPositionedBox = (values: Values): boolean => matches(values, "position", /^(?!static|initial)./)

/** Whether an element is out of the flow. */
export const isOutOfFlow = (values: Values): boolean => matches(values, "position", /^(?:absolute|fixed)$/)

/** Whether an element is laid out in lines of text, where sizes and transforms have no effect. */
export const isInlineBox = ({ context, element, values }: Box): boolean => {
  const display = valueOf(values, "display")
  if (!/^(?:none|inherit|initial|)$/.test(display)) return display === "inline" || display === "contents"
  const isItem = /flex|grid/.test(context.display) || !matches(values, "float", /^(?:none)?$/)
  return !isItem && !isOutOfFlow(values) && !isBlockName(element.localName)
}

// --- private --------------------------------------------------------------------------

const { across, down } = tables.axes
type Axis = typeof across

/** An opacity below which nothing is seen. */
const minOpacity = 0.02

/** The height of a box, in pixels, that shows no letter. */
const maxFlatHeight = 2

/** Pixels from which on a box is out of sight: to the left and above, to the right and below. */
const far = { before: -999, behind: 9_000 } as const

const noCauses: ReadonlyArray<Cause> = []

/** The causes of an element without a style: only those of the elements around it. */
const unstyledCauses = (box: Box): ReadonlyArray<Cause> => {
  const { clip, isInDrawing, opacity } = box.context
  const causes: Array<Cause> = opacity < minOpacity ? [{ way: "opacity", ruleSelectors: undefined }] : []
  if (clip !== undefined && !isInDrawing && isCutOff(box)) causes.push({ way: "place", ruleSelectors: undefined })
  return causes.length === 0 ? noCauses : causes
}

/** Whether a mask shows nothing: a clear gradient, or an image without a size. */
const isMasked = (values: Values): boolean => {
  const mask = valueOf(values, "mask-image")
  if (mask === "" || mask === "none") return false
  const stops = stopsOf(mask)
  return (
    (stops.length > 0 && stops.every(isClear)) ||
    /\/\s*0(?:px|%)?(?:\s|$)/.test(mask) ||
    matches(values, "mask-size", /^0(?:px|%)?(?:\s|$)/)
  )
}

/** Whether an element lies behind the ground of its ancestors. */
const isBehind = ({ context, values }: Box): boolean =>
  Number.parseInt(valueOf(values, "z-index"), 10) < 0 && (isPositionedBox(values) || /flex|grid/.test(context.display))

const empty = /^0(?:fr|px|%)?$/

/** Whether a value may hide the box by itself. */
const mayHide = cachedBy((values: Values) =>
  Array.from(values).some(([name, { value }]) => risks.get(name)?.test(value)),
)

const risks: ReadonlyMap<string, RegExp> = new Map(
  tables.risks.flatMap(({ properties, test }) =>
    properties.split(" ").map((name) => [name, new RegExp(test)] as const),
  ),
)

/** A length in pixels; `percent` is what a percentage is of. `NaN` without one. */
const lengthOf = ({ context, values }: Box, name: string, percent: number): number =>
  values.has(name) ? pixelsOf(valueOf(values, name), context.fontSize, percent) : Number.NaN

/** Whether a box clips its overflow in one direction. */
const clips = (values: Values, axis: Axis): boolean =>
  matches(values, axis.overflow, /hidden|auto|scroll|overlay|clip/) ||
  matches(values, axis === across ? down.overflow : across.overflow, /hidden|auto|scroll|overlay/) ||
  matches(values, "contain", /paint|strict|content/)

/** The used width or height, if it is set; else `NaN`. */
const extentOf = (box: Box, { size }: Axis, percent: number): number => {
  const [own = 0, least = 0, most = 0] = [size, `min-${size}`, `max-${size}`].map((name) =>
    lengthOf(box, name, percent),
  )
  const used = Math.max(Math.min(numberOr(own, Infinity), numberOr(most, Infinity)), numberOr(least, 0))
  return Number.isFinite(used) ? used : Number.NaN
}

/** Whether an element has no height and clips what overflows. */
const isFlat = (box: Box): boolean => {
  const { context, index, values } = box
  if (!clips(values, down) || lengthOf(box, "padding-bottom", 1_000) > 2) return false
  if (extentOf(box, down, isOutOfFlow(values) ? screen.height : Number.NaN) <= maxFlatHeight) return true
  if (matches(values, "contain", /strict|size/) && !values.has("height")) return true
  const rows = partsOf(context.rows)
  const isInRow = /grid/.test(context.display) && empty.test(rows[rows.length === 1 ? 0 : index] ?? "")
  return isInRow || (matches(values, "display", /grid/) && matches(values, "grid-template-rows", empty))
}

/** Whether a value makes a box clip in any direction. */
const mayClip = cachedBy((values: Values) => clips(values, across) || clips(values, down))

/** Whether a value may move the box. */
const mayMove = cachedBy((values: Values) => moving.some((name) => values.has(name)))

const moving: ReadonlyArray<string> = [
  ...[across, down].flatMap(({ end, margin, start }) => [start, end, margin]),
  ..."transform translate scale rotate".split(" "),
]

/** How far an element's margin, offset and transforms move it. */
const displacementOf = (box: Box, axis: Axis, percent: number): number => {
  const { context, values } = box
  if (!mayMove(values)) return 0
  const offset = matches(values, "position", /relative|absolute|fixed/) ? lengthOf(box, axis.start, percent) : 0
  const isInline = isInlineBox(box)
  const margin = isInline && axis === down ? 0 : lengthOf(box, axis.margin, screen.width)
  // A carousel's track is wider than the screen, and moves by its slides.
  const isTrack = lengthOf(box, "width", screen.width) > screen.width
  const shift = isInline || isTrack ? 0 : shiftOf(values, context.fontSize)[axis === across ? "x" : "y"]
  return numberOr(offset, 0) + numberOr(margin, 0) + shift
}

/** Whether an element is where nobody scrolls. A box is off the page once its whole width or height is. */
const isFarOff = (box: Box, axis: Axis): boolean => {
  const { context, values } = box
  if (!mayMove(values)) return false
  const isFixed = matches(values, "position", /^fixed$/)
  const isOnPage = isFixed || (matches(values, "position", /^absolute$/) && !context.isPlaced)
  const isFromEnd = isPositionedBox(values) && matches(values, axis.start, /^(?:auto)?$/)
  const fromEnd = isFromEnd ? lengthOf(box, axis.end, axis.screen) : Number.NaN
  const size = isOnPage ? sizeOf(box, axis) : 0
  const start = Number.isNaN(fromEnd) ? 0 : (isOnPage ? axis.screen - size : 0) - fromEnd
  const at = start + displacementOf(box, axis, axis.screen)
  const isSet = values.has(axis.start) || values.has(axis.end)
  if (at < -20 && at <= (isOnPage && isSet ? Math.max(far.before, -size) : far.before)) return true
  return at >= (isFixed || (isOnPage && axis === across) ? axis.screen : far.behind)
}

/** Whether an element lies outside the clipping box around it. */
const isCutOff = (box: Box): boolean => {
  const clip = clipAround(box)
  if (clip === undefined || box.element.localName === "br") return false
  const isOutside = ({ at, size }: ClipRange, axis: Axis): boolean =>
    at >= size || (at < 0 && at + sizeOf(box, axis) <= 0)
  return isOutside(clip.x, across) || isOutside(clip.y, down)
}

/** The outer clipping box, relative to the element's position; `undefined` if it doesn't clip the element. */
const clipAround = (box: Box): ClipBox | undefined => {
  const { context, values } = box
  const { clip } = context
  const isAnew = isOutOfFlow(values)
  if (clip === undefined || values.size === 0) return clip
  if ((isAnew && !clip.isPositioned) || matches(values, "position", /^fixed$/)) return undefined
  const moved = ({ at, size }: ClipRange, axis: Axis): ClipRange => {
    const padding = Math.max(0, numberOr(lengthOf(box, axis.padding, clip.x.size), 0))
    return { size, at: (isAnew ? 0 : at) + displacementOf(box, axis, size) + padding }
  }
  return { ...clip, x: moved(clip.x, across), y: moved(clip.y, down) }
}

/**
 * The size of an element's text: on one line across, of all lines down, or its own size; rather too large than too
 * small.
 */
const sizeOf = (box: Box, axis: Axis): number => {
  const own = lengthOf(box, axis.size, axis.screen)
  if (own > 1) return own
  const { fontSize } = box.context
  const width = (box.element.textContent ?? "").trim().length * fontSize * 0.6
  return axis === across ? Math.min(screen.width, width) : Math.ceil(width / 300) * fontSize * 2 + 40
}
