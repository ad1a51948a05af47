/**
 * The `PageCache` over any `BackingPersistence`. A page is fresh for `cache_ttl`; one that can be asked
 * after (ETag, Last-Modified) is kept a day longer.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Persistence from "effect/persistence/Persistence"
import { Settings } from "../domain/Settings.ts"
import { KeptPage, PageCache } from "../ports/PageCache.ts"
import * as PersistedAnswers from "./PersistedAnswers.ts"

/** The name of the store. */
export const storeId = "porthole_pages"

/** Pages, kept where the store keeps them. */
export const layer: Layer.Layer<never, never, Persistence.BackingPersistence> = Layer.effect(
  PageCache,
  Effect.flatMap(Settings, ({ cache_ttl }) =>
    PersistedAnswers.make({
      storeId,
      schema: KeptPage,
      timeToLive: cache_ttl,
      keepStale: ({ validators }) => (validators === undefined ? Duration.zero : Duration.days(1)),
    }),
  ),
)
