/**
 * A half made of several: each link is asked where those before it failed, rest, or aren't configured.
 *
 * An answer without hits is an answer. A refusal of our policy, our own limits and a page's own status end the chain:
 * no other provider is to be asked then.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SearchAnswer from "../domain/SearchAnswer.ts"
import type { Extract, Half, Search } from "../ports/WebBackend.ts"
import * as Kind from "./Kind.ts"
import * as Link from "./Link.ts"
import type { ErrorOf, ExtractLink, Options, SearchLink, ServicesOf } from "./Link.ts"
import * as Links from "./Links.ts"
import { walk } from "./Links.ts"
import * as RankFusion from "./RankFusion.ts"

/**
 * A search half over links, in their order. The `attempts` of its answer list the links called, and those skipped.
 */
export const chain = <L extends SearchLink<unknown, unknown>, M extends SearchLink<unknown, unknown> = never>(
  links: ReadonlyArray<L> & ReadonlyArray<SearchLink<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchLink<ErrorOf<M>, ServicesOf<M>>> = {},
): Half<Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Links.make(Kind.search, walk, links, options),
    (ask): Search =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }], tried }) => ({
          ...value,
          attempts: Links.attemptsOf(tried, options),
        })),
  )

/**
 * The same for pages: also what one reader can't make text of, a mode that it lacks, and a site that it can't reach go
 * on to the next.
 */
export const chainExtract = <L extends ExtractLink<unknown, unknown>, M extends ExtractLink<unknown, unknown> = never>(
  links: ReadonlyArray<L> & ReadonlyArray<ExtractLink<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<ExtractLink<ErrorOf<M>, ServicesOf<M>>> = {},
): Half<Extract, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Links.make(Kind.extract, walk, links, options),
    (ask): Extract =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }] }) => value),
  )

/** Which part of what a call has left each link may take. */
export const share = 0.8

/** Which part of it the other links get once one of them has answered. */
export const shareAfterFirst = 0.25

/**
 * Asks every link that is configured and doesn't rest. After the first answer the others have a quarter of the call's
 * time. A link that fails or is late is left out of the answer and named in `attempts`; all of them failing is a
 * failure. `provider` names those that answered (`brave+tavily`).
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

const allAtOnce = Effect.fnUntraced(function* <A, B, C>({
  end,
  kind,
  links,
  request,
  breakers,
}: Links.Asking<A, B, C>) {
  const configured = yield* Link.readConfigured(links, end - (yield* Clock.currentTimeMillis))
  const time = end - (yield* Clock.currentTimeMillis)
  if (time <= 0) return yield* Effect.fail(kind.late)
  const first = yield* Deferred.make<void>()
  const giveUp = Effect.andThen(Deferred.await(first), Effect.sleep(time * shareAfterFirst))
  const ask = (link: Link.ReadyLink<A, B>) =>
    Effect.tap(Link.ask(kind, breakers, link, request, time * share, giveUp), ({ outcome }) =>
      outcome === "answered" ? Deferred.succeed(first, undefined) : Effect.void,
    )
  return yield* Effect.forEach(links, (link, at) => (configured[at] === true ? ask(link) : Link.unconfigured(link)), {
    concurrency: "unbounded",
  })
})

const merged = (answers: ReadonlyArray<Link.Answered<SearchAnswer.ReadAnswer>>): SearchAnswer.ReadAnswer => {
  const ignored = new Set(answers.flatMap(({ value }) => value.ignored ?? []))
  const unusable = answers.reduce((sum, { value }) => sum + (value.unusable ?? 0), 0)
  return {
    provider: answers.map(({ provider }) => provider).join("+"),
    rows: SearchAnswer.ofReadRows(RankFusion.fuse(answers.map(({ value }) => value.rows))),
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
    ...(unusable === 0 ? {} : { unusable }),
  }
}
