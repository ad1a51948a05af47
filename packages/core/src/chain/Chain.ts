/**
 * One backend made of several providers: the next one is called when those before it failed, are paused, or aren't
 * configured.
 *
 * An answer without hits is an answer. A URL that our policy refuses, one of our own limits, and an HTTP error of the
 * page itself end the chain, because the next provider would only work around them.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Extract, Factory, Search } from "../ports/WebBackend.ts"
import * as Operation from "./Operation.ts"
import * as FallbackProvider from "./FallbackProvider.ts"
import type { ErrorOf, PageFallback, Options, SearchFallback, ServicesOf } from "./FallbackProvider.ts"
import * as ProviderChain from "./ProviderChain.ts"
import { inTurn } from "./ProviderChain.ts"
import * as RankFusion from "./RankFusion.ts"
import * as SearchResult from "../domain/SearchResult.ts"

/** Searches by providers in order. `attempts` lists the providers that were called or skipped. */
export const chain = <L extends SearchFallback<unknown, unknown>, M extends SearchFallback<unknown, unknown> = never>(
  fallbacks: ReadonlyArray<L> & ReadonlyArray<SearchFallback<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchFallback<ErrorOf<M>, ServicesOf<M>>> = {},
): Factory<Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    ProviderChain.make(Operation.search, inTurn, fallbacks, options),
    (ask): Search =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }], tried }) => ({
          ...value,
          attempts: ProviderChain.attemptsOf(tried, options),
        })),
  )

/**
 * Reads pages by providers in order. The next one is also called for a page that a reader can't turn into text, a mode
 * that it lacks, and a site that it can't reach.
 */
export const chainExtract = <
  L extends PageFallback<unknown, unknown>,
  M extends PageFallback<unknown, unknown> = never,
>(
  fallbacks: ReadonlyArray<L> & ReadonlyArray<PageFallback<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<PageFallback<ErrorOf<M>, ServicesOf<M>>> = {},
): Factory<Extract, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    ProviderChain.make(Operation.extract, inTurn, fallbacks, options),
    (ask): Extract =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }] }) => value),
  )

/** The share of a call's remaining time that each provider may use. */
export const share = 0.8

/** The share of the call's time, as it was when the calls began, that other providers get after the first answer. */
export const shareAfterFirst = 0.25

/**
 * Calls all configured providers at the same time, except those whose circuit breaker is open. After the first answer
 * the others have {@link shareAfterFirst} of the time that the call had at its start. The answer leaves out a provider
 * that fails or times out, and names it in `attempts`. If all fail, the call fails. `provider` names those that
 * answered (`brave+tavily`).
 */
export const fanOut = <L extends SearchFallback<unknown, unknown>, M extends SearchFallback<unknown, unknown> = never>(
  fallbacks: ReadonlyArray<L> & ReadonlyArray<SearchFallback<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchFallback<ErrorOf<M>, ServicesOf<M>>> = {},
): Factory<Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    ProviderChain.make(Operation.search, allAtOnce, fallbacks, options),
    (ask): Search =>
      (request) =>
        Effect.map(ask(request), ({ answers, tried }) => ({
          ...merged(answers),
          attempts: ProviderChain.attemptsOf(tried, options),
        })),
  )

// --- private --------------------------------------------------------------------------

const allAtOnce = Effect.fnUntraced(function* <A, B, C>({
  end,
  operation,
  fallbacks,
  request,
  breakers,
}: ProviderChain.ChainCall<A, B, C>) {
  const configured = yield* FallbackProvider.readConfigured(fallbacks, end - (yield* Clock.currentTimeMillis))
  const time = end - (yield* Clock.currentTimeMillis)
  if (time <= 0) return yield* Effect.fail(operation.timeoutError)
  const first = yield* Deferred.make<void>()
  const giveUp = Effect.andThen(Deferred.await(first), Effect.sleep(time * shareAfterFirst))
  const ask = (fallback: FallbackProvider.ReadyFallback<A, B>) =>
    Effect.tap(FallbackProvider.ask(operation, breakers, fallback, request, time * share, giveUp), ({ outcome }) =>
      outcome === "answered" ? Deferred.succeed(first, undefined) : Effect.void,
    )
  return yield* Effect.forEach(
    fallbacks,
    (fallback, at) => (configured[at] === true ? ask(fallback) : FallbackProvider.unconfigured(fallback)),
    {
      concurrency: "unbounded",
    },
  )
})

const merged = (
  answers: ReadonlyArray<FallbackProvider.Answered<SearchResult.ReadAnswer>>,
): SearchResult.ReadAnswer => {
  const ignored = new Set(answers.flatMap(({ value }) => value.ignored ?? []))
  const unusable = answers.reduce((sum, { value }) => sum + (value.unusable ?? 0), 0)
  return {
    provider: answers.map(({ provider }) => provider).join("+"),
    rows: SearchResult.ofReadRows(RankFusion.fuse(answers.map(({ value }) => value.rows))),
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
    ...(unusable === 0 ? {} : { unusable }),
  }
}
