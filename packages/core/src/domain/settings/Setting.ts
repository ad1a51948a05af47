/**
 * The parts of a setting: a schema that decodes a program's value or an environment variable's text, its default, and
 * its entry in the manual.
 *
 * `SettingTable` lists the kernel's settings, and other packages make sets of their own (`SettingSet`); only authors of
 * settings need this module.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SettingText from "./SettingText.ts"

/** A setting's entry in the manual: its bounds, its default, and a sentence about it. */
export interface Manual {
  readonly bounds: string
  readonly defaultText: string
  readonly about: string
  /** The environment variable, if another standard has named it. */
  readonly variable?: string
  /** A sentence for a value out of bounds, such as the nearest accepted words; it doesn't repeat the value. */
  readonly hint?: (input: unknown) => string | undefined
}

/**
 * A field of a set: `Type` is the decoded value, `Encoded` is a program's value. If absent, the default applies.
 */
export type Setting<A, I> = Schema.decodeTo<Schema.Codec<A>, Schema.optionalKey<Schema.Codec<I>>> & {
  readonly manual: Manual
  readonly fallback: A
}

/** A span of time: a `Duration`, a number of milliseconds, or text such as `20 s`. */
export type Span =
  | Duration.Duration
  | number
  | `${number} ${SettingText.Unit}`
  | Extract<Duration.Input, `${number} ${string}`>

/** Whole numbers within bounds; as text in decimal. */
export const int = (options: {
  readonly minimum: number
  readonly maximum?: number
  readonly fallback: number
  readonly unit?: string
  readonly about: string
}): Setting<number, number> =>
  make({
    schema: between(options.minimum, options.maximum),
    convert: SettingText.numberOf,
    fallback: options.fallback,
    bounds: SettingText.boundsOf(options.minimum, options.maximum, options.unit),
    defaultText: SettingText.withUnit(options.fallback, options.unit),
    about: options.about,
  })

/** Like {@link int}, without a default. */
export const optionalInt = (options: {
  readonly minimum: number
  readonly maximum?: number
  readonly unit?: string
  readonly about: string
}): Setting<number | undefined, number> =>
  make({
    schema: Schema.UndefinedOr(between(options.minimum, options.maximum)),
    convert: SettingText.numberOf,
    fallback: undefined,
    bounds: SettingText.boundsOf(options.minimum, options.maximum, options.unit),
    defaultText: "none",
    about: options.about,
  })

/** A span of time within bounds, all in ms. */
export const duration = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly fallback: number
  readonly about: string
}): Setting<Duration.Duration, Span> =>
  make({
    schema: Schema.Duration.check(
      Schema.makeFilter((value) => {
        const millis = Duration.toMillis(value)
        return millis >= options.minimum && millis <= options.maximum
      }),
    ),
    convert: SettingText.durationOf,
    fallback: Duration.millis(options.fallback),
    bounds: `${SettingText.durationText(options.minimum)} – ${SettingText.durationText(options.maximum)}`,
    defaultText: SettingText.durationText(options.fallback),
    about: options.about,
  })

/** One line of printable ASCII, so that it can be an HTTP header; without a default. */
export const headerText = (options: { readonly about: string }): Setting<string | undefined, string> =>
  make({
    schema: Schema.UndefinedOr(Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,512}$/))),
    fallback: undefined,
    bounds: "1–512 printable ASCII characters",
    defaultText: "none",
    about: options.about,
  })

/** Free text. */
export const text = (options: { readonly fallback: string; readonly about: string }): Setting<string, string> =>
  make({
    schema: Schema.NonEmptyString,
    fallback: options.fallback,
    bounds: "any text",
    defaultText: options.fallback,
    about: options.about,
  })

/** A boolean; as text also `on`, `off`, `true`, `false`, `1` or `0`. */
export const toggle = (options: {
  readonly fallback: boolean
  readonly about: string
}): Setting<boolean, boolean | "on" | "off"> =>
  make({
    schema: Schema.Boolean,
    convert: SettingText.switchOf,
    fallback: options.fallback,
    bounds: "`on`, `off`, `true`, `false`",
    defaultText: options.fallback ? "on" : "off",
    about: options.about,
  })

/** One of a few words. */
export const choice = <const L extends ReadonlyArray<string>>(options: {
  readonly of: L
  readonly fallback: L[number]
  readonly about: string
}): Setting<L[number], L[number]> =>
  make({
    schema: Schema.Literals(options.of),
    fallback: options.fallback,
    bounds: quoted(options.of),
    defaultText: options.fallback,
    about: options.about,
  })

/**
 * Makes a setting of a new kind. `convert` turns a program's value, or the text of an environment variable, into what
 * the schema accepts.
 */
export const make = <A, I>({
  fallback,
  convert = (input) => input,
  schema,
  ...manual
}: Manual & {
  readonly schema: Schema.Codec<A>
  readonly convert?: (input: unknown) => unknown
  readonly fallback: A
}): Setting<A, I> => {
  const accepts = (input: unknown): input is A => Schema.is(schema)(input)
  const inputSchema = Schema.declare((input): input is I => accepts(convert(input)))
  const field = Schema.optionalKey(inputSchema).pipe(
    Schema.decodeTo(schema, {
      decode: SchemaGetter.transformOptional((input) =>
        Option.orElseSome(Option.filter(Option.map(input, convert), accepts), () => fallback),
      ),
      encode: SchemaGetter.forbidden(() => "A setting is only read."),
    }),
  )
  return Object.assign(field, { manual, fallback })
}

/** Words in backquotes. */
export const quoted = (words: ReadonlyArray<string>): string => words.map((word) => `\`${word}\``).join(", ")

/** Whole numbers within bounds. */
export const between = (minimum: number, maximum: number | undefined): Schema.Codec<number> =>
  Schema.Int.check(
    maximum === undefined ? Schema.isGreaterThanOrEqualTo(minimum) : Schema.isBetween({ minimum, maximum }),
  )
