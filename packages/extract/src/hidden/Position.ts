/** Where an element stands: off the screen, or outside of a box that cuts it off. */
import { screen } from "./Conditions.ts"
import type { Cause, ClipBox } from "./Context.ts"
import { type Box, clips, isOutOfFlow, isPositioned, lengthIn, numberOr } from "./Measures.ts"
import { far, shiftOf } from "./Transform.ts"

/** Why an element isn't seen where it stands. */
export const placeCauses = (box: Box, isInline: boolean): ReadonlyArray<Cause> => {
  const { context, element, values } = box
  const causes: Array<Cause> = []
  const add = (...names: ReadonlyArray<string>): void => {
    const winner = names.map((name) => values.get(name)).find((one) => one !== undefined)
    causes.push({ way: "place", by: winner?.by ?? context.clip?.by })
  }
  const position = values.get("position")?.value ?? "static"
  const isFixed = position === "fixed"
  const isPage = isFixed || (position === "absolute" && !context.isPlaced)
  const at = (name: string): number => lengthIn(box, name, /left|right/.test(name) ? screen.width : screen.height)
  const before = (): number => (isPage ? Math.max(far.before, -widthOf(box)) : far.before)
  const above = (): number => (isPage ? Math.max(far.before, -heightOf(box)) : far.before)
  if (position === "relative" || position === "absolute" || isFixed) {
    const isFar =
      (at("left") < -20 && at("left") <= before()) ||
      (at("top") < -20 && at("top") <= above()) ||
      at("left") >= (isPage ? screen.width : far.behind) ||
      at("top") >= (isFixed ? screen.height : far.behind) ||
      (!values.has("left") &&
        (at("right") >= 2_000 ||
          at("right") <= -far.behind ||
          (isFixed && at("right") < -20 && at("right") <= before()))) ||
      (!values.has("top") && (at("bottom") >= 2_000 || (isFixed && at("bottom") < -20 && at("bottom") <= above())))
    if (isFar) add("left", "top", "right", "bottom")
  }
  if (at("margin-left") <= far.before || at("margin-left") >= far.behind) add("margin-left")
  if (!isInline && at("margin-top") <= far.before) add("margin-top")
  if (!isInline) {
    const { x, y } = shiftOf(values, context.fontSize)
    const isTrack = lengthIn(box, "width", screen.width) > screen.width
    if (!isTrack && (x <= far.before || x >= far.behind || y <= far.before || y >= far.behind))
      add("transform", "translate")
  }
  const inside = values.size === 0 ? context.clip : insideOf(box)
  if (inside === undefined || element.localName === "br") return causes
  const { height, width, x, y } = inside
  const isCutOff =
    (width !== undefined && x >= width) ||
    (height !== undefined && y >= height) ||
    (x < 0 && x + widthOf(box) <= 0) ||
    (y < 0 && y + heightOf(box) <= 0)
  if (isCutOff) add("left", "top", "margin-left", "margin-top", "transform")
  return causes
}

/** The box that cuts off an element's content, if it does; else the one around. */
export const clipWithin = (box: Box): ClipBox | undefined => {
  const { context, values } = box
  const around = insideOf(box)
  if (!clips(values, "y") && !clips(values, "x")) return around
  const width = lengthIn(box, "width", screen.width)
  const height = lengthIn(box, "height", Number.NaN)
  const scrolls = /auto|scroll/.test(`${values.get("overflow-x")?.value} ${values.get("overflow-y")?.value}`)
  if (scrolls || (Number.isNaN(width) && Number.isNaN(height) && !isPositioned(values))) return around
  return {
    width:
      clips(values, "x") && width > 0 ? width : isPositioned(values) && clips(values, "x") ? screen.width : undefined,
    height: clips(values, "y") && height > 0 ? height : undefined,
    x: Math.max(0, numberOr(lengthIn(box, "padding-left", context.fontSize), 0)),
    y: Math.max(0, numberOr(lengthIn(box, "padding-top", context.fontSize), 0)),
    isPositioned: isPositioned(values),
    by: (values.get("height") ?? values.get("width") ?? values.get("overflow-x"))?.by,
  }
}

/** The height that an element takes at least from its parent's flow. */
export const flowHeightOf = (box: Box): number => {
  if (isOutOfFlow(box.values)) return 0
  const sum = ["height", "margin-top", "margin-bottom"].map((name) => numberOr(lengthIn(box, name, Number.NaN), 0))
  return Math.max(
    0,
    sum.reduce((total, one) => total + one, 0),
  )
}

// --- private --------------------------------------------------------------------------

/** The position of an element in the clipping box around it; `undefined` if that doesn't cut it off. */
const insideOf = (box: Box): ClipBox | undefined => {
  const { clip } = box.context
  const { values } = box
  if (clip === undefined || (isOutOfFlow(values) && !clip.isPositioned) || values.get("position")?.value === "fixed")
    return undefined
  const [x, y] = offsetOf(box)
  const isAnew = isOutOfFlow(values)
  return { ...clip, x: x + (isAnew ? 0 : clip.x), y: y + (isAnew ? 0 : clip.y) }
}

const offsetOf = (box: Box): readonly [x: number, y: number] => {
  const { clip } = box.context
  const { values } = box
  const width = clip?.width ?? Number.NaN
  const height = clip?.height ?? Number.NaN
  const shift = shiftOf(values, box.context.fontSize)
  const placed = (name: string, of: number): number => (isPositioned(values) ? numberOr(lengthIn(box, name, of), 0) : 0)
  const padded = (name: string): number => Math.max(0, numberOr(lengthIn(box, name, width), 0))
  return [
    numberOr(lengthIn(box, "margin-left", width), 0) + placed("left", width) + shift.x + padded("padding-left"),
    numberOr(lengthIn(box, "margin-top", width), 0) + placed("top", height) + shift.y + padded("padding-top"),
  ]
}

/** The width of an element's text in one line, or its own width; rather too much than too little. */
const widthOf = (box: Box): number => {
  const own = lengthIn(box, "width", screen.width)
  if (own > 1) return own
  return Math.min(screen.width, (box.element.textContent ?? "").trim().length * box.context.fontSize * 0.6)
}

const heightOf = (box: Box): number => {
  const own = lengthIn(box, "height", screen.height)
  if (own > 1) return own
  const lines = Math.ceil(((box.element.textContent ?? "").length * box.context.fontSize * 0.6) / 300)
  return lines * box.context.fontSize * 2 + 40
}
