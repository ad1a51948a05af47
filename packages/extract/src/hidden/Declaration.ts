/**
 * Declarations of the properties that decide whether text is seen. Shorthands become longhands, logical properties
 * become physical ones (left to right), and a value that browsers don't accept makes no declaration.
 */
import { colourOf } from "./Colour.ts"
import tables from "./css.json" with { type: "json" }
import { partsOf } from "./Values.ts"

/** A longhand or a custom property with its value in lower case. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

/** Whether a property may decide what is seen. */
export const isTracked = (name: string): boolean =>
  name.startsWith("--") || tracked.has(unprefixed(name)) || shorthands.has(unprefixed(name))

/** The declarations that one written declaration makes; none if it is invalid or of no interest. */
export const declarationsOf = (name: string, written: string): ReadonlyArray<Declaration> => {
  const bang = /\s*!\s*important\s*$/i.exec(written)
  const isImportant = bang !== null
  const raw = (bang === null ? written : written.slice(0, bang.index)).trim().slice(0, longestValue)
  if (name.startsWith("--")) return [{ property: name, value: raw, isImportant }]
  const property = unprefixed(name)
  if (raw.includes("var(")) return [{ property, value: raw, isImportant }]
  return longhandsOf(property, raw.toLowerCase()).map(([longhand, value]) => ({
    property: longhand,
    value,
    isImportant,
  }))
}

/** The longhands of a property, with their values; none if a value is invalid. */
export const longhandsOf = (property: string, value: string): ReadonlyArray<readonly [string, string]> => {
  if (property === "all") return isWide(value) ? [["all", value]] : []
  const pairs = shorthands.get(property)?.(value) ?? [[property, value]]
  return pairs.every(([longhand, own]) => tracked.has(longhand) && (isWide(own) || isValid(longhand, own))) ? pairs : []
}

/** Whether any property takes the keyword. */
export const isWide = (value: string): boolean => /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)

/** Whether a value may be declared for a property; of a property without a rule any may. */
export const isValid = (property: string, value: string): boolean => {
  if (property.endsWith("color")) return value === "currentcolor" || colourOf(value) !== undefined
  return valid.get(property)?.test(value) ?? value !== ""
}

/** Whether a value may hide the box that it is declared for. */
export const isRisky = (property: string, value: string): boolean =>
  value.includes("var(") ? risks.has(property) || shorthands.has(property) : risks.get(property)?.test(value) === true

/** Properties that decide by themselves, whatever else is declared. */
export const deciding: ReadonlySet<string> = new Set([...tables.always, "all", "background", "font", "animation"])

/** Properties that matter for boxes with a risky value only. */
export const supporting: ReadonlySet<string> = new Set(tables.support)

// --- private --------------------------------------------------------------------------

const longestValue = 1_000

const unprefixed = (name: string): string => name.replace(/^-webkit-(?!text-)/, "")

type Expand = (value: string) => ReadonlyArray<readonly [string, string]>

/** A shorthand of one to four sides: top, right, bottom, left. */
const sides =
  (names: ReadonlyArray<string>): Expand =>
  (value) => {
    if (names.length === 1) return [[names[0] ?? "", value]]
    const [top = "", right = top, bottom = top, left = right] = partsOf(value)
    return names.map((name, at): readonly [string, string] => [name, [top, right, bottom, left][at] ?? ""])
  }

const background: Expand = (value) => {
  if (isWide(value)) return ["color", "image", "clip"].map((part) => [`background-${part}`, value])
  const parts = partsOf(value)
  const last = parts.slice(parts.lastIndexOf(",") + 1)
  const colour = last.find((part) => part === "currentcolor" || colourOf(part) !== undefined)
  const images = parts.filter((part) => /^(?:url|[\w-]*gradient|[\w-]*image[\w-]*)\(/.test(part))
  return [
    ["background-color", colour ?? "transparent"],
    ["background-image", images.join(" ") || "none"],
    ["background-clip", parts.includes("text") ? "text" : "border-box"],
  ]
}

const font: Expand = (value) => {
  if (isWide(value)) return [["font-size", value]]
  const parts = partsOf(value)
  const size = parts.find((part) => isValid("font-size", part) && !/^[1-9]\d*$/.test(part))
  return size === undefined || parts.length < 2 ? [] : [["font-size", size]]
}

const animationParts: ReadonlyArray<readonly [string, RegExp, string]> = [
  ["fill-mode", /^(?:forwards|backwards|both)$/, "none"],
  ["direction", /^(?:normal|(?:alternate-)?reverse|alternate)$/, "normal"],
  ["iteration-count", /^(?:infinite|[\d.]+)$/, "1"],
  ["play-state", /^(?:running|paused)$/, "running"],
]
const timing = /^(?:[-+]?[\d.]+m?s|linear|ease(?:-in)?(?:-out)?|step-(?:start|end)|(?:steps|cubic-bezier|linear)\(.*)$/

const animation: Expand = (value) => {
  if (isWide(value)) return [["animation-name", "none"]]
  const lists = value.split(/,(?![^(]*\))/).map((one) => partsOf(one).filter((part) => !timing.test(part)))
  const isName = (part: string): boolean => !animationParts.some(([, test]) => test.test(part))
  return [
    ["animation-name", lists.map((parts) => parts.find(isName) ?? "none").join(", ")],
    ...animationParts.map(
      ([name, test, initial]) =>
        [`animation-${name}`, lists.map((list) => list.find((part) => test.test(part)) ?? initial).join(", ")] as const,
    ),
  ]
}

const shorthands: ReadonlyMap<string, Expand> = new Map<string, Expand>([
  ...Object.entries(tables.sides).map(([name, names]) => [name, sides(names)] as const),
  ["font", font],
  ["background", background],
  ["animation", animation],
  ["all", (value) => [["all", value]]],
])

const testsOf = (patterns: Readonly<Record<string, string>>, wrap: (pattern: string) => string) =>
  new Map(Object.entries(patterns).map(([name, pattern]) => [name, new RegExp(wrap(pattern))]))

const valid: ReadonlyMap<string, RegExp> = testsOf(tables.valid, (pattern) => `^(?:${pattern})$`)
const risks: ReadonlyMap<string, RegExp> = testsOf(tables.risks, (pattern) => pattern)
const tracked: ReadonlySet<string> = new Set([...tables.always, ...tables.support, ...risks.keys(), ...valid.keys()])
