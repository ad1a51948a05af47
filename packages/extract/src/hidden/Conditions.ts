/**
 * Decides which conditional groups of a style sheet apply: on a colour screen of 1280 by 800 pixels, with a mouse and a
 * current browser.
 */
import tables from "./css.json" with { type: "json" }
import { isValid } from "./Declaration.ts"
import { screen } from "./Values.ts"

/** Whether a list of media queries applies (Media Queries Level 4); an empty one does. */
export const mediaApply = (queries: string): boolean =>
  queries.trim() === "" ||
  queries
    .slice(0, longest)
    .split(/,(?![^(]*\))/)
    .some((query) => holds(query, mediaHolds))

/** Whether the condition of an `@supports` rule holds. */
export const supportsApply = (condition: string): boolean => holds(condition, isSupported)

// --- private --------------------------------------------------------------------------

/** Characters of a condition; longer ones don't hold. */
const longest = 500

type Test = (text: string) => boolean

/**
 * Replaces brackets by their truth from the inside outwards. Brackets of a function in a value stay, as angle brackets.
 */
const holds = (condition: string, test: Test): boolean => {
  if (condition.length > longest) return false
  let text = condition.toLowerCase().replaceAll(/\bonly\b/g, " ")
  for (let before = ""; before !== text;) {
    before = text
    text = text.replaceAll(/(?<![\w-])([\w-]*)\(([^()]*)\)/g, (_, name: string, inside: string) => {
      if (name === "selector") return digit(isSelector(inside))
      if (name !== "" && !/^(?:not|and|or)$/.test(name)) return `${name}<${inside}>`
      return `${name} ${digit(/^(?:[\s01]|not|and|or)*$/.test(inside) ? combined(inside, test) : test(inside.trim()))}`
    })
  }
  return combined(text, test)
}

const digit = (isTrue: boolean): string => (isTrue ? " 1 " : " 0 ")

/** Combines terms with `not`, `and` and `or`. */
const combined = (text: string, test: Test): boolean => {
  const words = text.trim().split(/\s+/)
  const truths: Array<boolean> = []
  let isNegated = false
  for (const word of words) {
    if (word === "not") isNegated = true
    else if (word !== "and" && word !== "or") {
      truths.push((word === "1" || (word !== "0" && test(word))) !== isNegated)
      isNegated = false
    }
  }
  // `not screen and (…)` negates the whole query.
  if (words[0] === "not" && words.includes("and")) return !combined(words.slice(1).join(" "), test)
  return words.includes("or") ? truths.some(Boolean) : truths.every(Boolean)
}

const isSelector = (selector: string): boolean =>
  !/::(?!before|after|first-|marker|selection|placeholder|backdrop|-webkit-|part|slotted|cue)/.test(selector)

const supported: ReadonlySet<string> = new Set(tables.supported)

const isSupported: Test = (text) => {
  if (/^font-\w+</.test(text)) return true
  const [, name = "", value = ""] = /^([\w-]+)\s*:\s*(.+)$/s.exec(text) ?? []
  return (
    name.startsWith("--") || (supported.has(name) && isValid(name, value.replaceAll("<", "(").replaceAll(">", ")")))
  )
}

const mediaWords: ReadonlySet<string> = new Set(tables.mediaWords)
const features: ReadonlyMap<string, string> = new Map(Object.entries(tables.mediaFeatures))

const mediaHolds: Test = (text) => {
  if (/^[a-z-]+$/.test(text)) return mediaWords.has(text)
  const [, bound, feature = "", value = ""] =
    /^(?:(min|max)-)?(?:device-)?(width|height|aspect-ratio|resolution)\s*:\s*(.+)$/.exec(text) ?? []
  if (feature !== "") return compare(own(feature), bound === "min" ? ">=" : bound === "max" ? "<=" : "=", sizeOf(value))
  const range =
    /^(?:(.+?)\s*(<=?)\s*)?(?:device-)?(width|height|aspect-ratio|resolution)\s*(?:([<>]=?|=)\s*(.+))?$/.exec(text)
  if (range !== null) {
    const [, lower, lowerSign = "<", name = "", sign = "=", upper] = range
    const isAbove = lower === undefined || compare(sizeOf(lower), lowerSign, own(name))
    return isAbove && (upper === undefined || compare(own(name), sign, sizeOf(upper)))
  }
  const [name = "", word = ""] = text.split(":").map((part) => part.trim())
  return features.get(name) === word
}

const own = (feature: string): number =>
  feature === "width" ? screen.width : feature === "height" ? screen.height : feature === "resolution" ? 1 : 1.6

const sizeOf = (value: string): number => {
  const [, number = "NaN", unit = "", ratio = "1"] = /^([\d.]+)\s*(?:([a-z]+)|\/\s*([\d.]+))?$/.exec(value.trim()) ?? []
  const factor = unit === "em" || unit === "rem" ? 16 : unit === "dpi" ? 1 / 96 : 1
  return (Number(number) * factor) / Number(ratio)
}

const compare = (one: number, sign: string, other: number): boolean => {
  if (sign === "=") return one === other
  if (sign.startsWith("<")) return sign === "<=" ? one <= other : one < other
  return sign === ">=" ? one >= other : one > other
}
