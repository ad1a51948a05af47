/** What an element's style sets for the text within it, and whether text is seen there. */
import { canvas, type Colour, colourOf, isAlike, isClear, over } from "./Colour.ts"
import { numberOf, pixelsOf } from "./Length.ts"
import type { Values, Winner } from "./Values.ts"

/** Why something isn't seen: how it is hidden, and by which rule. The same cause may hide many elements. */
export interface Cause {
  readonly way: "markup" | "display" | "visibility" | "opacity" | "place" | "size" | "letters" | "colour"
  /** The selectors of the rule; none for an attribute. */
  readonly by: string | undefined
}

/** A box that cuts off what lies outside of it, and how far inside the current position is at least. */
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
  readonly colour: Colour | undefined
  readonly colourBy: string | undefined
  /** The colour behind the text; `undefined` if it isn't known. */
  readonly ground: Colour | undefined
  /** Whether the ground is painted through the letters, or a shadow or a stroke shows them. */
  readonly isDrawn: boolean
  readonly isDark: boolean
  readonly isNoWrap: boolean
  /** The effective `display` of the parent, for its items. */
  readonly parent: { readonly display: string; readonly rows: string; readonly columns: string }
  /** Whether an element around is positioned, so that offsets aren't those of the page. */
  readonly isPlaced: boolean
  readonly clip: ClipBox | undefined
  /** Whether an opaque box lies over the layer behind, where `z-index: -1` goes. */
  readonly hasBackdrop: boolean
}

/** The context in which a page begins. Without `isGroundKnown` its ground may be set by a style sheet that isn't read. */
export const initialContext = (isGroundKnown: boolean): Context => ({
  visibility: undefined,
  indent: undefined,
  fontSize: 16,
  fontBy: undefined,
  scale: 1,
  opacity: 1,
  colour: isGroundKnown ? [0, 0, 0, 1] : undefined,
  colourBy: undefined,
  ground: isGroundKnown ? canvas(false) : undefined,
  isDrawn: false,
  isDark: false,
  isNoWrap: false,
  parent: { display: "block", rows: "", columns: "" },
  isPlaced: false,
  clip: undefined,
  hasBackdrop: false,
})

/** The context within an element. */
export const within = (outer: Context, element: Element, values: Values): Context => {
  if (values.size === 0) return outer.parent === plainParent ? outer : { ...outer, parent: plainParent }
  const fontSize = fontSizeOf(values.get("font-size"), outer.fontSize)
  const isDark = darkOf(values.get("color-scheme")?.value) ?? outer.isDark
  const isPage = element.localName === "html"
  const turned = isPage && isDark && outer.ground !== undefined ? { ground: canvas(true), colour: canvasText } : outer
  const colour = colourWithin({ ...outer, ...turned }, values, isDark)
  const position = values.get("position")?.value ?? "static"
  const isLaidOver = position === "absolute" || position === "fixed"
  const below = isLaidOver || element.hasAttribute("data-bg") ? undefined : turned.ground
  const ground = groundOf(below, turned.ground, values, colour.colour, isDark)
  const isOpaque = paintsOpaque(values, isDark)
  return {
    visibility: visibilityOf(outer, values.get("visibility")),
    indent: indentOf(outer, values, fontSize),
    fontSize,
    fontBy: values.has("font-size") ? values.get("font-size")?.by : outer.fontBy,
    scale: outer.scale,
    opacity: outer.opacity * opacityOf(values),
    ...colour,
    ground,
    isDrawn:
      outer.isDrawn || values.get("background-clip")?.value === "text" || isOutlined(values, ground ?? below, isDark),
    isDark,
    isNoWrap:
      /^(?:nowrap|pre)$/.test(values.get("white-space")?.value ?? "") || (outer.isNoWrap && !values.has("white-space")),
    parent: {
      display: values.get("display")?.value ?? "",
      rows: values.get("grid-template-rows")?.value ?? "",
      columns: values.get("grid-template-columns")?.value ?? "",
    },
    isPlaced: outer.isPlaced || position !== "static" || values.has("transform"),
    clip: outer.clip,
    hasBackdrop: isStacking(values)
      ? false
      : outer.hasBackdrop || (isOpaque && element.localName !== "body" && !isPage),
  }
}

/** Why text isn't seen in a context. */
export const unseen = (context: Context): Cause | undefined => {
  const { colour, ground } = context
  if (context.visibility !== undefined) return context.visibility
  if (context.indent !== undefined) return context.indent
  if (context.fontSize * context.scale < smallest) return { way: "letters", by: context.fontBy }
  if (colour === undefined || context.isDrawn) return undefined
  return isClear(colour) || (ground !== undefined && isAlike(colour, ground))
    ? { way: "colour", by: context.colourBy }
    : undefined
}

/** The opacity that an element's style gives it, its filters included. */
export const opacityOf = (values: Values): number => {
  const own = numberOf(values.get("opacity")?.value ?? "1")
  const [, filtered = "1"] =
    /(?:^|[\s)])opacity\(\s*([^()]*|calc\([^()]*\))\s*\)/.exec(values.get("filter")?.value ?? "") ?? []
  const opacity = (Number.isNaN(own) ? 1 : own) * (numberOf(filtered) || (filtered === "" ? 1 : 0))
  return Math.min(1, Math.max(0, opacity))
}

// --- private --------------------------------------------------------------------------

const plainParent = { display: "", rows: "", columns: "" } as const

/** Letters of fewer pixels can't be read. */
const smallest = 2

/** Pixels to the left from which on text is out of sight. */
const farIndent = -999

