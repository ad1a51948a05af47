/**
 * What one setting is made of: a reader that takes a typed value or the text of an environment
 * variable, its bounds, its default and a sentence for the manual.
 *
 * {@link Settings} lists the settings themselves; only authors of settings need this module.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as HostName from "../policy/HostName.ts"
import * as HttpUrl from "./HttpUrl.ts"
import { ProviderName } from "./ProviderName.ts"

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

/** Yes or no; as text `true`, `false`, `on`, `off`, `1` or `0`. */
export const toggle = (options: { readonly fallback: boolean; readonly about: string }): Setting<boolean> => ({
  read: reader(Schema.Boolean, (input) =>
    typeof input === "string" ? (switches.get(input.trim().toLowerCase()) ?? input) : input,
  ),
  fallback: options.fallback,
  bounds: "`true`, `false`",
  shown: options.fallback ? "on" : "off",
  about: options.about,
})

/** Text such as a folder, unset unless given. */
export const optionalText = (options: {
  readonly bounds: string
  readonly about: string
}): Setting<string | undefined> => ({
  read: reader(Schema.UndefinedOr(Schema.NonEmptyString), (input) => input),
  fallback: undefined,
  bounds: options.bounds,
  shown: "none",
  about: options.about,
})

/** The URL of a Redis, which may hold a password, unset unless given; it shows in nothing that prints the settings. */
export const redisUrl = (options: { readonly about: string }): Setting<Redacted.Redacted | undefined> => ({
  read: (input) => {
    if (input === undefined) return Option.some(undefined)
    const text = Redacted.isRedacted(input) ? Redacted.value(input) : input
    return typeof text === "string" && isRedisUrl(text) ? Option.some(Redacted.make(text)) : Option.none()
  },
  fallback: undefined,
  bounds: "`redis://[[user]:password@]host[:port][/database]`, or `rediss://…`",
  shown: "none",
  about: options.about,
})

/** A list of domain patterns, as an array or as text by comma; empty unless given. */
export const domainPatterns = (options: { readonly about: string }): Setting<ReadonlyArray<string>> => ({
  read: (input) => {
    const parts = typeof input === "string" ? input.split(",").filter((part) => part.trim() !== "") : input
    // A text that names nothing, such as a template that was filled with nothing, mustn't open what it was to close.
    if (!Array.isArray(parts) || (parts.length === 0 && typeof input === "string")) return Option.none()
    return eachText(parts, HostName.readPattern)
  },
  fallback: [],
  bounds: "a list of host names, `*.` patterns and addresses",
  shown: "none",
  about: options.about,
})

/** A list of absolute http(s) URLs, as an array or as text by blanks; empty unless given. */
export const urls = (options: { readonly about: string }): Setting<ReadonlyArray<string>> => ({
  read: (input) => {
    const parts = typeof input === "string" ? input.split(/\s+/).filter((part) => part !== "") : input
    return Array.isArray(parts) ? eachText(parts, HttpUrl.withoutFragment) : Option.none()
  },
  fallback: [],
  bounds: "absolute http(s) URLs by blanks",
  shown: "none",
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

/** A non-empty list of providers' names, each once, as an array or as text by comma. Whether there are such providers isn't known here. */
export const names = (options: {
  readonly fallback: ReadonlyArray<string>
  readonly about: string
}): Setting<ReadonlyArray<string>> => ({
  read: reader(nameList, wordsOf),
  fallback: options.fallback,
  bounds: "a list of names",
  shown: options.fallback.join(","),
  about: options.about,
})

/** As {@link names}, or `auto`, which is the default. */
export const namesOrAuto = (options: { readonly about: string }): Setting<"auto" | ReadonlyArray<string>> => ({
  read: reader(Schema.Union([Schema.Literal("auto"), nameList]), (input) =>
    typeof input === "string" && input.trim().toLowerCase() === "auto" ? "auto" : wordsOf(input),
  ),
  fallback: "auto",
  bounds: "`auto`, or a list of names",
  shown: "auto",
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

const nameList = Schema.Array(ProviderName).check(Schema.isMinLength(1))

const wordsOf = (input: unknown): unknown => {
  const parts =
    typeof input === "string"
      ? input.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim().toLowerCase()]))
      : input
  return Array.isArray(parts) ? Array.from(new Set(parts)) : parts
}

const reader = <A>(schema: Schema.Codec<A>, loosen: (input: unknown) => unknown): Setting<A>["read"] => {
  const accepts = Schema.is(schema)
  return (input) => {
    const value = loosen(input)
    return accepts(value) ? Option.some(value) : Option.none()
  }
}

/** A list read text by text; none where one of them can't be read, or is no text. */
const eachText = (
  parts: ReadonlyArray<unknown>,
  read: (text: string) => string | undefined,
): Option.Option<ReadonlyArray<string>> =>
  Option.all(parts.map((part) => Option.fromUndefinedOr(typeof part === "string" ? read(part) : undefined)))

const between = (minimum: number, maximum: number | undefined): Schema.Codec<number> =>
  Schema.Int.check(
    maximum === undefined ? Schema.isGreaterThanOrEqualTo(minimum) : Schema.isBetween({ minimum, maximum }),
  )

const numberOf = (input: unknown): unknown =>
  typeof input === "string" && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input

const decodeText = Option.liftThrowable(decodeURIComponent)

const isRedisUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === "redis:" || url.protocol === "rediss:") &&
    url.hostname !== "" &&
    /^\/?\d{0,5}$/.test(url.pathname) &&
    url.search === "" &&
    url.hash === "" &&
    [url.username, url.password].every((part) => Option.isSome(decodeText(part)))
  )
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["off", false],
  ["0", false],
])

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
