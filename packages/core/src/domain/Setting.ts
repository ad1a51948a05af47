/**
 * What one setting is made of: a reader that takes a typed value or the text of an environment
 * variable, its bounds, its default and a sentence for the manual.
 *
 * {@link Settings} lists the settings themselves; only authors of settings need this module.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** One row of the table of settings. `bounds` and `about` are text for people. */
export interface Setting<A> {
  readonly read: (input: unknown) => Option.Option<A>
  readonly fallback: A
  readonly bounds: string
  readonly shown: string
  readonly about: string
}

/** Whole numbers within bounds, as a number or decimal text. */
export const int = (options: {
  readonly minimum: number
  readonly maximum?: number
  readonly fallback: number
  readonly unit?: string
  readonly about: string
}): Setting<number> => ({
  read: reader(between(options.minimum, options.maximum), numberOf),
  fallback: options.fallback,
  bounds: boundsOf(options.minimum, options.maximum, options.unit),
  shown: withUnit(options.fallback, options.unit),
  about: options.about,
})

/** As {@link int}, unset unless given. */
export const optionalInt = (options: {
  readonly minimum: number
  readonly maximum?: number
  readonly unit?: string
  readonly about: string
}): Setting<number | undefined> => ({
  read: reader(Schema.UndefinedOr(between(options.minimum, options.maximum)), numberOf),
  fallback: undefined,
  bounds: boundsOf(options.minimum, options.maximum, options.unit),
  shown: "none",
  about: options.about,
})

/** A span of time within bounds (ms), as a `Duration`, a number of milliseconds, or text such as `20 s`. */
export const duration = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly fallback: number
  readonly about: string
}): Setting<Duration.Duration> => ({
  read: reader(
    Schema.Duration.check(
      Schema.makeFilter((value) => {
        const millis = Duration.toMillis(value)
        return millis >= options.minimum && millis <= options.maximum
      }),
    ),
    durationOf,
  ),
  fallback: Duration.millis(options.fallback),
  bounds: `${durationText(options.minimum)} – ${durationText(options.maximum)}`,
  shown: durationText(options.fallback),
  about: options.about,
})

/** One line of printable ASCII, so that it can stand in an HTTP header; unset unless given. */
export const headerText = (options: { readonly about: string }): Setting<string | undefined> => ({
  read: reader(Schema.UndefinedOr(Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,512}$/))), (input) => input),
  fallback: undefined,
  bounds: "1–512 printable ASCII characters",
  shown: "none",
  about: options.about,
})

/** Free text. */
export const text = (options: { readonly fallback: string; readonly about: string }): Setting<string> => ({
  read: reader(Schema.NonEmptyString, (input) => input),
  fallback: options.fallback,
  bounds: "any text",
  shown: options.fallback,
  about: options.about,
})

/** One of a few words. */
export const choice = <const L extends ReadonlyArray<string>>(options: {
  readonly of: L
  readonly fallback: L[number]
  readonly about: string
}): Setting<L[number]> => ({
  read: reader(Schema.Literals(options.of), (input) => input),
  fallback: options.fallback,
  bounds: options.of.map((word) => `\`${word}\``).join(", "),
  shown: options.fallback,
  about: options.about,
})

/** A non-empty list of whole numbers within bounds, as an array or as text by comma. */
export const intList = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly fallback: ReadonlyArray<number>
  readonly about: string
}): Setting<ReadonlyArray<number>> => ({
  read: reader(Schema.Array(between(options.minimum, options.maximum)).check(Schema.isMinLength(1)), (input) =>
    typeof input === "string" ? input.split(",").map((part) => numberOf(part.trim())) : input,
  ),
  fallback: options.fallback,
  bounds: `a list of ${boundsOf(options.minimum, options.maximum)}`,
  shown: options.fallback.join(","),
  about: options.about,
})

// --- readers -------------------------------------------------------------------

const reader = <A>(schema: Schema.Codec<A>, loosen: (input: unknown) => unknown): Setting<A>["read"] => {
  const accepts = Schema.is(schema)
  return (input) => {
    const value = loosen(input)
    return accepts(value) ? Option.some(value) : Option.none()
  }
}

const between = (minimum: number, maximum: number | undefined): Schema.Codec<number> =>
  Schema.Int.check(
    maximum === undefined ? Schema.isGreaterThanOrEqualTo(minimum) : Schema.isBetween({ minimum, maximum }),
  )

const numberOf = (input: unknown): unknown =>
  typeof input === "string" && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input

const units = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const
const isUnit = (text: string): text is keyof typeof units => Object.hasOwn(units, text)

const durationOf = (input: unknown): unknown => {
  if (Duration.isDuration(input)) return input
  if (typeof input === "number") return Number.isFinite(input) ? Duration.millis(input) : input
  if (typeof input !== "string") return input
  const [, amount, unit] = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]+)\s*$/.exec(input) ?? []
  if (amount === undefined || unit === undefined) return input
  if (isUnit(unit)) return Duration.millis(Number(amount) * units[unit])
  return Option.getOrElse(Schema.decodeUnknownOption(Schema.DurationFromString)(`${amount} ${unit}`), () => input)
}

// --- text for people -------------------------------------------------------------

const durationText = (millis: number): string =>
  millis % 3_600_000 === 0 ? `${millis / 3_600_000} h` : millis % 1_000 === 0 ? `${millis / 1_000} s` : `${millis} ms`

/** 20,000 of 20000; the platform's own formatter costs every start 20 ms. */
const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",")

const withUnit = (value: number, unit: string | undefined): string => {
  const figure = grouped(value)
  return unit === undefined ? figure : `${figure} ${unit}`
}

const boundsOf = (minimum: number, maximum: number | undefined, unit?: string): string =>
  maximum === undefined ? `≥ ${withUnit(minimum, unit)}` : `${grouped(minimum)}–${withUnit(maximum, unit)}`