const canvasText: Colour = [255, 255, 255, 1]

const darkOf = (scheme: string | undefined): boolean | undefined =>
  scheme === undefined ? undefined : scheme.includes("dark") && !scheme.includes("light")

const visibilityOf = (outer: Context, winner: Winner | undefined): Cause | undefined => {
  if (winner === undefined || winner.value === "inherit") return outer.visibility
  return /^(?:hidden|collapse)$/.test(winner.value) ? { way: "visibility", by: winner.by } : undefined
}

const indentOf = (outer: Context, values: Values, fontSize: number): Cause | undefined => {
  const winner = values.get("text-indent")
  if (winner === undefined || winner.value === "inherit") return outer.indent
  const indent = pixelsOf(winner.value.split(/\s/)[0] ?? "", { fontSize, percent: 1_280 })
  const isCut =
    /hidden|clip/.test(values.get("overflow-x")?.value ?? "") && values.get("white-space")?.value === "nowrap"
  return indent <= farIndent || (isCut && indent >= 1_000) ? { way: "place", by: winner.by } : undefined
}

const sizeWords: ReadonlyMap<string, number> = new Map([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
])

const fontSizeOf = (winner: Winner | undefined, outer: number): number => {
  if (winner === undefined || winner.value === "inherit") return outer
  if (winner.value === "smaller") return outer / 1.2
  if (winner.value === "larger") return outer * 1.2
  const size = pixelsOf(winner.value, { fontSize: outer, percent: outer })
  return Number.isNaN(size) ? (sizeWords.get(winner.value) ?? 16) : size
}

const colourWithin = (outer: Context, values: Values, isDark: boolean): Pick<Context, "colour" | "colourBy"> => {
  const winner = values.get("-webkit-text-fill-color") ?? values.get("fill") ?? values.get("color")
  const own = winner?.value === "currentcolor" ? values.get("color") : winner
  let { colour } = outer
  if (own?.value === "initial") colour = isDark ? canvasText : [0, 0, 0, 1]
  else if (own?.value === "none") colour = [0, 0, 0, 0]
  else if (own !== undefined && own.value !== "inherit" && own.value !== "currentcolor")
    colour = colourOf(own.value, isDark)
  const [, inverted] = /invert\(\s*([^()]*)\s*\)/.exec(values.get("filter")?.value ?? "") ?? []
  if (inverted !== undefined && colour !== undefined && !(numberOf(inverted) < 0.9))
    colour = [255 - colour[0], 255 - colour[1], 255 - colour[2], colour[3]]
  return { colour, colourBy: own === undefined ? outer.colourBy : own.by }
}

/** The colour behind an element's text: its own over what was there. An image may have any colour. */
const groundOf = (
  below: Colour | undefined,
  page: Colour | undefined,
  values: Values,
  text: Colour | undefined,
  isDark: boolean,
): Colour | undefined => {
  const image = values.get("background-image")?.value ?? "none"
  if (/inset/.test(values.get("box-shadow")?.value ?? "")) return undefined
  if (image !== "none" && !isWordOf(image)) return evenColourOf(image, isDark)
  const own = values.get("background-color")?.value
  if (own === undefined || own === "transparent" || isWordOf(own)) return below
  const colour = own === "currentcolor" ? text : colourOf(own, isDark)
  if (colour === undefined || isClear(colour)) return colour === undefined ? undefined : below
  if (colour[3] > 0.95) return colour
  const under = below ?? (colour[3] > 0.9 ? page : undefined)
  return under === undefined ? undefined : over(colour, under)
}

/** The colour of a gradient whose stops are all alike. */
const evenColourOf = (image: string, isDark: boolean): Colour | undefined => {
  const inside = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(([^]*)\)$/.exec(image)?.[1]
  if (inside === undefined) return undefined
  const colours = inside
    .split(/,(?![^(]*\))/)
    .map((stop) => colourOf(stop.trim().replace(/\s+[\d.]+(?:%|px).*$/, ""), isDark))
    .filter((colour) => colour !== undefined)
  const [first] = colours
  return first !== undefined && first[3] > 0.95 && colours.length > 1 && colours.every((one) => isAlike(one, first))
    ? first
    : undefined
}

const isWordOf = (value: string): boolean => /^(?:initial|inherit|unset|none)$/.test(value)

const paintsOpaque = (values: Values, isDark: boolean): boolean => {
  const own = values.get("background-color")?.value
  const colour = own === undefined ? undefined : colourOf(own, isDark)
  return colour !== undefined && colour[3] > 0.95
}

/** Whether a shadow or a stroke shows letters that have no colour of their own. */
const isOutlined = (values: Values, ground: Colour | undefined, isDark: boolean): boolean =>
  ["text-shadow", "-webkit-text-stroke"].some((property) => {
    const value = values.get(property)?.value
    if (value === undefined || value === "none" || /^0(?:px)?$/.test(value)) return false
    const colour = value
      .split(/\s+(?![^(]*\))/)
      .map((part) => colourOf(part.replace(/,$/, ""), isDark))
      .find((part) => part !== undefined)
    return colour !== undefined && !isClear(colour) && (ground === undefined || !isAlike(colour, ground))
  })

/** Whether an element is the bottom of its own stack of layers. */
const isStacking = (values: Values): boolean => {
  const position = values.get("position")?.value
  const index = values.get("z-index")?.value ?? "auto"
  return (
    position === "fixed" ||
    position === "sticky" ||
    (position !== undefined && position !== "static" && /\d/.test(index)) ||
    opacityOf(values) < 1 ||
    (values.get("transform")?.value ?? "none") !== "none"
  )
}
