/**
 * Whether a person sees an element, and the text in it, as far as it can be told without layout: {@link hidingsOf} what
 * is hidden whole, {@link within} what its children inherit, {@link unseen} whether text is seen there.
 *
 * What an element inherits may be undone within it: a parent of no size of letters, as old layouts have it, hides no
 * child that sets its own.
 */
import type { Values, Winner } from "./Cascade.ts"
import { type Colour, colourOf, isAlike, isClear } from "./Colour.ts"

/** Why something isn't seen: how it is done, and by what. The same cause hides many elements. */
export interface Cause {
  readonly way: "markup" | "display" | "visibility" | "opacity" | "place" | "size" | "letters" | "colour"
  /** The selector of the rule that does it; none for an attribute. */
  readonly by: string | undefined
}

/** What text is shown as. */
export interface Context {
  readonly visibility: Cause | undefined
  readonly indent: Cause | undefined
  /** In pixels, and what set it. */
  readonly fontSize: number
  readonly fontBy: string | undefined
  readonly colour: Colour | undefined
  readonly colourBy: string | undefined
  /** The colour behind the text, if it is known. */
  readonly ground: Colour | undefined
  /** Whether the ground is painted through the letters. */
  readonly isCutOut: boolean
}

/** The share of a page's text from which on what is transparent is content that a script fades in, and a rule one that a script undoes. */
export const shares = { faded: 0.2, held: 0.4 } as const

/** What a page begins with: its colours are what its reader sets. */
export const initial: Context = {
  visibility: undefined,
  indent: undefined,
  fontSize: 16,
  fontBy: undefined,
  colour: undefined,
  colourBy: undefined,
  ground: undefined,
  isCutOut: false,
}

/** Whether it is a way to hide what is to be shown later, which a rule then does: what a script or a click undoes. */
export const isHeldBack = ({ by, way }: Cause): boolean => by !== undefined && heldBack.has(way)

/** Why an element is hidden with all that is in it: every cause that there is. */
export const hidingsOf = (values: Values): ReadonlyArray<Cause> => {
  if (values.size === 0) return none
  const causes: Array<Cause> = []
  const add = (way: Cause["way"], name: string, isHiding: (value: string) => boolean): void => {
    const winner = values.get(name)
    if (winner !== undefined && isHiding(winner.value)) causes.push({ way, by: winner.by })
  }
  add("display", "display", (value) => value === "none")
  add("display", "content-visibility", (value) => value === "hidden")
  add("opacity", "opacity", (value) => numberOf(value) < 0.02)
  for (const [name, isHiding] of places) add("place", name, isHiding)
  if (overflows.some((name) => /hidden|clip/.test(values.get(name)?.value ?? ""))) {
    for (const name of sides) add("size", name, (value) => pixelsOf(value) <= 1)
  }
  return causes
}

/** What an element's children inherit. */
export const within = (outer: Context, values: Values): Context => {
  if (values.size === 0) return outer
  const visibility = values.get("visibility")
  const indent = values.get("text-indent")
  const font = stronger(values.get("font"), values.get("font-size"))
  const size = font === undefined ? undefined : sizeOf(font.value, outer.fontSize)
  const fill = values.get("-webkit-text-fill-color") ?? values.get("color")
  const isOwn = fill !== undefined && fill.value !== "inherit" && fill.value !== "currentcolor"
  const clip = values.get("background-clip") ?? values.get("-webkit-background-clip")
  return {
    visibility:
      visibility === undefined || visibility.value === "inherit"
        ? outer.visibility
        : /^(?:hidden|collapse)$/.test(visibility.value)
          ? { way: "visibility", by: visibility.by }
          : undefined,
    indent: indent === undefined ? outer.indent : isFar(indent.value) ? { way: "place", by: indent.by } : undefined,
    fontSize: size ?? outer.fontSize,
    fontBy: size === undefined ? outer.fontBy : font?.by,
    colour: isOwn ? colourOf(fill.value) : outer.colour,
    colourBy: isOwn ? fill.by : outer.colourBy,
    ground: groundOf(outer.ground, values),
    isCutOut: outer.isCutOut || clip?.value === "text",
  }
}

/** Why text isn't seen. */
export const unseen = ({ colour, ground, isCutOut, ...context }: Context): Cause | undefined => {
  if (context.visibility !== undefined) return context.visibility
  if (context.indent !== undefined) return context.indent
  if (context.fontSize < smallest) return { way: "letters", by: context.fontBy }
  if (colour === undefined || isCutOut) return undefined
  const isGround = isClear(colour) || (ground !== undefined && isAlike(colour, ground))
  return isGround ? { way: "colour", by: context.colourBy } : undefined
}

// --- private --------------------------------------------------------------------------

const heldBack: ReadonlySet<Cause["way"]> = new Set(["display", "visibility", "size"] as const)

const none: ReadonlyArray<Cause> = []
const overflows = ["overflow", "overflow-x", "overflow-y", "overflow-block", "overflow-inline"]
const sides = "width height max-width max-height block-size inline-size max-block-size max-inline-size".split(" ")

/** Letters of fewer pixels can't be read. */
const smallest = 2

