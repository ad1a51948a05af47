/** A call of the providers of a chain or a fan-out, in an order, and its outcome. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Deadline, Settings, WebError } from "@porthole/core"
import type * as ProviderMethod from "./ProviderMethod.ts"
import * as ProviderFault from "./ProviderFault.ts"
import * as ChainProvider from "./ChainProvider.ts"
import * as ProviderOutcome from "./ProviderOutcome.ts"
import * as ConfigurationCheck from "./ConfigurationCheck.ts"
import * as ProviderCall from "./ProviderCall.ts"
import * as CircuitBreakers from "./CircuitBreakers.ts"
import type { Options } from "./ChainProvider.ts"

/** One call: the providers, the request, and the end of the call (in ms since the epoch). */
export interface ChainCall<A, B, C> {
  readonly method: ProviderMethod.ProviderMethod<A, B, C>
  readonly breakers: CircuitBreakers.CircuitBreakers
  readonly providers: ReadonlyArray<ChainProvider.ReadyProvider<A, B>>
  readonly request: A
  readonly end: number
}

/**
 * An order of calling providers; fails with errors after which no other provider is called. The end of the scope ends
 * the checks of providers that weren't called.
 */
export type Order<A, B, C> = (
  call: ChainCall<A, B, C>,
) => Effect.Effect<ReadonlyArray<ProviderOutcome.ProviderOutcome<C>>, WebError.WebError, Scope.Scope>

/** The outcome of a call: at least one answer, and the outcome of each provider that was called or skipped. */
export interface Outcome<C> {
  readonly answers: readonly [ProviderOutcome.Answered<C>, ...ReadonlyArray<ProviderOutcome.Answered<C>>]
  readonly tried: ReadonlyArray<ProviderOutcome.ProviderOutcome<C>>
}

/** Calls the providers. */
export type Ask<A, C> = (request: A) => Effect.Effect<Outcome<C>, WebError.WebError>

/** Makes the backends of all providers, and of those that are used if none is configured. */
export const make = Effect.fnUntraced(function* <A, B, C, E1, R1, E2, R2>(
  method: ProviderMethod.ProviderMethod<A, B, C>,
  order: Order<A, B, C>,
  providers: ReadonlyArray<ChainProvider.ChainProvider<A, B, E1, R1>>,
  { setUpHint, whenNoneConfigured = [] }: Options<ChainProvider.ChainProvider<A, B, E2, R2>>,
): Effect.fn.Return<Ask<A, C>, E1 | E2, R1 | R2 | Scope.Scope> {
  const breakers = yield* CircuitBreakers.make(method.name)
  const first = yield* Effect.forEach(providers, ChainProvider.ready)
  const second = yield* Effect.forEach(whenNoneConfigured, ChainProvider.ready)

  const callProviders = Effect.fnUntraced(function* (request: A) {
    const end = yield* endOf(method)
    const tried = yield* order({ method, breakers, providers: first, request, end })
    if (!tried.every(isUnconfigured)) return { tried, isNoneConfigured: false }
    const otherOutcomes = yield* inTurn({ method, breakers, providers: second, request, end })
    return { tried: [...tried, ...otherOutcomes], isNoneConfigured: true }
  })

  return Effect.fnUntraced(function* (request) {
    const { isNoneConfigured, tried } = yield* Effect.scoped(callProviders(request))
    const [first, ...others] = tried.filter((one) => one.outcome === "answered")
    if (first !== undefined) return { answers: [first, ...others], tried }
    const last =
      tried.findLast((one) => !lacksConfiguration(one)) ?? tried.findLast((one) => !isUnconfigured(one)) ?? tried.at(-1)
    if (last === undefined || last.outcome === "answered")
      return yield* Effect.fail(noProviderError(method.providerNoun))
    const failed = tried.filter((one) => !isUnconfigured(one))
    const listsAttempts = failed.length > (method.name === "search" ? 0 : 1)
    const error = listsAttempts ? withAttempts(last.error, failed) : last.error
    const isHintUseful = isNoneConfigured && error.error !== "invalid_request"
    return yield* Effect.fail(isHintUseful && setUpHint !== undefined ? withSentence(error, setUpHint) : error)
  })
})

