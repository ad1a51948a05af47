/** Colours as CSS writes them (Color Module Levels 4 and 5), and what a text in one looks like on another. */
import { color } from "@csstools/css-color-parser"
import { serializeRGB } from "@csstools/css-color-parser"
import { parseComponentValue } from "@csstools/css-parser-algorithms"
import { tokenize } from "@csstools/css-tokenizer"

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** Reads a colour; `isDark` is the used colour scheme. Returns `undefined` if it isn't a colour. */
export const colourOf = (written: string, isDark: boolean): Colour | undefined => {
  const key = isDark ? `${written} dark` : written
  if (known.has(key)) return known.get(key)
  const colour = read(written.trim().toLowerCase(), isDark)
  if (known.size >= mostKnown) known.clear()
  known.set(key, colour)
  return colour
}

/** The colour that appears where `above` is painted on `below`. */
export const over = (above: Colour, below: Colour): Colour => {
  const [, , , alpha] = above
  const mix = (at: 0 | 1 | 2): number => above[at] * alpha + below[at] * (1 - alpha)
  return [mix(0), mix(1), mix(2), 1]
}

/** Whether nobody can read a text of one colour on the other. */
export const isAlike = (text: Colour, ground: Colour): boolean => {
  const seen = over(text, ground)
  return [0, 1, 2].every((at) => Math.abs((seen[at] ?? 0) - (ground[at] ?? 0)) <= tolerance)
}

/** Whether a colour shows nothing at all. */
export const isClear = ([, , , alpha]: Colour): boolean => alpha < 0.05

/** The colour of the page behind everything. */
export const canvas = (isDark: boolean): Colour => (isDark ? [18, 18, 18, 1] : [255, 255, 255, 1])

// --- private --------------------------------------------------------------------------

/** A difference in each channel that can't be seen. */
const tolerance = 8

/** Colours that were read before; they repeat from element to element. */
const known = new Map<string, Colour | undefined>()
const mostKnown = 2_000

const read = (text: string, isDark: boolean): Colour | undefined => {
  if (text.length > longest || !/^(?:#|[a-z][a-z-]*(?:\(|$))/.test(text)) return undefined
  const value = text
    .replace(/light-dark\(((?:[^(),]|\([^()]*\))*),((?:[^(),]|\([^()]*\))*)\)/g, (_, light: string, dark: string) =>
      (isDark ? dark : light).trim(),
    )
    .replace(systemWord, (word) => (isDark ? darkSystem : lightSystem).get(word) ?? word)
  const node = parseComponentValue(tokenize({ css: value }))
  const parsed = node === undefined ? false : color(node)
  if (parsed === false) return undefined
  const [red, green, blue, alpha = 1] = (
    serializeRGB(parsed)
      .toString()
      .match(/[\d.]+/g) ?? []
  ).map(Number)
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue, alpha]
}

const longest = 300

const lightSystem: ReadonlyMap<string, string> = new Map([
  ...["canvas", "field", "window", "background", "infobackground"].map((name) => [name, "#fff"] as const),
  ...["canvastext", "fieldtext", "windowtext", "infotext", "buttontext", "captiontext", "menutext", "text"].map(
    (name) => [name, "#000"] as const,
  ),
  ["linktext", "#00e"],
  ["visitedtext", "#551a8b"],
  ["activetext", "#f00"],
  ["buttonface", "#efefef"],
  ["graytext", "#808080"],
  ["mark", "#ff0"],
  ["marktext", "#000"],
  ["highlighttext", "#fff"],
  ["-webkit-link", "#00e"],
])
const darkSystem: ReadonlyMap<string, string> = new Map([
  ...lightSystem,
  ...["canvas", "window"].map((name) => [name, "#121212"] as const),
  ["field", "#3b3b3b"],
  ...["canvastext", "fieldtext", "windowtext", "buttontext"].map((name) => [name, "#fff"] as const),
  ["linktext", "#9e9eff"],
  ["buttonface", "#6b6b6b"],
])
const systemWord = new RegExp(`(?<![\\w-])(?:${Array.from(lightSystem.keys()).join("|")})(?![\\w-(])`, "g")
