/** Why an element's box isn't seen, with all that is in it. */
import { screen } from "./Conditions.ts"
import { colourOf } from "./Colour.ts"
import { type Cause, opacityOf } from "./Context.ts"
import { type Box, clips, isOutOfFlow, isPositioned, lengthIn, numberIn, numberOr } from "./Measures.ts"
import { placeCauses } from "./Position.ts"
import { isClearMask, isEmptyClip, isEmptyPath, rotation } from "./Shape.ts"
import { shrinkOf } from "./Transform.ts"
import type { Values } from "./Values.ts"

/** Every cause that hides an element whole. */
export const boxCauses = (box: Box): ReadonlyArray<Cause> => {
  const { context, element, values } = box
  if (
    context.clip === undefined &&
    !/flex|grid/.test(context.parent.display) &&
    !context.hasBackdrop &&
    context.opacity > 0.2 &&
    !isRisky(values)
  )
    return none
  const causes: Array<Cause> = []
  const check = (way: Cause["way"], property: string, isHiding: (value: string) => boolean): void => {
    const winner = values.get(property)
    if (winner !== undefined && isHiding(winner.value)) causes.push({ way, by: winner.by })
  }
  const isInline = isInlineBox(box)
  check("display", "display", (value) => value === "none")
  if (!isInline) check("display", "content-visibility", (value) => value === "hidden")
  if (context.opacity * opacityOf(values) < faintest)
    causes.push({ way: "opacity", by: (values.get("opacity") ?? values.get("filter"))?.by })
  check("opacity", "mask-image", (value) => isClearMask(value, context.isDark))
  check("place", "clip-path", isEmptyPath)
  check("letters", "-webkit-text-security", (value) => value !== "none")
  if (isOutOfFlow(values)) check("place", "clip", isEmptyClip)
  if (!isInline) {
    check("place", "transform", (value) => shrinkOf(value) === 0)
    check("place", "rotate", (value) => shrinkOf(rotation(value)) === 0)
    check("place", "scale", (value) => shrinkOf(`scale(${value.split(/\s+/).join(",")})`) === 0)
    check(
      "place",
      "backface-visibility",
      (value) =>
        value === "hidden" && /rotate[xy]\(-?(?:180deg|\.5turn|0\.5turn)\)/.test(values.get("transform")?.value ?? ""),
    )
    causes.push(...sizeCauses(box))
  }
  causes.push(...placeCauses(box, isInline))
  if (numberIn(values, "z-index") < 0 && context.hasBackdrop && isPositioned(values))
    causes.push({ way: "place", by: values.get("z-index")?.by })
  return causes.length === 0 && element.localName === "iframe" && isFrameEmpty(element)
    ? [{ way: "size", by: undefined }]
    : causes
}

/** How much smaller an element's letters are drawn. */
export const scaleOf = ({ values, ...box }: Box): number => {
  const zoom = numberIn(values, "zoom")
  const scale = values.get("scale")?.value.split(/\s+/).join(",")
  const drawn = isInlineBox({ values, ...box })
    ? 1
    : shrinkOf(values.get("transform")?.value ?? "") * shrinkOf(scale === undefined ? "" : `scale(${scale})`)
  const percent = values.get("zoom")?.value.endsWith("%") === true ? 0.01 : 1
  return drawn * (zoom > 0 ? zoom * percent : 1)
}

/** Whether an element covers the whole of its positioned parent with an opaque colour. */
export const coversParent = (values: Values, isDark: boolean): boolean => {
  if (values.get("position")?.value !== "absolute" || opacityOf(values) < 0.95) return false
  if (["transform", "scale", "clip-path"].some((name) => (values.get(name)?.value ?? "none") !== "none")) return false
  if (values.get("display")?.value === "none" || values.get("visibility")?.value === "hidden") return false
  const colour = colourOf(values.get("background-color")?.value ?? "transparent", isDark)
  if (colour === undefined || colour[3] < 0.95) return false
  const isZero = (name: string): boolean => /^-?0(?:px|%)?$/.test(values.get(name)?.value ?? "")
  const isFull = (name: string): boolean => values.get(name)?.value === "100%"
  return (
    isZero("left") && isZero("top") && (isZero("right") || isFull("width")) && (isZero("bottom") || isFull("height"))
  )
}

/** The layer of a positioned element; `undefined` if it isn't positioned. */
export const layerOf = (values: Values): number | undefined =>
  isPositioned(values) ? numberOr(numberIn(values, "z-index"), 0) : undefined

// --- private --------------------------------------------------------------------------

const none: ReadonlyArray<Cause> = []

const judged = new WeakMap<Values, boolean>()

/** Whether a value may hide the box by itself. Elements share values, so each is looked at once. */
const isRisky = (values: Values): boolean => {
  const known = judged.get(values)
  if (known !== undefined) return known
  let isFound = false
  for (const [property, { value }] of values) isFound ||= risks.get(property)?.test(value) === true
  judged.set(values, isFound)
  return isFound
}