/** The attempts that an answer lists. A provider that is a chain itself lists that chain's own attempts. */
export const attemptsOf = (
  tried: ReadonlyArray<ProviderOutcome.ProviderOutcome<{ readonly attempts?: ReadonlyArray<WebError.Attempt> }>>,
  { skippedUnconfigured = "listed" }: Pick<Options, "skippedUnconfigured">,
): ReadonlyArray<WebError.Attempt> =>
  tried
    .filter((one) => skippedUnconfigured === "listed" || !isUnconfigured(one))
    .flatMap((one) => (one.outcome === "answered" ? one.value.attempts : undefined) ?? [ProviderOutcome.attemptOf(one)])

/**
 * Calls the providers in turn. Those that are left, and may be configured, share the remaining time equally, so a
 * provider or a key store that hangs can't use up the others' time. Only the last outcome can be an answer.
 */
export const inTurn = Effect.fnUntraced(function* <A, B, C>({
  end,
  method,
  providers,
  request,
  breakers,
}: ChainCall<A, B, C>): Effect.fn.Return<
  ReadonlyArray<ProviderOutcome.ProviderOutcome<C>>,
  WebError.WebError,
  Scope.Scope
> {
  const checked = yield* ConfigurationCheck.checkAll(providers, end - (yield* Clock.currentTimeMillis))
  const tried: Array<ProviderOutcome.ProviderOutcome<C>> = []
  for (const [at, provider] of checked.entries()) {
    if (!ConfigurationCheck.mayBeConfigured(provider)) {
      tried.push(yield* ConfigurationCheck.unconfigured(provider))
      continue
    }
    const left = checked.slice(at).filter(ConfigurationCheck.mayBeConfigured).length
    const time = end - (yield* Clock.currentTimeMillis)
    if (time <= 0) return yield* Effect.fail(method.timeoutError)
    const one = yield* ProviderCall.ask(method, breakers, provider, request, time / left)
    tried.push(one)
    if (one.outcome === "answered") return tried
  }
  return tried
})

// --- private --------------------------------------------------------------------------

const isUnconfigured = ({ outcome }: ProviderOutcome.ProviderOutcome<unknown>): boolean => outcome === "unconfigured"

/** Whether a provider wasn't configured, as known before its call or only from its error. */
const lacksConfiguration = (one: ProviderOutcome.ProviderOutcome<unknown>): boolean =>
  one.outcome !== "answered" && ProviderFault.faultOf(one.error) === "not_configured"

/** The error with the providers that were called and the shortest time after which one of them can be called again. */
const withAttempts = (
  error: WebError.WebError,
  failed: ReadonlyArray<ProviderOutcome.ProviderOutcome<unknown>>,
): WebError.WebError => {
  const { retry_after: own, ...wire } = error.wire
  const waits = failed.flatMap((one) =>
    one.outcome === "answered" || lacksConfiguration(one) ? [] : [ProviderFault.waitOf(one.error)],
  )
  const retry_after = waits.length < 2 ? own : Math.min(...waits)
  return WebError.make(
    {
      ...wire,
      ...(retry_after === undefined || retry_after === 0 ? {} : { retry_after }),
      attempts: failed.map(ProviderOutcome.attemptOf),
    },
    WebError.causeOf(error),
  )
}

/** The end of a call: a little before its caller gives up, so that a timeout is reported and counted, not cut off. */
const endOf = Effect.fnUntraced(function* ({
  timeout,
}: Pick<ProviderMethod.ProviderMethod<never, never, unknown>, "timeout">) {
  const now = yield* Clock.currentTimeMillis
  const end = yield* Deadline.endsWithin(timeout(yield* Settings.Settings))
  return end - Math.min(100, Math.max(0, end - now) / 20)
})

const noProviderError = (providerNoun: string): WebError.WebError =>
  WebError.make({ error: "web_search_unavailable", message: `There is no ${providerNoun}.` })

const withSentence = (error: WebError.WebError, sentence: string): WebError.WebError =>
  WebError.make(
    { ...error.wire, message: error.wire.message === undefined ? sentence : `${error.wire.message} ${sentence}` },
    WebError.causeOf(error),
  )
