/**
 * The caches and the budget of the ready-made tools, over the {@link NodeStores}. A `PageCache`,
 * `SearchCache` or `RequestBudget` that is provided takes the place of ours. Making it is cheap; what it
 * takes is loaded at the first call.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type AnswerCache, PageCache, RequestBudget, SearchCache, WebBackend } from "@porthole/core"
import * as NodeStores from "./NodeStores.ts"
import { once } from "./Once.ts"

/** Caches and budget as the settings say, each unless it is provided. */
export const make: Effect.Effect<Context.Context<never>, never, Scope.Scope> = Effect.gen(function* () {
  const stores = yield* NodeStores.orOwn
  const ours = yield* once(() =>
    import("./makeEconomy.ts").then(({ makeEconomy }) => Effect.flatMap(stores, makeEconomy)),
  )
  const pages = yield* PageCache.PageCache
  const searches = yield* SearchCache.SearchCache
  const budget = yield* RequestBudget.RequestBudget
  return Context.empty().pipe(
    Context.add(PageCache.PageCache, pages === PageCache.none ? late(Effect.map(ours, (made) => made.pages)) : pages),
    Context.add(
      SearchCache.SearchCache,
      searches === SearchCache.none ? late(Effect.map(ours, (made) => made.searches)) : searches,
    ),
    Context.add(
      RequestBudget.RequestBudget,
      budget === RequestBudget.none
        ? { spend: (endsAt: number) => Effect.flatMap(ours, (made) => made.budget.spend(endsAt)) }
        : budget,
    ),
  )
})

/** The same as a layer. A new one each time: what was chosen for one context must not be memoised for another. */
export const layer = (): Layer.Layer<never> => Layer.effectContext(make)

/**
 * What handlers run over: the backend that is provided, with caches and budget. Toolkits side by side
 * share one budget where an {@link layer} is provided to all of them.
 */
export const withBackend: Effect.Effect<
  Context.Context<WebBackend.WebBackend>,
  never,
  WebBackend.WebBackend | Scope.Scope
> = Effect.flatMap(WebBackend.WebBackend, (backend) => Effect.map(make, Context.add(WebBackend.WebBackend, backend)))

// --- private --------------------------------------------------------------------------

/** A cache that is made at its first use. */
const late = <A>(cache: Effect.Effect<AnswerCache.AnswerCache<A>>): AnswerCache.AnswerCache<A> => ({
  find: (key, patience) => Effect.flatMap(cache, ({ find }) => find(key, patience)),
  keep: (key, value, patience) => Effect.flatMap(cache, ({ keep }) => keep(key, value, patience)),
  isUnderWay: (key) => Effect.flatMap(cache, ({ isUnderWay }) => isUnderWay(key)),
  once: (key, call) => Effect.flatMap(cache, ({ once }) => once(key, call)),
})
