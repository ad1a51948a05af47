/**
 * The decoding of a caller's or a model's arguments by a schema.
 *
 * `Spelling` brings arguments as models write them into the schema's form. The schema clamps numbers that are out of
 * range. Sentences beside the value report what was changed or ignored ({@link read}), so that no argument disappears
 * silently.
 */
import { Arguments, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Spelling from "./Spelling.ts"

/** Decoded arguments. */
export interface ToolArguments<A> {
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
): ((input: unknown) => Effect.Effect<ToolArguments<A>, WebError.WebError>) => {
  const decoded = Schema.decodeUnknownEffect(schema)
  const spelled = Spelling.reader(schema)
  return (args) =>
    Effect.try({ try: () => spelled(args), catch: (cause) => WebError.make(unreadable, cause) }).pipe(
      Effect.flatMap(({ input, notes, tooLong }) =>
        tooLong === undefined
          ? Effect.mapBoth(decoded(input), {
              onFailure: (error) => Arguments.fromIssue(error.issue),
              onSuccess: (value) => ({ value, notes: [...clampNotes(input, value), ...notes] }),
            })
          : Effect.fail(
              Arguments.invalid(tooLong, `${tooLong}: expected at most ${Spelling.maxArgumentLength} characters.`),
            ),
      ),
    )
}

/** {@link read} without the notes, for a program that calls a use-case with input of any kind. */
export const decode = <A>(
  schema: Schema.ConstraintDecoder<A>,
): ((input: unknown) => Effect.Effect<A, WebError.WebError>) => {
  const whole = read(schema)
  return (input) => Effect.map(whole(input), ({ value }) => value)
}

// --- private --------------------------------------------------------------------------

const unreadable = {
  error: "invalid_request",
  message: "The arguments can't be read. Send an object of named arguments.",
} as const

/** A number that the schema changed was clamped. */
const clampNotes = (input: unknown, value: unknown): ReadonlyArray<string> =>
  !Predicate.isObject(input) || !Predicate.isObject(value)
    ? []
    : Object.entries(input).flatMap(([name, argument]) =>
        typeof argument !== "number" || argument === value[name]
          ? []
          : [`${name} was out of its range: ${String(value[name])} was used.`],
      )
