/**
 * The decoding of a caller's or a model's arguments by a schema.
 *
 * Wrong arguments fail with `invalid_request`, whose reason is the first wrong parameter. The message states what was
 * expected, never what was given.
 *
 * `Spelling` brings arguments as models write them into the schema's form. The schema clamps numbers that are out of
 * range. Sentences beside the value report what was changed or ignored ({@link read}), so that no argument disappears
 * silently.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Spelling from "./Spelling.ts"
import { isParameterForm, make, type WebError } from "../WebError.ts"

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

/** {@link read} without the notes, for a program that calls a use-case with input of any kind. */
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
    field !== undefined && isParameterForm(field)
      ? { error: "invalid_request", reason: field, message }
      : { error: "invalid_request", message },
  )

// --- private --------------------------------------------------------------------------

const unreadable = {
  error: "invalid_request",
  message: "The arguments can't be read. Send an object of named arguments.",
} as const

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isParameterForm(field)) return `${expected}.`
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
