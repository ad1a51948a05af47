/** Makes the caches and the budget over stores. Loaded at their first use. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { PageCache, RequestBudget, SearchCache } from "@porthole/core"
import { RateLimitedBudget } from "@porthole/core/limits"
import { PersistedPages, PersistedSearches } from "@porthole/core/stores"
import type { Stores } from "./NodeStores.ts"

/** The services, each by itself. */
export interface Made {
  readonly pages: (typeof PageCache.PageCache)["Service"]
  readonly searches: (typeof SearchCache.SearchCache)["Service"]
  readonly budget: RequestBudget.RequestBudgetShape
}

export const makeEconomy = (stores: Context.Context<Stores>): Effect.Effect<Made, never, Scope.Scope> =>
  Effect.map(
    Layer.build(
      Layer.mergeAll(PersistedPages.layer, PersistedSearches.layer, RateLimitedBudget.layer).pipe(
        Layer.provide(Layer.succeedContext(stores)),
      ),
    ),
    (made) => ({
      pages: Context.get(made, PageCache.PageCache),
      searches: Context.get(made, SearchCache.SearchCache),
      budget: Context.get(made, RequestBudget.RequestBudget),
    }),
  )
