/**
 * Decides which conditional groups of a style sheet apply: on a colour screen of 1280 by 800 pixels, with a mouse and a
 * current browser.
 */
import tables from "./css.json" with { type: "json" }
import { isValid } from "./Declaration.ts"
import { listOf } from "./css/Syntax.ts"
import { pixelsOf, screen } from "./Values.ts"

/** Whether a list of media queries applies (Media Queries Level 4); an empty one does. */
export const mediaApply = (queries: string): boolean => {
  const list = listOf(queries.slice(0, maxLength))
  return queries.trim() === "" || list.some((query) => holds(query, mediaHolds))
}

/**
 * Whether the condition of a `@container` rule holds, for a container of any usual width: the layout isn't known.
 * `declared` are the page's declarations about containers; without any the rule has no effect.
 */
export const containerApply = (condition: string, declared: string): boolean => {
  const [, name = "", query = ""] = /^((?!not\b)[\w-]*)\s*(\(.*)$/s.exec(condition.trim()) ?? []
  if (!/size/.test(declared) || !declared.includes(name) || /\bstyle\(/i.test(query)) return false
  return containerSizes.every((sizes) => holds(query, mediaHoldsFor(sizes)))
}

/** Whether the condition of an `@supports` rule holds. */
export const supportsApply = (condition: string): boolean => holds(condition, isSupported)

// --- private --------------------------------------------------------------------------

/** Maximum characters of a condition; longer ones don't hold. */
const maxLength = 500

type Test = (text: string) => boolean

/**
 * Replaces brackets by their truth value from the inside outwards. Brackets of functions in values become angle
 * brackets.
 */
const holds = (condition: string, test: Test): boolean => {
  if (condition.length > maxLength) return false
  let text = condition.toLowerCase().replaceAll(/\bonly\b/g, " ")
  for (let before = ""; before !== text;) {
    before = text
    text = text.replaceAll(/(?<![\w-])([\w-]*)\(([^()]*)\)/g, (_, name: string, inside: string) => {
      if (name === "selector") return digit(!unknownElement.test(inside))
      if (name !== "" && !/^(?:not|and|or)$/.test(name)) return `${name}<${inside}>`
      return `${name} ${digit(combined(inside, test))}`
    })
  }
  return combined(text, test)
}

const digit = (isTrue: boolean): string => (isTrue ? " 1 " : " 0 ")

/** Combines terms with `not`, `and` and `or`. */
const combined = (written: string, test: Test): boolean => {
  const text = written.replaceAll(/\s+/g, " ").trim()
  if (text.startsWith("not ")) return !combined(text.slice(4), test)
  const [first = "", ...others] = text.split(" or ")
  if (others.length > 0) return [first, ...others].some((one) => combined(one, test))
  const terms = text.split(" and ")
  if (terms.length > 1) return terms.every((one) => combined(one, test))
  return text === "1" || (text !== "0" && test(text))
}

const unknownElement = /::(?!before|after|first-|marker|selection|placeholder|backdrop|-webkit-|part|slotted|cue)/

const supportedProperties: ReadonlySet<string> = new Set(tables.supported)

const isSupported: Test = (text) => {
  if (/^(?:font-\w+|at-rule)</.test(text)) return true
  const [, name = "", value = ""] = /^([\w-]+) ?: ?(.+)$/s.exec(text) ?? []
  const written = value.replaceAll("<", "(").replaceAll(">", ")")
  return name.startsWith("--") || (supportedProperties.has(name) && isValid(name, written))
}

const words: ReadonlySet<string> = new Set(tables.mediaWords)
const features: ReadonlyMap<string, string> = new Map(Object.entries(tables.mediaFeatures))
const sizes: ReadonlyMap<string, number> = new Map([
  ["width", screen.width],
  ["height", screen.height],
  ["aspect-ratio", screen.width / screen.height],
  ["resolution", 1],
  ["pixel-ratio", 1],
  ["color", 8],
  ["color-index", 0],
  ["monochrome", 0],
])

/** Containers as narrow as a column and as wide as the screen. */
const containerSizes: ReadonlyArray<Sizes> = [320, screen.width].map(
  (width) =>
    new Map([
      ["width", width],
      ["inline-size", width],
    ]),
)

type Sizes = ReadonlyMap<string, number>

const mediaHoldsFor =
  (sizes: Sizes): Test =>
  (text) => {
    if (/^[a-z-]+$/.test(text)) return words.has(text)
    const plain = text.replace("-webkit-", "").replace("device-", "")
    const [, bound, name = "", written = ""] = /^(min-|max-)?([a-z-]+) ?: ?(.+)$/s.exec(plain) ?? []
    const size = sizes.get(name)
    const value = written.replaceAll("<", "(").replaceAll(">", ")")
    if (size !== undefined)
      return compare(size, bound === "min-" ? ">=" : bound === "max-" ? "<=" : "=", sizeOf(value, sizes))
    if (name !== "") return features.get(name) === value
    const [one = "", sign, other = "", nextSign, last = ""] = plain.split(/([<>]=?|=)/).map((part) => part.trim())
    const [first, second, third] = [one, other, last].map((part) => sizeOf(part, sizes))
    return compare(first, sign, second) && (last === "" || compare(second, nextSign, third))
  }

const mediaHolds = mediaHoldsFor(sizes)

/** The number of a feature, a length or a ratio. */
const sizeOf = (value: string, sizes: Sizes): number => {
  const [size = Number.NaN, unit = 1] = value.split("/").map((part) => pixelsOf(part.trim(), 16, Number.NaN))
  return sizes.get(value) ?? size / unit
}

const compare = (one = Number.NaN, sign = "", other = Number.NaN): boolean =>
  (sign.includes("=") && one === other) ||
  (sign.startsWith("<") && one < other) ||
  (sign.startsWith(">") && one > other)
