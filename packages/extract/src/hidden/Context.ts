/** What text inherits from the elements around it, and whether it is seen there. */
import { black, clear, type Colour, colourOf, isAlike, isClear, isOpaque, over, white } from "./Colour.ts"
import tables from "./css.json" with { type: "json" }
import { numberOf, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** Why something isn't seen: how it is hidden, and by which rule. The same cause may hide many elements. */
export interface Cause {
  readonly way: "markup" | "display" | "visibility" | "opacity" | "place" | "size" | "letters" | "colour"
  /** The selectors of the rule; none for an attribute. */
  readonly by: string | undefined
}

/** A box that cuts off what lies outside of it, and how far inside of it the current position is at least. */
export interface ClipBox {
  readonly width: number | undefined
  readonly height: number | undefined
  readonly x: number
  readonly y: number
  /** Whether it also contains what is positioned within it. */
  readonly isPositioned: boolean
  readonly by: string | undefined
}

/** What text inherits. */
export interface Context {
  readonly visibility: Cause | undefined
  readonly indent: Cause | undefined
  /** In pixels, without scaling. */
  readonly fontSize: number
  readonly fontBy: string | undefined
  /** By how much transforms and zoom shrink the letters. */
  readonly scale: number
  readonly opacity: number
  /** The colours of the text and behind it; `undefined` if they aren't known. */
  readonly colour: Colour | undefined
  readonly colourBy: string | undefined
  readonly ground: Colour | undefined
  /** Whether the ground is painted through the letters, or a shadow or a stroke shows them. */
  readonly isDrawn: boolean
  /** The parent's `display`, and its rows if it is a grid. */
  readonly display: string
  readonly rows: string
  /** Whether an element around is positioned, so that offsets aren't those of the page. */
  readonly isPlaced: boolean
  readonly clip: ClipBox | undefined
}

/**
 * The context in which a page begins. Without `isGroundKnown` its ground may be set by a style sheet that isn't read.
 */
export const initialContext = (isGroundKnown: boolean): Context => ({
  visibility: undefined,
  indent: undefined,
  fontSize: 16,
  fontBy: undefined,
  scale: 1,
  opacity: 1,
  colour: isGroundKnown ? black : undefined,
  colourBy: undefined,
  ground: isGroundKnown ? white : undefined,
  isDrawn: false,
  display: "",
  rows: "",
  isPlaced: false,
  clip: undefined,
})

/** The context within an element. */
export const within = (outer: Context, element: Element, values: Values): Context => {
  if (values.size === 0) return outer.display === "" ? outer : { ...outer, display: "", rows: "" }
  const fontSize = fontSizeOf(values, outer.fontSize)
  const scheme = valueOf(values, "color-scheme")
  const isDark = scheme.includes("dark") && !scheme.includes("light")
  const fill = ["-webkit-text-fill-color", "fill", "color"].find((name) => values.has(name)) ?? ""
  const own = valueOf(values, fill) === "currentcolor" ? "color" : fill
  const colour = isDark ? undefined : colourWithin(outer.colour, valueOf(values, own))
  const position = valueOf(values, "position")
  const isLaidOver = position === "absolute" || position === "fixed" || element.hasAttribute("data-bg")
  const ground = isDark ? undefined : groundOf(isLaidOver ? undefined : outer.ground, outer.ground, values, colour)
  return {
    visibility: visibilityOf(outer, values),
    indent: indentOf(outer, values, fontSize),
    fontSize,
    fontBy: values.has("font-size") ? values.get("font-size")?.by : outer.fontBy,
    scale: outer.scale,
    opacity: outer.opacity * opacityOf(values),
    colour,
    colourBy: values.has(own) ? values.get(own)?.by : outer.colourBy,
    ground,
    isDrawn: outer.isDrawn || valueOf(values, "background-clip") === "text" || isOutlined(values, ground),
    display: valueOf(values, "display"),
    rows: valueOf(values, "grid-template-rows"),
    isPlaced: outer.isPlaced || !/^(?:static)?$/.test(position) || values.has("transform"),
    clip: outer.clip,
  }
}

/** Why text isn't seen in a context. */
export const unseen = (context: Context): Cause | undefined => {
  const { colour, ground } = context
  const inherited = context.visibility ?? context.indent
  if (inherited !== undefined) return inherited
  if (context.fontSize * context.scale < smallest) return { way: "letters", by: context.fontBy }
  if (colour === undefined || context.isDrawn) return undefined
  const isLost = isClear(colour) || (ground !== undefined && isAlike(colour, ground))
  return isLost ? { way: "colour", by: context.colourBy } : undefined
}

/** The opacity that an element's style gives it, its filters included. */
export const opacityOf = (values: Values): number => {
  const [, filter = "1"] = /\bopacity\(\s*([^()]+?)\s*\)/.exec(valueOf(values, "filter")) ?? []
  const opacity = numberOf(valueOf(values, "opacity") || "1") * numberOf(filter)
  return Number.isNaN(opacity) ? 1 : Math.min(1, Math.max(0, opacity))
}

// --- private --------------------------------------------------------------------------

/** Letters of fewer pixels can't be read. */
const smallest = 2

/** Pixels to the left from which on text is out of sight. */
const farIndent = -999

const visibilityOf = (outer: Context, values: Values): Cause | undefined => {
  const winner = values.get("visibility")
  if (winner === undefined || winner.value === "inherit") return outer.visibility
  return /^(?:hidden|collapse)$/.test(winner.value) ? { way: "visibility", by: winner.by } : undefined
}

const indentOf = (outer: Context, values: Values, fontSize: number): Cause | undefined => {
  const winner = values.get("text-indent")
  if (winner === undefined || winner.value === "inherit") return outer.indent
  const indent = pixelsOf(winner.value.split(/\s/)[0] ?? "", fontSize, screen.width)
  const isCut = /hidden|clip/.test(valueOf(values, "overflow-x")) && valueOf(values, "white-space") === "nowrap"
  return indent <= farIndent || (isCut && indent >= 1_000) ? { way: "place", by: winner.by } : undefined
}

const fontSizes: ReadonlyMap<string, number> = new Map(Object.entries(tables.fontSizes))

const fontSizeOf = (values: Values, outer: number): number => {
  const value = valueOf(values, "font-size")
  if (value === "" || value === "inherit") return outer
  if (value === "smaller") return outer / 1.2
  if (value === "larger") return outer * 1.2
  const size = pixelsOf(value, outer, outer)
  return Number.isNaN(size) ? (fontSizes.get(value) ?? 16) : size
}

const colourWithin = (outer: Colour | undefined, own: string): Colour | undefined => {
  if (own === "" || own === "inherit" || own === "currentcolor") return outer
  if (own === "initial") return black
  return own === "none" ? clear : colourOf(own)
}

/**
 * The colour behind an element's text: its own over what was there. An image or an inner shadow may have any colour.
 */
const groundOf = (
  below: Colour | undefined,
  page: Colour | undefined,
  values: Values,
  text: Colour | undefined,
): Colour | undefined => {
  if (!isWord.test(valueOf(values, "background-image")) || valueOf(values, "box-shadow").includes("inset"))
    return undefined
  const own = valueOf(values, "background-color")
  if (own === "transparent" || isWord.test(own)) return below
  const colour = own === "currentcolor" ? text : colourOf(own)
  if (colour === undefined || isOpaque(colour)) return colour
  if (isClear(colour)) return below
  const under = below ?? (colour[3] > 0.9 ? page : undefined)
  return under === undefined ? undefined : over(colour, under)
}

const isWord = /^(?:initial|inherit|unset|none|)$/

/** Whether a shadow or a stroke shows letters that have no colour of their own. */
const isOutlined = (values: Values, ground: Colour | undefined): boolean =>
  ["text-shadow", "-webkit-text-stroke"].some((property) => {
    const value = valueOf(values, property)
    if (/^(?:none|0|0px|)$/.test(value)) return false
    const colours = value.split(/\s+(?![^(]*\))/).map((part) => colourOf(part.replace(/,$/, "")))
    const colour = colours.find((part) => part !== undefined)
    return colour !== undefined && !isClear(colour) && (ground === undefined || !isAlike(colour, ground))
  })
