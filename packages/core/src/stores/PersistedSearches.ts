/** The `SearchCache` over any `BackingPersistence`: an answer is kept for `search_cache_ttl`. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Persistence from "effect/persistence/Persistence"
import { Settings } from "../domain/Settings.ts"
import { KeptSearch, SearchCache } from "../ports/SearchCache.ts"
import * as PersistedAnswers from "./PersistedAnswers.ts"

/** The name of the store. */
export const storeId = "porthole_searches"

/** Searches, kept where the store keeps them. */
export const layer: Layer.Layer<never, never, Persistence.BackingPersistence> = Layer.effect(
  SearchCache,
  Effect.flatMap(Settings, ({ search_cache_ttl }) =>
    PersistedAnswers.make({
      storeId,
      schema: KeptSearch,
      timeToLive: search_cache_ttl,
      keepStale: () => Duration.zero,
    }),
  ),
)
