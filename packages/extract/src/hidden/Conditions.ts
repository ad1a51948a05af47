/**
 * Which conditional groups of a style sheet apply: for a person at a desk with a screen of 1280 by 800 pixels, in colour,
 * with a mouse and a current browser.
 */
import {
  type ComponentValue,
  isFunctionNode,
  isSimpleBlockNode,
  isTokenNode,
  parseListOfComponentValues,
} from "@csstools/css-parser-algorithms"
import { tokenize } from "@csstools/css-tokenizer"
import { isValid } from "./Declaration.ts"
import properties from "./properties.json" with { type: "json" }

/** Whether a list of media queries applies (Media Queries Level 4); an empty one does. */
export const mediaApply = (queries: string): boolean =>
  queries.trim() === "" ||
  queries
    .slice(0, longest)
    .split(/,(?![^(]*\))/)
    .some((query) => holds(query.toLowerCase(), mediaHolds))

/** Whether the condition of an `@supports` rule holds. */
export const supportsApply = (condition: string): boolean => holds(condition.toLowerCase(), isSupported)

/** Whether the condition of a `@container` rule may hold: no container is wider than the screen. */
export const containerApplies = (condition: string): boolean =>
  holds(condition.toLowerCase().replace(/^\s*(?!not\b)[\w-]+\s*(?=\()/, ""), mediaHolds)

/** The size of the screen in pixels. */
export const screen = { width: 1_280, height: 800 } as const

// --- private --------------------------------------------------------------------------

/** Characters of a condition; longer ones don't hold. */
const longest = 500

type Test = (text: string) => boolean

const holds = (condition: string, test: Test): boolean =>
  condition.length <= longest && combined(parseListOfComponentValues(tokenize({ css: condition })), test)

/** Combines tests with `not`, `and` and `or`. */
const combined = (values: ReadonlyArray<ComponentValue>, test: Test): boolean => {
  const parts = values.filter((value) => value.toString().trim() !== "" && value.type !== "comment")
  const words = parts.map((part) => (isTokenNode(part) ? part.toString() : ""))
  if (words[0] === "not") return !combined(parts.slice(1), test)
  const terms = parts.filter((_, at) => !["and", "or", "only"].includes(words[at] ?? ""))
  const results = terms.map((term) => termHolds(term, test))
  return words.includes("or") ? results.some(Boolean) : results.every(Boolean)
}

const termHolds = (term: ComponentValue, test: Test): boolean => {
  if (isFunctionNode(term) || isTokenNode(term)) return test(term.toString())
  if (!isSimpleBlockNode(term)) return false
  const inside = term.value.filter((value) => value.toString().trim() !== "")
  const [first] = inside
  const isGroup =
    first !== undefined && (isSimpleBlockNode(first) || isFunctionNode(first) || first.toString() === "not")
  return isGroup ? combined(inside, test) : test(term.value.map(String).join("").trim())
}

const isSupported: Test = (text) => {
  const selector = /^selector\((.*)\)$/s.exec(text)?.[1]
  if (selector !== undefined)
    return !/::(?!before|after|first-|marker|selection|placeholder|backdrop|-webkit-|part|slotted|cue)/.test(selector)
  if (text.startsWith("font-")) return true
  const [, name = "", value = ""] = /^([\w-]+)\s*:\s*(.+)$/s.exec(text) ?? []
  return name.startsWith("--") || (supported.has(name) && isValid(name, value.trim()))
}

const supported: ReadonlySet<string> = new Set(properties)

const mediaHolds: Test = (text) => {
  if (/^[a-z-]+$/.test(text)) return text === "screen" || text === "all" || booleans.has(text)
  const sizes = /^(?:(min|max)-)?(?:device-)?(width|height|aspect-ratio|resolution)\s*:\s*(.+)$/.exec(text)
  if (sizes !== null) {
    const [, bound, feature = "", value = ""] = sizes
    return compare(own(feature), bound === "min" ? ">=" : bound === "max" ? "<=" : "=", numberOf(value))
  }
  const range =
    /^(?:(.+?)\s*(<=?)\s*)?(?:device-)?(width|height|aspect-ratio|resolution)\s*(?:([<>]=?|=)\s*(.+))?$/.exec(text)
  if (range !== null) {
    const [, lower, lowerSign = "<", feature = "", sign = "=", value] = range
    const size = own(feature)
    return (
      (lower === undefined || compare(numberOf(lower), lowerSign, size)) &&
      (value === undefined || compare(size, sign, numberOf(value)))
    )
  }
  const [name = "", value = ""] = text.split(":").map((part) => part.trim())
  return features.get(name) === value
}

const own = (feature: string): number =>
  feature === "width" ? screen.width : feature === "height" ? screen.height : feature === "resolution" ? 1 : 1.6

const numberOf = (value: string): number => {
  const [, number = "", unit = "", ratio = "1"] = /^([\d.]+)\s*(?:([a-z]+)|\/\s*([\d.]+))?$/.exec(value.trim()) ?? []
  const factor = unit === "em" || unit === "rem" ? 16 : unit === "dpi" ? 1 / 96 : 1
  return number === "" ? Number.NaN : (Number(number) * factor) / Number(ratio)
}

const compare = (one: number, sign: string, other: number): boolean => {
  if (sign === "=") return one === other
  if (sign.startsWith("<")) return sign === "<=" ? one <= other : one < other
  return sign === ">=" ? one >= other : one > other
}

const booleans: ReadonlySet<string> = new Set([
  "width",
  "height",
  "hover",
  "any-hover",
  "pointer",
  "any-pointer",
  "color",
  "scripting",
])

const features: ReadonlyMap<string, string> = new Map([
  ["hover", "hover"],
  ["any-hover", "hover"],
  ["pointer", "fine"],
  ["any-pointer", "fine"],
  ["orientation", "landscape"],
  ["prefers-color-scheme", "light"],
  ["prefers-reduced-motion", "no-preference"],
  ["prefers-reduced-transparency", "no-preference"],
  ["prefers-contrast", "no-preference"],
  ["forced-colors", "none"],
  ["inverted-colors", "none"],
  ["scripting", "enabled"],
  ["display-mode", "browser"],
  ["update", "fast"],
  ["color-gamut", "srgb"],
  ["dynamic-range", "standard"],
  ["grid", "0"],
])