/** Pixels to the left or above from which on something is out of sight, and to the right or below. */
const farBefore = -999
const farBehind = 9_000

const units: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["in", 96],
  ["cm", 38],
  ["mm", 3.8],
  ["em", 16],
  ["rem", 16],
  ["ex", 8],
  ["ch", 8],
  ["vw", 12.8],
  ["vh", 8],
])

/** A length in pixels; of a percentage or a sum nobody knows it. */
const pixelsOf = (value: string): number => {
  const [, number, unit = ""] = /^(?:calc\()?\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*([a-z]*)\s*\)?$/.exec(value) ?? []
  return number === undefined ? Number.NaN : Number(number) * (units.get(unit) ?? Number.NaN)
}

/** A number or a share; not a number is never less than anything. */
const numberOf = (value: string): number => (value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : pixelsOf(value))

const sizeOf = (value: string, outer: number): number | undefined => {
  const [, number, unit = ""] =
    /(?:^|[\s(])(0|\d*\.?\d+(?:e[-+]?\d+)?(?=[a-z%]))(px|pt|pc|in|cm|mm|em|rem|ex|ch|vw|vh|%)?(?:$|[\s/)])/.exec(
      value,
    ) ?? []
  if (number === undefined) return /^(?:xx?-|)(?:small|large)$|^medium$/.test(value) ? 16 : undefined
  if (unit === "%") return (Number(number) / 100) * outer
  return unit === "em" ? Number(number) * outer : Number(number) * (units.get(unit) ?? 1)
}

const isFar = (value: string): boolean => value.split(/\s+/).some((part) => isFarLength(pixelsOf(part)))
const isFarLength = (length: number): boolean => length <= farBefore || length >= farBehind

const isEmptyClip = (value: string): boolean => {
  const [, inside] = /^rect\(([^()]*)\)$/.exec(value) ?? []
  if (inside === undefined) return false
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = inside
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map(pixelsOf)
  return right - left <= 1 || bottom - top <= 1
}

const isEmptyPath = (value: string): boolean => {
  const [, shape, inside = ""] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(value) ?? []
  if (shape === "inset")
    return inside
      .trim()
      .split(/\s+/)
      .slice(0, 4)
      .every((side) => side.endsWith("%") && Number.parseFloat(side) >= 50)
  if (shape === "polygon") return new Set(inside.split(",").map((point) => point.trim())).size < 3
  return shape !== undefined && /^\s*0(?:px|%)?(?:\s|$)/.test(inside)
}

const isFlat = (value: string): boolean => {
  for (const [, name = "", inside = ""] of value.matchAll(/([a-z0-9]+)\(([^()]*)\)/g)) {
    const parts = inside.split(/[\s,]+/).filter((part) => part !== "")
    if (name.startsWith("scale") && parts.slice(0, 2).some((part) => numberOf(part) === 0)) return true
    if (name === "matrix" && Number(parts[0]) === 0 && Number(parts[1]) === 0) return true
    if (name.startsWith("translate") && parts.some(isFar)) return true
  }
  return false
}

const places: ReadonlyArray<readonly [property: string, isHiding: (value: string) => boolean]> = [
  ["clip", isEmptyClip],
  ["clip-path", isEmptyPath],
  ["transform", isFlat],
  ["scale", (value) => value.split(/\s+/).some((part) => numberOf(part) === 0)],
  ["left", isFar],
  ["right", isFar],
  ["top", isFar],
  ["bottom", isFar],
  ["inset", isFar],
  ["inset-block", isFar],
  ["inset-inline", isFar],
  ["inset-block-start", isFar],
  ["inset-inline-start", isFar],
  ["translate", isFar],
  ["filter", (value) => /\bopacity\(\s*(?:0|0?\.0+)%?\s*\)/.test(value)],
  ["margin", isFar],
  ["margin-left", isFar],
  ["margin-top", isFar],
  ["margin-block", isFar],
  ["margin-inline", isFar],
  ["margin-block-start", isFar],
  ["margin-inline-start", isFar],
]

const stronger = (one: Winner | undefined, other: Winner | undefined): Winner | undefined =>
  one === undefined || (other !== undefined && other.weight >= one.weight) ? other : one

/** What is behind an element's text: a colour of its own, else what was there; an image may have any colour. */
const groundOf = (outer: Colour | undefined, values: Values): Colour | undefined => {
  const background = values.get("background")
  const image = stronger(background, values.get("background-image"))
  if (image !== undefined && /url\(|gradient\(|image|var\(/.test(image.value)) return undefined
  const own = stronger(background, values.get("background-color"))
  if (own !== undefined) {
    const colour = own.value
      .split(/\s+(?![^(]*\))/)
      .map(colourOf)
      .find((each) => each !== undefined)
    if (colour !== undefined && !isClear(colour)) return colour[3] < 1 ? undefined : colour
    if (/var\(|inherit/.test(own.value)) return undefined
  }
  // Whatever is laid over the page may lie on anything.
  return /^(?:absolute|fixed|sticky)$/.test(values.get("position")?.value ?? "") ? undefined : outer
}
