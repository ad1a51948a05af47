/**
 * Values of CSS, as far as they can be computed without layout: a screen of 1280 by 800 pixels represents the window.
 */
import { calc } from "@csstools/css-calc"
import type { Declaration } from "./Declaration.ts"
import tables from "./css.json" with { type: "json" }

/** The winning declarations of an element, by property. */
export type Values = ReadonlyMap<string, Declaration>

/** The size of the screen in pixels. */
export const screen = { width: 1_280, height: 800 } as const

/** The value of a property; empty if none is declared. */
export const valueOf = (values: Values, property: string): string => values.get(property)?.value ?? ""

/** Whether the value of a property passes a test. */
export const matches = (values: Values, property: string, test: RegExp): boolean => test.test(valueOf(values, property))

/** A length in pixels; `percent` is the base of percentages. `NaN` if it can't be computed. */
export const pixelsOf = (value: string, fontSize: number, percent: number): number => {
  const plain = dimension.exec(value)
  if (plain !== null) return Number(plain[1]) * factorOf(plain[2] ?? "", fontSize, percent)
  if (!value.includes("(") || value.length > maxLength) return Number.NaN
  const absolute = value.replaceAll(/(?<![\d.])([\d.]+)(%|[a-z]+)(?![\w(])/g, (whole, number: string, unit: string) => {
    const factor = factorOf(unit, fontSize, percent)
    return Number.isNaN(factor) ? whole : `${Number(number) * factor}px`
  })
  const [, number = "NaN"] =
    dimension.exec(calc(absolute.replaceAll(/\binfinity\b/g, "1e9"), { toCanonicalUnits: true })) ?? []
  return Number(number)
}

/** A number, a percentage as a share of 1, or a length in pixels; `NaN` for any other value. */
export const numberOf = (value: string): number => pixelsOf(value, 16, 1)

/** A number, or another one if it is `NaN`. */
export const numberOr = (number: number, other: number): number => (Number.isNaN(number) ? other : number)

/**
 * Caches a function by its argument, which elements may share, in a private field of it: V8 finds that faster than an
 * entry of a `WeakMap`, which also costs the garbage collector time.
 */
export const cachedBy = <Key extends object, A>(compute: (key: Key) => A): ((key: Key) => A) => {
  class Cached extends Itself {
    readonly #made: A

    constructor(key: Key, made: A) {
      super(key)
      this.#made = made
    }

    static of(key: Key): A {
      return #made in key ? key.#made : new Cached(key, compute(key)).#made
    }
  }
  return Cached.of
}

// --- private --------------------------------------------------------------------------

/** Its constructor makes no object, so that a class that extends it adds its private fields to the given one. */
// oxlint-disable-next-line no-extraneous-class -- its constructor is all that it's for
class Itself {
  constructor(object: object) {
    return object
  }
}

const maxLength = 300

const dimension = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/

const units: ReadonlyMap<string, number> = new Map(Object.entries(tables.units))

const factorOf = (unit: string, fontSize: number, percent: number): number => {
  if (unit === "%") return percent / 100
  if (unit === "em" || unit === "lh") return fontSize
  if (unit === "ex" || unit === "ch") return fontSize / 2
  return units.get(unit.replace(/^[sld](?=v)/, "")) ?? Number.NaN
}
