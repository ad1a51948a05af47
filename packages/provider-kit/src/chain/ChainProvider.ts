/** One provider of a chain or a fan-out: its options, its backend, whether it is configured, and how it is called. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Deadline, Trace, type WebBackend, WebError } from "@porthole/core"
import * as Operation from "./Operation.ts"
import type { CircuitBreakers } from "./CircuitBreakers.ts"

/** One provider of a chain or a fan-out. Providers of one name share their circuit breakers. */
export interface ChainProvider<A, B, E = never, R = never> {
  /** The name in reasons: a lower-case letter, then at most 31 letters and digits (`tavily`). */
  readonly provider: string
  /** Made once, with the chain. */
  readonly backend: WebBackend.Factory<(input: A) => Effect.Effect<B, WebError.WebError>, E, R>
  /**
   * Whether it has everything it needs, such as a key. Read at each call, so it may depend on `Conversation`. Without
   * an answer within its share of the call's time the provider is skipped. Default: yes.
   */
  readonly isConfigured?: Effect.Effect<boolean>
  /**
   * A sentence about what to set. It ends the error message if the chain fails because this provider isn't configured.
   */
  readonly setUpHint?: Effect.Effect<string>
  /** The longest time for this provider's answer, even if its share of the call's remaining time is longer. */
  readonly deadline?: Duration.Input
  /**
   * Whether its limits apply to this machine's address rather than to a tenant's key: all tenants then share its
   * circuits. Default: no.
   */
  readonly sharedByTenants?: boolean
}

/** A provider that searches. */
export type SearchProvider<E = never, R = never> = ChainProvider<
  WebBackend.SearchRequest,
  WebBackend.SearchAnswer | ReadonlyArray<unknown>,
  E,
  R
>

/** A provider that reads pages. */
export type PageProvider<E = never, R = never> = ChainProvider<WebBackend.ExtractRequest, unknown, E, R>

/** Options of a chain. */
export interface Options<L = never> {
  /** A sentence about what to set. It ends the message if all providers failed and none is configured. */
  readonly setUpHint?: string
  /** Providers that are called in turn only if none of the chain's is configured at that call. */
  readonly whenNoneConfigured?: ReadonlyArray<L>
  /** Whether `attempts` names providers that aren't configured. Default: `listed`. */
  readonly skippedUnconfigured?: "listed" | "omitted"
}

/** The errors of making the backend; of several providers, the union. */
export type ErrorOf<L extends { readonly backend: unknown }> = Effect.Error<L["backend"]>

/** The services that making the backend needs; of several providers, the union. */
export type ServicesOf<L extends { readonly backend: unknown }> = Effect.Services<L["backend"]>

/** A provider whose backend is made. */
export interface ReadyProvider<A, B> {
  readonly provider: string
  readonly sharedByTenants: boolean
  readonly isConfigured: Effect.Effect<boolean>
  readonly setUpHint: Effect.Effect<string> | undefined
  /** In ms. */
  readonly deadline: number
  readonly ask: (request: A) => Effect.Effect<B, WebError.WebError>
}

/** The provider answered. */
export interface Answered<C> {
  readonly outcome: "answered"
  readonly provider: string
  readonly value: C
}

/** The provider didn't answer. `error` is the chain's failure if this provider is the last one. */
export interface Unanswered {
  readonly outcome: "failed" | "skipped" | "unconfigured"
  readonly provider: string
  readonly error: WebError.WebError
}

/** The outcome of one provider. */
export type ProviderOutcome<C> = Answered<C> | Unanswered

/** Makes a provider's backend. A name that can't be part of a reason is a bug. */
export const ready = Effect.fnUntraced(function* <A, B, E, R>(chainProvider: ChainProvider<A, B, E, R>) {
  const {
    deadline = Duration.infinity,
    backend,
    isConfigured = Effect.succeed(true),
    sharedByTenants = false,
    provider,
    setUpHint,
  } = chainProvider
  if (!WebError.isErrorReason(`${provider}_unreachable`)) {
    return yield* Effect.die(new TypeError("A provider's name is a lower-case letter, then letters and digits."))
  }
  const ask = yield* backend
  return {
    provider,
    sharedByTenants,
    isConfigured,
    setUpHint,
    deadline: Duration.toMillis(deadline),
    ask,
  } satisfies ReadyProvider<A, B>
})

