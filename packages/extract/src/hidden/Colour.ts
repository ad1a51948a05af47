/** Colours as CSS writes them (Color Module Level 4), as far as it takes to tell that a text has that of its ground. */

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** Reads a colour; one that isn't known, such as that of a variable, is none. */
export const colourOf = (text: string): Colour | undefined => {
  const value = text.trim().toLowerCase()
  if (value.startsWith("#")) return ofHex(value.slice(1))
  const found = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value)
  if (found !== null) return ofFunction(found[1] ?? "", found[2] ?? "")
  const named = names.get(value)
  return named === undefined ? undefined : ofHex(named)
}

/** Whether nobody can read a text of one colour on the other. */
export const isAlike = (text: Colour, ground: Colour): boolean =>
  text.slice(0, 3).every((part, at) => Math.abs(part - (ground[at] ?? 0)) <= tolerance)

/** Whether a colour shows nothing at all. */
export const isClear = ([, , , alpha]: Colour): boolean => alpha < 0.05

// --- private --------------------------------------------------------------------------

/** A difference in each of the parts of a colour that can't be seen. */
const tolerance = 8

const ofHex = (digits: string): Colour | undefined => {
  if (!/^[\da-f]+$/.test(digits)) return undefined
  const pairs = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/[\da-f]{2}/g) ?? [])
  const [red, green, blue, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  if (red === undefined || green === undefined || blue === undefined || ![3, 4, 6, 8].includes(digits.length)) {
    return undefined
  }
  return [red, green, blue, alpha / 255]
}

const ofFunction = (name: string, inside: string): Colour | undefined => {
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== "")
  const [first, second, third, alpha = 1] = parts.map((part, at) => partOf(part, name === "rgb" && at < 3 ? 255 : 1))
  if (first === undefined || second === undefined || third === undefined) return undefined
  if (![first, second, third, alpha].every(Number.isFinite)) return undefined
  return name === "rgb" ? [first, second, third, alpha] : [...ofHue(first, second, third), alpha]
}

const partOf = (part: string, whole: number): number =>
  part.endsWith("%") ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part)

/** Hue, saturation and lightness as red, green and blue (section 7). */
const ofHue = (hue: number, saturation: number, lightness: number): readonly [number, number, number] => {
  const part = (n: number): number => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

/** The names of the CSS of old, of what is all but white or black, and of greys. */
const names: ReadonlyMap<string, string> = new Map(
  (
    "transparent:00000000 black:000000 silver:c0c0c0 gray:808080 grey:808080 white:ffffff maroon:800000 red:ff0000 " +
    "purple:800080 fuchsia:ff00ff magenta:ff00ff green:008000 lime:00ff00 olive:808000 yellow:ffff00 navy:000080 " +
    "blue:0000ff teal:008080 aqua:00ffff cyan:00ffff orange:ffa500 whitesmoke:f5f5f5 snow:fffafa ivory:fffff0 " +
    "ghostwhite:f8f8ff floralwhite:fffaf0 mintcream:f5fffa azure:f0ffff aliceblue:f0f8ff seashell:fff5ee " +
    "honeydew:f0fff0 lavenderblush:fff0f5 oldlace:fdf5e6 linen:faf0e6 beige:f5f5dc gainsboro:dcdcdc lightgray:d3d3d3 " +
    "lightgrey:d3d3d3 darkgray:a9a9a9 darkgrey:a9a9a9 dimgray:696969 dimgrey:696969 midnightblue:191970"
  )
    .split(" ")
    .map((pair): readonly [string, string] => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]),
)
