/**
 * The arguments of a caller or a model: the schemas that parameters of several tools share, and the decoding by them.
 *
 * Wrong arguments fail with `invalid_request`, whose reason is the first wrong parameter. The message states what was
 * expected, never what was given.
 *
 * `Spelling` brings arguments as models write them into the schema's form. The schema clamps numbers that are out of
 * range. Sentences beside the value report what was changed or ignored ({@link read}), so that no argument disappears
 * silently.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Spelling from "./Spelling.ts"
import { isErrorReason, make, type WebError } from "../WebError.ts"

// --- parameters ------------------------------------------------------------------------

/** Maximum length of a request's free text, in characters. */
export const maxTextLength = 2_000

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
  Schema.Finite.check(
    Schema.makeFilter((value: number) => Number.isInteger(value), {
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

/** Host names; `DomainRules` checks that each one is valid. */
export const HostNames = Schema.Array(Schema.String).check(
  Schema.makeFilter((names: ReadonlyArray<string>) => names.length <= Spelling.maxListLength, {
    expected: `a list of at most ${Spelling.maxListLength} host names`,
    toJsonSchema: () => ({ maxItems: Spelling.maxListLength }),
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

// --- decoding --------------------------------------------------------------------------

/** Decoded arguments. */
export interface Arguments<A> {
  readonly value: A
  /** Sentences about arguments that were changed or ignored. */
  readonly notes: ReadonlyArray<string>
}

/**
 * Decodes arguments by a schema without services, as leniently as `Spelling` reads them. Arguments that throw when they
 * are read (a getter, a revoked proxy) are `invalid_request`, too.
 */
export const read = <A>(
  schema: Schema.ConstraintDecoder<A>,
): ((input: unknown) => Effect.Effect<Arguments<A>, WebError>) => {
  const decoded = Schema.decodeUnknownEffect(schema)
  const spelled = Spelling.reader(schema)
  return (args) =>
    Effect.try({ try: () => spelled(args), catch: (cause) => make(unreadable, cause) }).pipe(
      Effect.flatMap(({ input, notes, tooLong }) =>
        tooLong === undefined
          ? Effect.mapBoth(decoded(input), {
              onFailure: (error) => fromIssue(error.issue),
              onSuccess: (value) => ({ value, notes: [...clampNotes(input, value), ...notes] }),
            })
          : Effect.fail(invalid(tooLong, `${tooLong}: expected at most ${Spelling.maxArgumentLength} characters.`)),
      ),
    )
}

/**
 * {@link read} without the notes. Decoding a decoded value changes nothing, so a front end and a use-case may both
 * decode.
 */
export const decode = <A>(schema: Schema.ConstraintDecoder<A>): ((input: unknown) => Effect.Effect<A, WebError>) => {
  const whole = read(schema)
  return (input) => Effect.map(whole(input), ({ value }) => value)
}

/** Adds notes to an answer's `message`. */
export const withNotes = <A extends { readonly message?: string }>(answer: A, notes: ReadonlyArray<string>): A =>
  notes.length === 0
    ? answer
    : { ...answer, message: [...(answer.message === undefined ? [] : [answer.message]), ...notes].join(" ") }

/** Turns a schema's issue into `invalid_request`. */
export const fromIssue = (issue: SchemaIssue.Issue): WebError => {
  const [first] = format(issue).issues
  const key = first?.path?.[0]
  const field = typeof key === "string" ? key : undefined
  const message =
    first === undefined ? "The arguments aren't valid. Check their names and types." : sentence(field, first.message)
  return invalid(field, message)
}

/** `invalid_request` that names a parameter. */
export const invalid = (field: string | undefined, message: string): WebError =>
  make(
    field !== undefined && isErrorReason(field)
      ? { error: "invalid_request", reason: field, message }
      : { error: "invalid_request", message },
  )

// --- private --------------------------------------------------------------------------

/** 2026-02-30 parses as the second of March, so the parsed day must equal the written one. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === text)

const unreadable = {
  error: "invalid_request",
  message: "The arguments can't be read. Send an object of named arguments.",
} as const

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isErrorReason(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A number that the schema changed was clamped. */
const clampNotes = (input: unknown, value: unknown): ReadonlyArray<string> =>
  !Predicate.isObject(input) || !Predicate.isObject(value)
    ? []
    : Object.entries(input).flatMap(([name, argument]) =>
        typeof argument !== "number" || argument === value[name]
          ? []
          : [`${name} was out of its range: ${String(value[name])} was used.`],
      )
