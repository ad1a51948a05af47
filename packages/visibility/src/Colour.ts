/** Colours (CSS Color Module Levels 4 and 5), and whether text of one colour is readable on another. */
import { color, serializeRGB } from "@csstools/css-color-parser"
import { parseComponentValue } from "@csstools/css-parser-algorithms"
import { tokenize } from "@csstools/css-tokenizer"
import tables from "./css.json" with { type: "json" }
import { functionsOf } from "./css/Syntax.ts"

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

export const black: Colour = [0, 0, 0, 1]
export const white: Colour = [255, 255, 255, 1]
export const clear: Colour = [0, 0, 0, 0]

/** Reads a colour; `undefined` if it isn't one. The colour scheme is the light one. */
export const colourOf = (written: string): Colour | undefined => {
  if (known.has(written)) return known.get(written)
  const colour = written.length > maxLength ? undefined : read(written.trim().toLowerCase())
  if (known.size >= maxKnown) known.clear()
  known.set(written, colour)
  return colour
}

/** The visible colour of `above` painted on `below`. */
export const composited = (above: Colour, below: Colour): Colour => {
  const mix = (at: 0 | 1 | 2): number => above[at] * above[3] + below[at] * (1 - above[3])
  return [mix(0), mix(1), mix(2), 1]
}

/** Whether text of one colour is unreadable on the other, both painted with an opacity. */
export const isAlike = (text: Colour, ground: Colour, opacity = 1): boolean =>
  composited(text, ground).every(
    (channel, at) => at === 3 || Math.abs(channel - (ground[at] ?? 0)) * opacity <= tolerance,
  )

/** The colours of the stops of the gradients in a value; none if it has no gradient, or something else as well. */
export const stopsOf = (value: string): ReadonlyArray<Colour> => {
  const [first, ...others] = functionsOf(value)
  if (first === undefined || ![first, ...others].every(([name]) => name.endsWith("gradient"))) return []
  return first[1].map(colourOf).filter((colour) => colour !== undefined)
}

/** The colour of an image if it is a gradient of one colour. */
export const uniformColourOf = (image: string): Colour | undefined => {
  const [first, ...others] = stopsOf(image)
  return first !== undefined && others.length > 0 && others.every((one) => one[3] === first[3] && isAlike(one, first))
    ? first
    : undefined
}

/** Whether a colour shows nothing at all. */
export const isClear = (colour: Colour): boolean => colour[3] < 0.05

/** Whether a colour hides everything behind it. */
export const isOpaque = (colour: Colour | undefined): boolean => colour !== undefined && colour[3] > 0.95

// --- private --------------------------------------------------------------------------

/** An invisible difference of a channel. */
const tolerance = 8

/** A cache, because colours repeat from element to element. */
const known = new Map<string, Colour | undefined>()
const maxKnown = 2_000
const maxLength = 300

const system: ReadonlyMap<string, string> = new Map(Object.entries(tables.systemColours))
const systemWord = new RegExp(`(?<![\\w-])(?:${Array.from(system.keys()).join("|")})(?![\\w-(])`, "g")

const read = (text: string): Colour | undefined => {
  if (!/^(?:#|[a-z][a-z-]*(?:\(|$))/.test(text)) return undefined
  const css = text
    .replace(/light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^(),]|\([^()]*\))*\)/g, (_, light: string) => light.trim())
    .replace(systemWord, (word) => system.get(word) ?? word)
  const node = parseComponentValue(tokenize({ css }))
  const parsed = node === undefined ? false : color(node)
  if (parsed === false) return undefined
  const channels =
    serializeRGB(parsed)
      .toString()
      .match(/[\d.]+/g) ?? []
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels.map(Number)
  return [red, green, blue, alpha]
}
