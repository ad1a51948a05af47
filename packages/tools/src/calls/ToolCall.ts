/**
 * One call of a tool: arguments of any kind in, an answer or the typed failure out. The use-case decodes the arguments,
 * so invalid ones are an `invalid_request` like any other failure.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { Arguments, WebBackend, WebError } from "@porthole/core"
import type * as ToolArguments from "../arguments/ToolArguments.ts"

/** A call: arguments of any kind in, an answer or the typed failure out. Missing arguments count as empty ones. */
export type ToolCall<A> = (input: unknown) => Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>

/** Binds calls to one backend, for handlers whose callers have none. */
export const withBackend =
  (backend: WebBackend.WebBackend["Service"]) =>
  <A>(call: ToolCall<A>) =>
  (input: unknown): Effect.Effect<A, WebError.WebError> =>
    Effect.provideService(call(input), WebBackend.WebBackend, backend)

/** Calls by `tool` and `outcome`: `answered`, the error's code, `bug`, or `interrupted`. */
export const calls: Metric.Counter<number> = Metric.counter("porthole_calls_total", {
  description: "Calls of tools, by tool and outcome",
  incremental: true,
})

/** The durations of calls, in seconds, by `tool`. */
export const durations: Metric.Histogram<number> = Metric.histogram("porthole_call_duration_seconds", {
  description: "Durations of calls, by tool",
  boundaries: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
})

/**
 * Is told of every failed call and its tool, and of each page of several that couldn't be read. It does nothing by
 * default; a server writes the failure into the line of the call's request.
 */
export const OnFailure: Context.Reference<(tool: string, error: WebError.WebError) => Effect.Effect<void>> =
  Context.Reference<(tool: string, error: WebError.WebError) => Effect.Effect<void>>(
    "@porthole/tools/ToolCall/OnFailure",
    { defaultValue: () => () => Effect.void },
  )

/** Tells {@link OnFailure} of an error of a tool's call. */
export const reported =
  (tool: string) =>
  (error: WebError.WebError): Effect.Effect<void> =>
    Effect.flatMap(OnFailure, (report) => report(tool, error))

/**
 * Logs the cause of a failure, which the model doesn't see, at debug level for an operator, unless `isReported`: other
 * code has logged it already.
 */
export const logged = <A, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
  isReported: (error: WebError.WebError) => boolean = () => false,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.tapError(call, (error) => {
    const cause = WebError.causeOf(error)
    return cause === undefined || isReported(error)
      ? Effect.void
      : Effect.logDebug(`A call failed with ${error.error}.`, cause)
  })

/** Counts a call of a tool, logs its failure like {@link logged}, and tells {@link OnFailure}. */
export const observed = <A, R>(
  tool: string,
  call: Effect.Effect<A, WebError.WebError, R>,
  isReported?: (error: WebError.WebError) => boolean,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (begun) =>
    Effect.onExit(Effect.tapError(logged(call, isReported), reported(tool)), (exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.andThen(
          Metric.update(Metric.withAttributes(calls, { tool, outcome: outcomeOf(exit) }), 1),
          Metric.update(Metric.withAttributes(durations, { tool }), (now - begun) / 1_000),
        ),
      ),
    ),
  )

/** The answer to arguments; its `message` reports arguments that were changed or ignored. */
export const answer = <A extends { readonly message?: string }, R>(
  spelled: Effect.Effect<ToolArguments.SpelledArguments, WebError.WebError>,
  useCase: (args: ToolArguments.PlainArguments) => Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(spelled, ({ args, notes }) =>
    Effect.map(useCase(args), (result) => Arguments.withNotes(result, notes)),
  )

// --- private --------------------------------------------------------------------------

const outcomeOf = (exit: Exit.Exit<unknown, WebError.WebError>): string => {
  if (Exit.isSuccess(exit)) return "answered"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? error.value.error : "bug"
}
