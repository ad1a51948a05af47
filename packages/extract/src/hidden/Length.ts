/** Lengths, percentages and numbers of CSS, as far as they can be computed without layout. */
import { calc } from "@csstools/css-calc"
import { screen } from "./Conditions.ts"

/** What relative units refer to, in pixels. */
export interface Bases {
  readonly fontSize: number
  /** What a percentage is of. */
  readonly percent: number
}

/** A length in pixels; `NaN` if it can't be computed. */
export const pixelsOf = (value: string, { fontSize, percent }: Bases): number => {
  const plain = dimension.exec(value)
  if (plain !== null) return Number(plain[1]) * factorOf(plain[2] ?? "", fontSize, percent)
  if (!value.includes("(")) return Number.NaN
  const absolute = value.replaceAll(/([\d.]+)(%|[a-z]+)(?![\w(])/g, (whole, number: string, unit: string) => {
    const factor = factorOf(unit, fontSize, percent)
    return Number.isNaN(factor) ? whole : `${Number(number) * factor}px`
  })
  const result = dimension.exec(calc(absolute.slice(0, longest), { toCanonicalUnits: true }))
  return result === null ? Number.NaN : Number(result[1]) * factorOf(result[2] ?? "", fontSize, percent)
}

/** A number or a percentage as a number; `NaN` if it is neither. */
export const numberOf = (value: string): number => pixelsOf(value, { fontSize: 16, percent: 1 })

/** An angle in degrees. */
export const degreesOf = (value: string): number => {
  const [, number = "NaN", unit = "deg"] = dimension.exec(value) ?? []
  return Number(number) * (angles.get(unit) ?? Number.NaN)
}

// --- private --------------------------------------------------------------------------

const longest = 300

const dimension = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/

const factorOf = (unit: string, fontSize: number, percent: number): number => {
  if (unit === "%") return percent / 100
  if (unit === "em" || unit === "lh") return fontSize
  if (unit === "ex" || unit === "ch") return fontSize / 2
  return units.get(unit.replace(/^[sld](?=v)/, "")) ?? Number.NaN
}

const units: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["in", 96],
  ["cm", 37.8],
  ["mm", 3.78],
  ["q", 0.945],
  ["rem", 16],
  ["rlh", 20],
  ["vw", screen.width / 100],
  ["vh", screen.height / 100],
  ["vi", screen.width / 100],
  ["vb", screen.height / 100],
  ["vmin", screen.height / 100],
  ["vmax", screen.width / 100],
])

const angles: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["deg", 1],
  ["turn", 360],
  ["grad", 0.9],
  ["rad", 180 / Math.PI],
])