const small = /^[-+]?[01]?\.?\d*(?:px|r?em|%|fr)?$|\(/
const distant = /\d{3}|\(|\d(?:r?em|v\w+|%|cm|in|pt|mm|pc)/
const unusual = /^(?!none$|normal$|auto$|visible$|initial$|unset$|1$)/
const risks: ReadonlyMap<string, RegExp> = new Map([
  ["display", /none|grid/],
  ...["width", "height", "max-width", "max-height", "line-height"].map((name) => [name, small] as const),
  ...["left", "right", "top", "bottom", "margin-left", "margin-top", "translate", "transform"].map(
    (name) => [name, distant] as const,
  ),
  ...["content-visibility", "opacity", "filter", "mask-image", "clip", "clip-path", "rotate", "scale", "contain"].map(
    (name) => [name, unusual] as const,
  ),
  ...["backface-visibility", "-webkit-text-security"].map((name) => [name, unusual] as const),
])

/** An opacity below which nobody sees anything. */
const faintest = 0.02

const blocks: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html iframe img input legend li main menu meter nav ol p pre " +
    "progress search section select summary svg table tbody td textarea tfoot th thead tr ul video"
  ).split(" "),
)

/** Whether an element is laid out in lines of text, where sizes and transforms have no effect. */
const isInlineBox = ({ context, element, values }: Box): boolean => {
  const display = values.get("display")?.value
  if (display !== undefined && display !== "none" && !/^(?:inherit|initial|unset)$/.test(display))
    return display === "inline" || display === "contents"
  const isItem = /flex|grid/.test(context.parent.display) || (values.get("float")?.value ?? "none") !== "none"
  return !isItem && !isOutOfFlow(values) && !blocks.has(element.localName)
}

const sizeCauses = (box: Box): ReadonlyArray<Cause> => {
  const { context, index, values } = box
  const causes: Array<Cause> = []
  const by = (...names: ReadonlyArray<string>): string | undefined =>
    names.map((name) => values.get(name)).find((winner) => winner !== undefined)?.by
  if (clips(values, "x") && extentOf(box, "width", screen.width) <= 1)
    causes.push({ way: "size", by: by("max-width", "width") })
  const isPadded = lengthIn(box, "padding-bottom", 1_000) > 2
  const isSizeless = /strict|size/.test(values.get("contain")?.value ?? "") && !values.has("height")
  const lineless = /^0(?:px|%)?$/.test(values.get("line-height")?.value ?? "") && !values.has("height")
  const percent = isOutOfFlow(values) ? screen.height : Number.NaN
  if (clips(values, "y") && !isPadded && (extentOf(box, "height", percent) <= 1 || isSizeless || lineless))
    causes.push({ way: "size", by: by("max-height", "height", "line-height", "contain") })
  if (/grid/.test(context.parent.display)) {
    if (clips(values, "y") && isEmptyTrack(context.parent.rows, index, context.parent.columns === ""))
      causes.push({ way: "size", by: by("overflow-y") })
    if (clips(values, "x") && isEmptyTrack(context.parent.columns, index, true))
      causes.push({ way: "size", by: by("overflow-x") })
  }
  const isShrunk = /flex/.test(context.parent.display) && numberIn(values, "flex-grow") === 0
  if (isShrunk && clips(values, "x") && lengthIn(box, "flex-basis", screen.width) <= 1)
    causes.push({ way: "size", by: by("flex-basis") })
  return causes.length === 0 &&
    /grid/.test(values.get("display")?.value ?? "") &&
    clips(values, "y") &&
    /^(?:0(?:px)?\s*)+$/.test(values.get("grid-template-rows")?.value ?? "")
    ? [{ way: "size", by: by("grid-template-rows") }]
    : causes
}

/** The used width or height, as far as it is set; `NaN` if it isn't. */
const extentOf = (box: Box, side: "width" | "height", percent: number): number => {
  const [own, least, most] = [side, `min-${side}`, `max-${side}`].map((name) => lengthIn(box, name, percent))
  const bounded = Math.min(
    numberOr(own ?? Number.NaN, Number.POSITIVE_INFINITY),
    numberOr(most ?? Number.NaN, Number.POSITIVE_INFINITY),
  )
  const used = Math.max(bounded, numberOr(least ?? Number.NaN, 0))
  return Number.isFinite(used) ? used : Number.NaN
}

const isEmptyTrack = (tracks: string, index: number, isAlone: boolean): boolean => {
  const list = tracks.split(/\s+(?![^(]*\))/)
  return (
    /^0(?:fr|px|%)?$/.test(list[isAlone ? index : 0] ?? "") ||
    (list.length === 1 && /^0(?:fr|px|%)?$/.test(list[0] ?? ""))
  )
}

/** Whether the attributes of a frame leave no room for its document. */
const isFrameEmpty = (element: Element): boolean =>
  ["width", "height"].some((name) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? ""))
