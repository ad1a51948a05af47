/** All providers in parallel, and one list made of their answers by {@link RankFusion.fuse}. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { InstantAnswer, SearchAnswer, type WebBackend } from "@porthole/core"
import * as SearchMethod from "./SearchMethod.ts"
import * as ConfigurationCheck from "./ConfigurationCheck.ts"
import * as ProviderCall from "./ProviderCall.ts"
import type * as ProviderOutcome from "./ProviderOutcome.ts"
import * as ChainCalls from "./ChainCalls.ts"
import type { ErrorOf, Options, SearchProvider, ServicesOf } from "./ChainProvider.ts"
import { fuse } from "./RankFusion.ts"

/** The share of a call's remaining time that each provider may use. */
export const share = 0.8

/** After the first answer, the other providers get this share of the time that the call had at its start. */
export const shareAfterFirst = 0.25

/**
 * Calls all configured providers at the same time, except those whose circuit breaker is open. After the first answer
 * the others have {@link shareAfterFirst} of the time that the call had at its start. The answer leaves out a provider
 * that fails or times out, and names it in `attempts`. If all fail, the call fails. `provider` names those that
 * answered (`brave+tavily`).
 */
export const fanOut = <L extends SearchProvider<unknown, unknown>, M extends SearchProvider<unknown, unknown> = never>(
  providers: ReadonlyArray<L> & ReadonlyArray<SearchProvider<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchProvider<ErrorOf<M>, ServicesOf<M>>> = {},
): WebBackend.Factory<WebBackend.Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    ChainCalls.make(SearchMethod.searchMethod, allAtOnce, providers, options),
    (ask): WebBackend.Search =>
      (request) =>
        Effect.map(ask(request), ({ answers, tried }) => ({
          ...merged(answers),
          attempts: ChainCalls.attemptsOf(tried, options),
        })),
  )

// --- private --------------------------------------------------------------------------

const allAtOnce = Effect.fnUntraced(function* <A, B, C>({
  end,
  method,
  providers,
  request,
  breakers,
}: ChainCalls.ChainCall<A, B, C>) {
  const checked = yield* ConfigurationCheck.checkAll(providers, end - (yield* Clock.currentTimeMillis))
  const time = end - (yield* Clock.currentTimeMillis)
  if (time <= 0) return yield* Effect.fail(method.timeoutError)
  const first = yield* Deferred.make<void>()
  const giveUp = Effect.andThen(Deferred.await(first), Effect.sleep(time * shareAfterFirst))
  return yield* Effect.forEach(
    checked,
    (provider) =>
      Effect.tap(ProviderCall.ask(method, breakers, provider, request, time * share, giveUp), ({ outcome }) =>
        outcome === "answered" ? Deferred.succeed(first, undefined) : Effect.void,
      ),
    { concurrency: "unbounded" },
  )
})

const merged = (
  answers: ReadonlyArray<ProviderOutcome.Answered<SearchAnswer.CheckedAnswer>>,
): SearchAnswer.CheckedAnswer => {
  const ignored = new Set(answers.flatMap(({ value }) => value.ignored ?? []))
  const asides = answers.flatMap(({ value }) => value.answers ?? [])
  const corrections = answers.flatMap(({ value }) => value.corrections ?? [])
  const unusable = answers.reduce((sum, { value }) => sum + (value.unusable ?? 0), 0)
  return {
    provider: answers.map(({ provider }) => provider).join("+"),
    rows: SearchAnswer.ofChecked(fuse(answers.map(({ value }) => value.rows))),
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
    ...(unusable === 0 ? {} : { unusable }),
    ...(asides.length === 0 ? {} : { answers: asides.slice(0, InstantAnswer.maxAnswers) }),
    ...(corrections.length === 0 ? {} : { corrections: InstantAnswer.corrections(corrections) }),
  }
}
