/**
 * One call of a tool: arguments of any kind in, an answer or the typed failure out. The kernel decodes the arguments,
 * so what it can't understand is an `invalid_request` like any other failure.
 */
import * as Effect from "effect/Effect"
import { Arguments, WebBackend, WebError } from "@porthole/core"

/** A call: arguments of any kind in, an answer or the typed failure out. No arguments are empty ones. */
export type WebCall<A> = (input: unknown) => Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>

/** Makes calls of one backend, for handlers whose callers have none. */
export const over =
  (backend: WebBackend.WebBackend["Service"]) =>
  <A>(call: WebCall<A>) =>
  (input: unknown): Effect.Effect<A, WebError.WebError> =>
    Effect.provideService(call(input), WebBackend.WebBackend, backend)

/** Tells an operator, at debug level, what a failure's answer keeps from the model, unless that is told already. */
export const logged = <A, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
  isTold: (error: WebError.WebError) => boolean = () => false,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.tapError(call, (error) => {
    const cause = WebError.causeOf(error)
    return cause === undefined || isTold(error)
      ? Effect.void
      : Effect.logDebug(`A call failed with ${error.error}.`, cause)
  })

/** The answer to arguments, whose `message` says what of them was changed or ignored. */
export const answered = <Request, A extends { readonly message?: string }, R>(
  read: Effect.Effect<Arguments.Arguments<Request>, WebError.WebError>,
  answer: (request: Request) => Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(read, ({ notes, value }) => Effect.map(answer(value), (given) => Arguments.withNotes(given, notes)))
