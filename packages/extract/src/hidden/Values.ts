/**
 * Values of CSS, as far as they can be computed without layout: a screen of 1280 by 800 pixels stands for the window.
 */
import { calc } from "@csstools/css-calc"
import tables from "./css.json" with { type: "json" }

/** A value that won the cascade, and the selectors of its rule: none for an attribute or the browser's own style. */
export interface Winner {
  readonly value: string
  readonly by: string | undefined
  readonly isImportant: boolean
}

/** The values that won for an element, by property. */
export type Values = ReadonlyMap<string, Winner>

/** The size of the screen in pixels. */
export const screen = { width: 1_280, height: 800 } as const

/** The value of a property; empty if none is declared. */
export const valueOf = (values: Values, property: string): string => values.get(property)?.value ?? ""

/** A length in pixels; `percent` is what a percentage is of. `NaN` if it can't be computed. */
export const pixelsOf = (value: string, fontSize: number, percent: number): number => {
  const plain = dimension.exec(value)
  if (plain !== null) return Number(plain[1]) * factorOf(plain[2] ?? "", fontSize, percent)
  if (!value.includes("(")) return Number.NaN
  const absolute = value.slice(0, longest).replaceAll(/([\d.]+)(%|[a-z]+)(?![\w(])/g, (whole, number: string, unit) => {
    const factor = factorOf(String(unit), fontSize, percent)
    return Number.isNaN(factor) ? whole : `${Number(number) * factor}px`
  })
  const result = dimension.exec(calc(absolute, { toCanonicalUnits: true }))
  return result === null ? Number.NaN : Number(result[1])
}

/** A number or a percentage as a number; `NaN` if it is neither. */
export const numberOf = (value: string): number => pixelsOf(value, 16, 1)

/** The cosine of an angle. */
export const cosineOf = (angle: string): number => {
  const [, number = "NaN", unit = "deg"] = dimension.exec(angle) ?? []
  const circle = unit === "turn" ? 1 : unit === "rad" ? 2 * Math.PI : unit === "grad" ? 400 : 360
  return Math.cos((Number(number) / circle) * 2 * Math.PI)
}

/** A number, or another where it is none. */
export const numberOr = (number: number, other: number): number => (Number.isNaN(number) ? other : number)

/** The parts of a value between white space, functions in one piece; commas and slashes are parts. */
export const partsOf = (value: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= value.length; at++) {
    const character = value[at]
    if (character === "(") depth++
    else if (character === ")") depth--
    else if (character === undefined || (depth === 0 && /[\s/,]/.test(character))) {
      if (at > from) parts.push(value.slice(from, at))
      if (character === "," || character === "/") parts.push(character)
      from = at + 1
    }
  }
  return parts
}

// --- private --------------------------------------------------------------------------

const longest = 300

const dimension = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/

const units: ReadonlyMap<string, number> = new Map(Object.entries(tables.units))

const factorOf = (unit: string, fontSize: number, percent: number): number => {
  if (unit === "%") return percent / 100
  if (unit === "em" || unit === "lh") return fontSize
  if (unit === "ex" || unit === "ch") return fontSize / 2
  return units.get(unit.replace(/^[sld](?=v)/, "")) ?? Number.NaN
}
