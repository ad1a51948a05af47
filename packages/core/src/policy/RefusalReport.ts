/**
 * Reports refusals: each is logged at debug level, and counted by its reason. Each use-case that takes a URL applies
 * {@link observe} once, so that every front end reports a refusal once.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Conversation } from "../domain/Conversation.ts"
import { causeOf, type WebError } from "../domain/WebError.ts"
import { of } from "./Refusal.ts"

/**
 * Whether an error reports that a policy, or the limit of redirects, blocked a URL; other backends may also report it.
 */
export const isRefusal = (error: WebError): boolean =>
  error.error === "blocked_url" || error.error === "unsupported_scheme" || error.reason === "too_many_redirects"

/**
 * The number of refused URLs; the attribute `reason` is the error's reason, or `unsupported_scheme`, which has none. It
 * counts at every log level.
 */
export const refusals: Metric.Counter<number> = Metric.counter("porthole_refusals", {
  description: "URLs refused by the policy, by reason",
  incremental: true,
})

/** Logs and counts an effect's refusal, if it fails with one; the failure itself stays unchanged. */
export const observe = <A, R>(effect: Effect.Effect<A, WebError, R>): Effect.Effect<A, WebError, R> =>
  Effect.tapError(effect, (error) => (isRefusal(error) ? report(error) : Effect.void))

// --- private --------------------------------------------------------------------------

/** The log event's message; its details are annotations. */
const eventMessage = "A URL was refused."

const report = Effect.fnUntraced(function* (error: WebError) {
  yield* Metric.update(Metric.withAttributes(refusals, { reason: error.reason ?? error.error }), 1)
  const { id, tenant } = yield* Conversation
  const refusal = of(error)
  const cause = causeOf(error)
  // Another backend may have left a cause of another kind.
  const event =
    refusal === undefined && cause !== undefined ? Effect.logDebug(eventMessage, cause) : Effect.logDebug(eventMessage)
  yield* Effect.annotateLogs(event, {
    error: error.error,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...refusal,
    conversation: id,
    tenant,
  })
})
