/** Decodes a setting's value from text, and writes its bounds and default for people. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Distinct words of a list, or of a text with commas, in lower case. Any other input comes back unchanged. */
export const wordsOf = (input: unknown): unknown => {
  const parts =
    typeof input === "string"
      ? input.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim().toLowerCase()]))
      : input
  return Array.isArray(parts) ? Array.from(new Set(parts)) : parts
}

/** Like {@link wordsOf}, but keeps `auto`. */
export const autoOrWordsOf = (input: unknown): unknown =>
  typeof input === "string" && input.trim().toLowerCase() === "auto" ? "auto" : wordsOf(input)

/** The parts of a text that aren't blank. */
export const partsOf = (text: string, separator: string | RegExp): ReadonlyArray<string> =>
  text.split(separator).filter((part) => part.trim() !== "")

/** A list decoded text by text; `undefined` if one of them can't be decoded, or isn't text. */
export const eachText = (
  parts: unknown,
  read: (text: string) => string | undefined,
): ReadonlyArray<string> | undefined => {
  if (!Array.isArray(parts)) return undefined
  const texts = parts.map((part) => (typeof part === "string" ? read(part) : undefined))
  return texts.every(Predicate.isString) ? texts : undefined
}

/** Which entry of a list can't be decoded, by its number, and why; `undefined` of a list without one. */
export const wrongEntry = (
  parts: unknown,
  read: (text: string) => string | undefined,
  faultOf: (text: string) => string | undefined = () => undefined,
): string | undefined => {
  if (!Array.isArray(parts)) return undefined
  const at = parts.findIndex((part) => typeof part !== "string" || read(part) === undefined)
  const part: unknown = parts[at]
  if (at === -1) return undefined
  const fault = typeof part === "string" ? faultOf(part) : "it is no text"
  return fault === undefined ? `Entry ${at + 1} is wrong` : `Entry ${at + 1} is wrong: ${fault}`
}

/** The number of a decimal text. Any other input comes back unchanged. */
export const numberOf = (input: unknown): unknown =>
  typeof input === "string" && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input

/** The meaning of `true`, `on`, `1`, `false`, `off` and `0`. Any other input comes back unchanged. */
export const switchOf = (input: unknown): unknown =>
  typeof input === "string" ? (switches.get(input.trim().toLowerCase()) ?? input) : input

/** The duration of a number of milliseconds or of a text such as `20 s`. Any other input comes back unchanged. */
export const durationOf = (input: unknown): unknown => {
  if (Duration.isDuration(input)) return input
  if (typeof input === "number") return Number.isFinite(input) ? Duration.millis(input) : input
  if (typeof input !== "string") return input
  const [, amount, unit] = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]+)\s*$/.exec(input) ?? []
  if (amount === undefined || unit === undefined) return input
  if (isUnit(unit)) return Duration.millis(Number(amount) * units[unit])
  return Option.getOrElse(Schema.decodeUnknownOption(Schema.DurationFromString)(`${amount} ${unit}`), () => input)
}

/** A duration for people, in the largest unit that gives a whole number. */
export const durationText = (millis: number): string => {
  if (millis % 1_000 !== 0) return `${millis} ms`
  return millis > 0 && millis % 3_600_000 === 0 ? `${millis / 3_600_000} h` : `${millis / 1_000} s`
}

/** A number for people, 20,000 for 20000, with its unit. */
export const withUnit = (value: number, unit: string | undefined): string => {
  const figure = grouped(value)
  return unit === undefined ? figure : `${figure} ${unit}`
}

/** Bounds for people. */
export const boundsOf = (minimum: number, maximum: number | undefined, unit?: string): string =>
  maximum === undefined ? `≥ ${withUnit(minimum, unit)}` : `${grouped(minimum)}–${withUnit(maximum, unit)}`

// --- private ---------------------------------------------------------------------

const switches: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["off", false],
  ["0", false],
])

const units = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const
/** A unit of time as people write it. */
export type Unit = keyof typeof units

const isUnit = (text: string): text is Unit => Object.hasOwn(units, text)

/** 20,000 for 20000; the platform's own formatter would add 20 ms to every start. */
const grouped = (value: number): string =>
  value < 1_000 || !Number.isInteger(value)
    ? String(value)
    : `${grouped(Math.floor(value / 1_000))},${String(value).slice(-3)}`
