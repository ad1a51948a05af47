/**
 * The operator's view of refusals: one log event each, at debug level and with every detail that the model doesn't see,
 * and one metric that counts them by reason.
 *
 * Use-cases that take a URL wrap themselves in {@link observeRefusals}, in one place each, so that a refusal is
 * reported once on every front end.
 *
 * The guard of `known_urls_only`: only URLs that the conversation knows can be fetched.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Conversation } from "../domain/Conversation.ts"
import { Settings } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import { causeOf } from "../domain/WebError.ts"
import * as Refusal from "../policy/Refusal.ts"
import type { WebUrl } from "../policy/WebUrl.ts"
import { canonical, KnownUrls } from "../ports/KnownUrls.ts"

/**
 * The number of refused URLs; the attribute `reason` is the error's reason, or `unsupported_scheme`, which has none. It
 * counts at every log level.
 */
export const refusals: Metric.Counter<number> = Metric.counter("porthole_refusals", {
  description: "URLs refused by the policy, by reason",
  incremental: true,
})

/** The message of the log event; its details are annotations. */
export const message = "A URL was refused."

/** Logs and counts an effect's refusal, if it fails with one; the failure itself stays unchanged. */
export const observeRefusals = <A, R>(
  effect: Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.tapError(effect, (error) => (Refusal.isRefusal(error) ? observe(error) : Effect.void))

/** Fails with `blocked_url` / `url_not_seen` if the setting is on and the conversation doesn't know this URL. */
export const requireKnown = Effect.fnUntraced(function* (url: WebUrl): Effect.fn.Return<void, WebError.WebError> {
  const { known_urls, known_urls_only } = yield* Settings
  if (!known_urls_only || known_urls.some((known) => canonical(known) === canonical(url))) return
  const known = yield* KnownUrls
  if (yield* known.has(url)) return
  return yield* WebError.fail(
    {
      error: "blocked_url",
      reason: "url_not_seen",
      message: "Only URLs from the user, a search or a page of this conversation can be fetched. Search for it first.",
    },
    new Refusal.Refusal({ rule: "unseen", source: "the setting known_urls_only", url }),
  )
})

// --- private --------------------------------------------------------------------------

const observe = Effect.fnUntraced(function* (error: WebError.WebError) {
  yield* Metric.update(Metric.withAttributes(refusals, { reason: error.reason ?? error.error }), 1)
  const { id, tenant } = yield* Conversation
  const refusal = Refusal.of(error)
  const cause = causeOf(error)
  // Another backend may have left a cause of another kind.
  const event =
    refusal === undefined && cause !== undefined ? Effect.logDebug(message, cause) : Effect.logDebug(message)
  yield* Effect.annotateLogs(event, {
    error: error.error,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...refusal,
    conversation: id,
    tenant,
  })
})
