/**
 * A caller's or a model's arguments in the spelling of a schema, as plain values for the use-case, which decodes them.
 *
 * `Spelling` brings arguments as models write them into the schema's form. Sentences beside the values report what was
 * changed or ignored, so that no argument disappears silently; the kernel reports the numbers that it clamps.
 */
import { Arguments, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as Spelling from "./Spelling.ts"

/** Plain values by the names of the schema's parameters. The schema hasn't checked them. */
export type PlainArguments = Readonly<Record<string, unknown>>

/** Arguments in the schema's spelling. */
export interface SpelledArguments {
  readonly args: PlainArguments
  /** Sentences about arguments that were changed or ignored. */
  readonly notes: ReadonlyArray<string>
}

/**
 * Makes a reader of arguments for a request of this schema. Missing arguments count as empty ones. Arguments that
 * aren't an object, or that throw when they are read (a getter, a revoked proxy), are `invalid_request`.
 */
export const reader = (
  schema: Schema.Constraint,
): ((input: unknown) => Effect.Effect<SpelledArguments, WebError.WebError>) => {
  const spelled = Spelling.reader(schema)
  return (input) =>
    Effect.try({
      try: () => spelled(input ?? {}),
      catch: (cause) => WebError.make(Arguments.unreadable, cause),
    }).pipe(
      Effect.flatMap(({ input: args, notes, tooLong }) => {
        if (tooLong !== undefined) return Effect.fail(tooLongError(tooLong))
        return Predicate.isObject(args)
          ? Effect.succeed({ args, notes })
          : Effect.fail(WebError.make(Arguments.unreadable))
      }),
    )
}

/** Makes a decoder for a request that no use-case takes: one of a front end itself. */
export const decode = <A>(
  schema: Schema.ConstraintDecoder<A> & { readonly fields: object },
): ((input: unknown) => Effect.Effect<A, WebError.WebError>) => {
  const spelled = reader(schema)
  const decoded = Arguments.decoder(schema)
  return (input) => Effect.flatMap(spelled(input), ({ args }) => Effect.map(decoded(args), ({ request }) => request))
}

// --- private --------------------------------------------------------------------------

const tooLongError = (parameter: string): WebError.WebError =>
  Arguments.invalid(parameter, `${parameter}: expected at most ${Spelling.maxArgumentLength} characters.`)
