/**
 * Declarations of the properties that decide whether text is visible. Shorthands become longhands, logical properties
 * become physical ones (left to right), and a value that browsers reject makes no declaration.
 */
import { colourOf } from "./Colour.ts"
import tables from "./css.json" with { type: "json" }
import { partsOf, unescaped } from "./css/Syntax.ts"
import { memoized } from "./dom/Memo.ts"

/** A longhand with its value in lower case, a custom property, or a property whose value has a `var()`. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
  /** The selectors of its rule; none for an attribute or the browser's own style. */
  readonly ruleSelectors: string | undefined
}

/** The declarations of a statement; none if it is invalid or irrelevant. */
export const declarationsOf = (statement: string, ruleSelectors: string | undefined): ReadonlyArray<Declaration> => {
  const colon = statement.indexOf(":")
  const bang = statement.lastIndexOf("!")
  const written = statement.slice(0, Math.max(0, colon)).trim()
  const isImportant = bang > colon && /^!\s*important$/i.test(statement.slice(bang))
  const value = statement
    .slice(colon + 1, isImportant ? bang : undefined)
    .trim()
    .slice(0, maxValueLength)
  if (written.startsWith("--")) return [{ property: written, value, isImportant, ruleSelectors }]
  const property = (written.includes("\\") ? unescaped(written) : written)
    .toLowerCase()
    .replace(/^-webkit-(?!text-)/, "")
  if (!properties.has(property) && !shorthands.has(property)) return []
  const whole = { property, value, isImportant, ruleSelectors }
  return substitution.test(value) ? [whole] : longhandsOf(whole)
}

/** The beginning of a function that stands for other text (CSS Custom Properties, CSS Environment Variables). */
export const substitution = /\b(?:var|env)\(/i

/** The longhands of a declaration; none if a value is invalid. */
export const longhandsOf = ({ ruleSelectors, isImportant, ...whole }: Declaration): ReadonlyArray<Declaration> => {
  const pairs = validPairs(`${whole.property}:${whole.value.toLowerCase()}`)
  return pairs.map(([property, value]) => ({ property, value, isImportant, ruleSelectors }))
}

/** Whether every property accepts the value (CSS Cascade, "CSS-wide keywords"). */
export const isCssWideKeyword = (value: string): boolean =>
  /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)

/** Whether a value is valid for a property; a property without a rule accepts any. */
export const isValid = (property: string, value: string): boolean => {
  if (property.endsWith("color")) return value === "currentcolor" || colourOf(value) !== undefined
  return properties.get(property)?.test(value) ?? value !== ""
}

// --- private --------------------------------------------------------------------------

const maxValueLength = 1_000

const withTypes = (pattern: string): string =>
  pattern.replaceAll(/<(length|number|size)>/g, (_, type: keyof typeof tables.types) => withTypes(tables.types[type]))

/** The relevant properties, each with its valid values. */
const properties: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(tables.properties).map(([name, pattern]) => [name, new RegExp(`^(?:${withTypes(pattern)})$`, "s")]),
)

type Longhands = ReadonlyArray<readonly [property: string, value: string]>

/** The longhands of a property and its value in lower case; none if a value is invalid. Rules repeat each other's. */
const validPairs = memoized(2_000, (declared): Longhands => {
  const colon = declared.indexOf(":")
  const [name, written] = [declared.slice(0, colon), declared.slice(colon + 1)]
  const pairs = shorthands.get(name)?.(written) ?? [[name, written] as const]
  return pairs.every(([property, value]) => isCssWideKeyword(value) || isValid(property, value)) ? pairs : []
})

type Expand = (value: string) => Longhands

/** A shorthand of one to four sides: top, right, bottom, left. */
const expandSides =
  (names: ReadonlyArray<string>): Expand =>
  (value) => {
    const [top = "", right = top, bottom = top, left = right] = names.length === 1 ? [value] : partsOf(value)
    return names.map((name, at) => [name, [top, right, bottom, left][at] ?? ""])
  }

/** A shorthand of parts in any order: each belongs to the first longhand that accepts it. */
const expandParts =
  (initials: Readonly<Record<string, string>>): Expand =>
  (value) => {
    const longhands = Object.entries(initials)
    const written = partsOf(value).filter((part) => part !== ",")
    const found = Map.groupBy(written, (part) => longhands.find(([name]) => isValid(name, part))?.[0])
    const declaredPart = (name: string): string | undefined =>
      name.endsWith("image") ? found.get(name)?.join(",") : found.get(name)?.[0]
    return longhands.map(([name, initial]) => [name, isCssWideKeyword(value) ? value : (declaredPart(name) ?? initial)])
  }

/** A list of animations: the first time of each is its duration, the second its delay. */
const expandAnimation: Expand = (value) => {
  if (isCssWideKeyword(value)) return expandParts(tables.parts.animation)(value)
  const animations: Array<Array<string>> = [[]]
  for (const part of partsOf(value)) {
    if (part === ",") animations.push([])
    else animations.at(-1)?.push(part)
  }
  const lists = animations.map((parts) => {
    const [duration = "0s", delay = "0s"] = parts.filter((part) => time.test(part))
    const others = expandParts(tables.parts.animation)(parts.filter((part) => !time.test(part)).join(" "))
    return new Map([...others, ["animation-duration", duration], ["animation-delay", delay]])
  })
  return Object.keys(tables.parts.animation).map((name) => [name, lists.map((list) => list.get(name) ?? "").join(",")])
}

const time = /^[-+]?[\d.]+m?s$/

/** Every property at once; `all: initial` makes an element inline. */
const expandAll: Expand = (value) =>
  Array.from(properties.keys(), (name) => [
    name,
    name === "display" && /^(?:initial|unset)$/.test(value) ? "inline" : value,
  ])

const shorthands: ReadonlyMap<string, Expand> = new Map([
  ...Object.entries(tables.sides).map(([name, names]) => [name, expandSides(names)] as const),
  ...Object.entries(tables.parts).map(([name, initials]) => [name, expandParts(initials)] as const),
  ["animation", expandAnimation],
  ["all", expandAll],
])
