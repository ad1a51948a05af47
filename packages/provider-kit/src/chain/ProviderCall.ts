/** One call of one provider, through its circuit breakers. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { Deadline, Trace, WebError } from "@porthole/core"
import type * as ProviderMethod from "./ProviderMethod.ts"
import * as ProviderFault from "./ProviderFault.ts"
import type { CircuitBreakers } from "./CircuitBreakers.ts"
import { attemptOf, type ProviderOutcome } from "./ProviderOutcome.ts"
import { type CheckedProvider, unchecked, unconfigured } from "./ConfigurationCheck.ts"

/**
 * Attempts by `provider` and `outcome`: `answered`, or the reason of the failure or of the pause. A provider that is
 * known not to be configured isn't called, and has none.
 */
export const attempts: Metric.Counter<number> = Metric.counter("porthole_provider_attempts_total", {
  description: "Attempts of providers, by provider and outcome",
  incremental: true,
})

/**
 * Calls a provider if it is configured, for at most `share` ms and until `giveUp` ends. A check that isn't done by then
 * leaves the provider out. Fails with the errors after which no other provider is called.
 */
export const ask = Effect.fnUntraced(function* <A, B, C>(
  { check, triesNext, isOutage, timeoutError }: ProviderMethod.ProviderMethod<A, B, C>,
  breakers: CircuitBreakers,
  checkedProvider: CheckedProvider<A, B>,
  request: A,
  share: number,
  giveUp: Effect.Effect<unknown> = Effect.never,
): Effect.fn.Return<ProviderOutcome<C>, WebError.WebError> {
  const { provider } = checkedProvider
  const patience = Math.min(share, checkedProvider.deadline)
  const endsAt = (yield* Clock.currentTimeMillis) + patience
  const isConfigured = yield* Fiber.join(checkedProvider.check).pipe(
    Effect.timeoutOption(patience),
    Effect.raceFirst(Effect.as(giveUp, Option.none<boolean>())),
  )
  if (Option.isNone(isConfigured)) return yield* unchecked(provider)
  if (!isConfigured.value) return yield* unconfigured(checkedProvider)
  // The time of a slow circuit breaker store counts as this provider's.
  const call = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.suspend(() => checkedProvider.ask(request)).pipe(
      Effect.flatMap((answer) => check(answer, provider, request)),
      (call) => Deadline.within(call, { duration: Math.max(0, endsAt - now), orElse: () => Effect.fail(timeoutError) }),
      Effect.raceFirst(Effect.andThen(giveUp, Effect.fail(timeoutError))),
    ),
  )
  return yield* Trace.step("provider", breakers(checkedProvider, call, isOutage(checkedProvider)), {
    "porthole.provider": provider,
  }).pipe(
    Effect.map((value): ProviderOutcome<C> => ({ outcome: "answered", provider, value })),
    Effect.catch((error): Effect.Effect<ProviderOutcome<C>, WebError.WebError> => {
      if (error._tag === "CircuitOpen") {
        return Effect.succeed({
          outcome: "skipped",
          provider,
          error: circuitOpenError(provider, error.fault, error.retryAfter),
        })
      }
      if (!triesNext(error)) return Effect.fail(error)
      // Not `unconfigured`: a public provider doesn't replace one that counted as configured and isn't available now.
      const lacksConfiguration = ProviderFault.faultOf(error) === "not_configured"
      return Effect.succeed({ outcome: lacksConfiguration ? "skipped" : "failed", provider, error })
    }),
    Effect.tap(count),
  )
})

// --- private --------------------------------------------------------------------------

const count = (outcome: ProviderOutcome<unknown>): Effect.Effect<void> => {
  const { provider, reason = outcome.outcome } = attemptOf(outcome)
  return Metric.update(Metric.withAttributes(attempts, { provider, outcome: reason }), 1)
}

const circuitOpenError = (
  provider: string,
  fault: WebError.ProviderFault,
  retryAfter: Duration.Duration,
): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(Duration.toSeconds(retryAfter)))
  return WebError.make({
    error: "web_search_unavailable",
    reason: `${provider}_${fault}`,
    message: `The provider ${provider} is paused for ${retry_after} s because of its earlier answers.`,
    retry_after,
  })
}
