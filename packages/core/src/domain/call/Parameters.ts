/**
 * The schemas that parameters of several tools share. A number that is out of range is clamped, but one that counts
 * from the first of something isn't raised to it; every other wrong value is refused.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

/** Maximum length of a request's free text, in characters. */
export const maxTextLength = 2_000

/** Maximum number of entries of a list. */
export const maxListLength = 100

/** A text with at least one visible character, trimmed, at most {@link maxTextLength} characters. */
export const Text = Schema.String.check(
  Schema.makeFilter((text: string) => text.length <= maxTextLength && text.trim() !== "", {
    expected: `a text of 1 to ${maxTextLength} characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: maxTextLength }),
  }),
).pipe(Schema.decode({ decode: SchemaGetter.transform((text) => text.trim()), encode: SchemaGetter.passthrough() }))

/**
 * Any whole number, clamped into the range: for 1–100, 9999 becomes 100 and 0 becomes 1. Without a maximum only the
 * lower bound applies.
 */
export const clamped = (minimum: number, maximum?: number): Schema.Codec<number> =>
  whole(Number.isInteger, minimum, maximum)

/** Like {@link clamped}, but a number below the minimum is refused: there is no page before the first. */
export const counted = (minimum: number, maximum?: number): Schema.Codec<number> =>
  whole((value) => Number.isInteger(value) && value >= minimum, minimum, maximum)

/** Host names; `DomainRules` checks that each one is valid. */
export const HostNames = Schema.Array(Schema.String).check(
  Schema.makeFilter((names: ReadonlyArray<string>) => names.length <= maxListLength, {
    expected: `a list of at most ${maxListLength} host names`,
    toJsonSchema: () => ({ maxItems: maxListLength }),
  }),
)

/** A language tag as SearXNG and most providers accept it: `en`, `de-AT`, `zh-Hans-CN` (BCP 47), `all` or `auto`. */
export const Language = Schema.String.check(
  Schema.isPattern(/^(?:all|auto|[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3})$/, {
    expected: "a language code such as en or de-AT",
  }),
)

/** A country's two letters (ISO 3166-1 alpha-2), in capitals. */
export const Country = Schema.String.check(
  Schema.isPattern(/^[A-Za-z]{2}$/, { expected: "a country's two-letter code such as AT" }),
).pipe(
  Schema.decode({
    decode: SchemaGetter.transform((code) => code.toUpperCase()),
    encode: SchemaGetter.passthrough(),
  }),
)

/** A day of the calendar, `YYYY-MM-DD` (ISO 8601). */
export const IsoDate = Schema.String.check(
  Schema.makeFilter((text: string) => isDay(text), {
    expected: "a day such as 2026-03-31",
    toJsonSchema: () => ({ format: "date" }),
  }),
)

// --- private --------------------------------------------------------------------------

/** 2026-02-30 parses as the second of March, so the parsed day must equal the written one. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === text)

// --- private --------------------------------------------------------------------------

const whole = (admits: (value: number) => boolean, minimum: number, maximum: number | undefined) =>
  Schema.Finite.check(
    Schema.makeFilter(admits, {
      expected:
        maximum === undefined
          ? `a whole number of at least ${minimum}`
          : `a whole number from ${minimum} to ${maximum}`,
      toJsonSchema: () => ({ type: "integer", minimum, ...(maximum === undefined ? {} : { maximum }) }),
    }),
  ).pipe(
    Schema.decode({
      decode: SchemaGetter.transform((value) => Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Math.max(minimum, value))),
      encode: SchemaGetter.passthrough(),
    }),
  )