/** A provider, and the check whether it is configured, which runs or has ended. */
export interface CheckedProvider<A, B> extends ReadyProvider<A, B> {
  readonly check: Fiber.Fiber<boolean>
}

/**
 * Calls a provider if it is configured, for at most `share` ms and until `giveUp` ends. A check that isn't done by then
 * leaves the provider out. Fails with the errors after which no other provider is called.
 */
export const ask = Effect.fnUntraced(function* <A, B, C>(
  { check, triesNext, isOutage, timeoutError }: Operation.Operation<A, B, C>,
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
  if (Option.isNone(isConfigured)) return unchecked(provider)
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
      const lacksConfiguration = Operation.faultOf(error) === "not_configured"
      return Effect.succeed({ outcome: lacksConfiguration ? "skipped" : "failed", provider, error })
    }),
  )
})

/** The outcome of a provider that isn't configured and so isn't called. */
export const unconfigured = Effect.fnUntraced(function* ({
  provider,
  setUpHint,
}: Pick<ReadyProvider<never, unknown>, "provider" | "setUpHint">): Effect.fn.Return<ProviderOutcome<never>> {
  const missing = `The provider ${provider} isn't configured.`
  const message = setUpHint === undefined ? missing : `${missing} ${yield* setUpHint}`
  return { outcome: "unconfigured", provider, error: WebError.unavailable(provider, "not_configured", message) }
})

/** The attempt that an answer lists for an outcome. */
export const attemptOf = (tried: ProviderOutcome<unknown>): WebError.Attempt => {
  const { outcome, provider } = tried
  if (tried.outcome === "answered") return { provider, outcome: "answered" }
  return { provider, outcome: outcome === "failed" ? "failed" : "skipped", reason: Operation.reasonOf(tried.error) }
}

/** The longest time to wait for all checks before the first call, in ms. */
export const checkPatience = 1_000

/** The largest share of the call's remaining time for that. */
export const checkShare = 1 / 4

/**
 * Starts the checks of all providers, which end with the scope, and waits for them for a while; `time` is the call's
 * remaining time in ms.
 */
export const checkAll = Effect.fnUntraced(function* <A, B>(
  providers: ReadonlyArray<ReadyProvider<A, B>>,
  time: number,
): Effect.fn.Return<ReadonlyArray<CheckedProvider<A, B>>, never, Scope.Scope> {
  const checked = yield* Effect.forEach(providers, (provider) =>
    Effect.map(Effect.forkScoped(provider.isConfigured, { startImmediately: true }), (check) => ({
      ...provider,
      check,
    })),
  )
  yield* Effect.timeoutOption(
    Fiber.awaitAll(checked.map(({ check }) => check)),
    Math.max(0, Math.min(checkPatience, time * checkShare)),
  )
  return checked
})

/** Whether a provider is configured, or its check isn't done. */
export const mayBeConfigured = ({ check }: Pick<CheckedProvider<never, unknown>, "check">): boolean => {
  const exit = check.pollUnsafe()
  return exit === undefined || Exit.isFailure(exit) || exit.value
}

// --- private --------------------------------------------------------------------------

/**
 * The outcome of a provider whose check wasn't done in time. It isn't `unconfigured`, so no public provider replaces
 * it, and it isn't an outage, because it wasn't called.
 */
const unchecked = (provider: string): Unanswered => ({
  outcome: "skipped",
  provider,
  error: WebError.unavailable(
    provider,
    "not_configured",
    `The key of the provider ${provider} couldn't be looked up in time. Try again later, or run \`porthole doctor\`.`,
  ),
})

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
