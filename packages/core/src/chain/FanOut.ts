/** A search half that asks several providers at once, and makes one list of what they found. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Half, Search, SearchAnswer } from "../ports/WebBackend.ts"
import * as Configured from "./Configured.ts"
import * as Kind from "./Kind.ts"
import type { ErrorOf, Options, SearchLink, ServicesOf } from "./Link.ts"
import * as Links from "./Links.ts"
import * as RankFusion from "./RankFusion.ts"
import * as Try from "./Try.ts"

/** Which part of what a call has left each link may take. */
export const share = 0.8

/** Which part of it the other links get once one of them has answered. */
export const shareAfterFirst = 0.25

/**
 * Asks every link that is configured and doesn't rest. After the first answer the others have a quarter of the
 * call's time. A link that fails or is late is left out of the answer and named in `attempts`; all of them failing is a failure. `provider` names those that answered (`brave+tavily`).
 */
export const fanOut = <L extends SearchLink<unknown, unknown>, M extends SearchLink<unknown, unknown> = never>(
  links: ReadonlyArray<L> & ReadonlyArray<SearchLink<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchLink<ErrorOf<M>, ServicesOf<M>>> = {},
): Half<Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Links.make(Kind.search, allAtOnce, links, options),
    (ask): Search =>
      (request) =>
        Effect.map(ask(request), ({ answers, tried }) => ({
          ...merged(answers),
          attempts: Links.attemptsOf(tried, options),
        })),
  )

// --- private --------------------------------------------------------------------------

const allAtOnce = Effect.fnUntraced(function* <A extends Links.Request, B, C>({
  end,
  kind,
  links,
  request,
  rests,
}: Links.Asking<A, B, C>) {
  const configured = yield* Configured.read(links, end - (yield* Clock.currentTimeMillis))
  const time = end - (yield* Clock.currentTimeMillis)
  if (time <= 0) return yield* Effect.fail(kind.late)
  const first = yield* Deferred.make<void>()
  const giveUp = Effect.andThen(Deferred.await(first), Effect.sleep(time * shareAfterFirst))
  const ask = (link: Try.ReadyLink<A, B>) =>
    Effect.tap(Try.ask(kind, rests, link, request, time * share, giveUp), ({ outcome }) =>
      outcome === "answered" ? Deferred.succeed(first, undefined) : Effect.void,
    )
  return yield* Effect.forEach(links, (link, at) => (configured[at] === true ? ask(link) : Try.unconfigured(link)), {
    concurrency: "unbounded",
  })
})

const merged = (answers: ReadonlyArray<Try.Answered<SearchAnswer>>): SearchAnswer => {
  const ignored = new Set(answers.flatMap(({ value }) => value.ignored ?? []))
  const unusable = answers.reduce((sum, { value }) => sum + (value.unusable ?? 0), 0)
  return {
    provider: answers.map(({ provider }) => provider).join("+"),
    rows: RankFusion.fuse(answers.map(({ value }) => value.rows)),
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
    ...(unusable === 0 ? {} : { unusable }),
  }
}
