/**
 * An {@link AnswerCache} over Effect's `BackingPersistence`. If a store is down, slow or holds garbage, that costs a
 * download, never a failure.
 *
 * {@link StoreGuard} limits the wait for a store. An entry names its own key, so that a mixed-up entry doesn't count.
 *
 * A page is fresh for `cache_ttl`; one that can be revalidated (ETag, Last-Modified) is kept a day longer. A search is
 * kept for `search_cache_ttl`, one that lacks a provider's hits for half a minute at most.
 *
 * Identical concurrent calls share one: the first runs in a fiber of its own, all wait for it, and it is interrupted
 * when the last of them has left. So no caller's abort costs another its answer.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Persistence from "effect/persistence/Persistence"
import { AnswerCache, SearchAnswer, Settings, StoredPage } from "@porthole/core"
import * as StoreGuard from "./StoreGuard.ts"

/** Which answers to keep, and for how long. */
export interface Options<A> {
  /** The store's name: letters, digits and `_`. */
  readonly storeId: string
  /** The answer as JSON. */
  readonly schema: Schema.Codec<A, unknown>
  /** How long an answer is fresh; zero keeps nothing. */
  readonly timeToLive: Duration.Duration
  /** The same for an answer that isn't fresh for so long. */
  readonly lifeOf?: (value: A) => Duration.Duration
  /** How long it is kept beyond that for revalidation. */
  readonly keepStale: (value: A) => Duration.Duration
}

/** Makes the cache; the end of its scope interrupts running calls. */
export const make = Effect.fnUntraced(function* <A>({
  keepStale,
  schema,
  storeId,
  timeToLive,
  lifeOf = () => timeToLive,
}: Options<A>): Effect.fn.Return<AnswerCache.AnswerCache<A>, never, Persistence.BackingPersistence | Scope.Scope> {
  const flights = yield* makeSingleFlight<AnswerCache.Shared<A>>()
  if (Duration.isZero(timeToLive)) return { find: () => Effect.undefined, keep: () => Effect.void, ...flights }

  const backing = yield* Persistence.BackingPersistence
  const storage = yield* backing.make(storeId)
  const guarded = yield* StoreGuard.make(storeId)
  const entry = Schema.Struct({ key: Schema.String, kept_at: Schema.Finite, value: schema })
  const decode = Schema.decodeUnknownOption(entry)
  const encode = Schema.encodeOption(entry)

  const isFresh = ({ kept_at, value }: typeof entry.Type, now: number): boolean =>
    Math.abs(now - kept_at) < Duration.toMillis(lifeOf(value))

  return {
    find: (key, patience) =>
      Effect.flatMap(
        guarded(() => storage.get(key), patience),
        (answer) => {
          const found = Option.flatMap(answer, decode)
          return Option.isNone(found) || found.value.key !== key
            ? Effect.undefined
            : Effect.map(Clock.currentTimeMillis, (now) => ({
                value: found.value.value,
                isFresh: isFresh(found.value, now),
              }))
        },
      ),
    keep: (key, value, patience) =>
      Effect.flatMap(Clock.currentTimeMillis, (kept_at) => {
        const stored = encode({ key, kept_at, value })
        return Option.isNone(stored)
          ? Effect.void
          : Effect.asVoid(
              guarded(() => storage.set(key, stored.value, Duration.sum(lifeOf(value), keepStale(value))), patience),
            )
      }),
    ...flights,
  }
})

/** The name of the store. */
export const pagesStoreId = "porthole_pages"

/** Pages, in the provided store. */
export const layerPages: Layer.Layer<never, never, Persistence.BackingPersistence> = Layer.effect(
  AnswerCache.PageCache,
  Effect.flatMap(Settings.Settings, ({ cache_ttl }) =>
    make({
      storeId: pagesStoreId,
      schema: StoredPage.StoredPage,
      timeToLive: cache_ttl,
      keepStale: ({ validators }) => (validators === undefined ? Duration.zero : Duration.days(1)),
    }),
  ),
)

/** The name of the store. */
export const searchesStoreId = "porthole_searches"

/** Searches, in the provided store. */
export const layerSearches: Layer.Layer<never, never, Persistence.BackingPersistence> = Layer.effect(
  AnswerCache.SearchCache,
  Effect.flatMap(Settings.Settings, ({ search_cache_ttl }) =>
    make({
      storeId: searchesStoreId,
      schema: SearchAnswer.CheckedAnswer,
      timeToLive: search_cache_ttl,
      lifeOf: (answer) => (lacksProvider(answer) ? Duration.min(search_cache_ttl, halfMinute) : search_cache_ttl),
      keepStale: () => Duration.zero,
    }),
  ),
)

/**
 * Whether a provider failed, or was left out after failures: its hits may be there soon, when its circuit breaker has
 * closed. Engines behind a SearXNG don't count: some of them fail for days.
 */
const lacksProvider = ({ attempts = [] }: SearchAnswer.CheckedAnswer): boolean =>
  attempts.some(
    ({ outcome, provider, reason }) =>
      outcome !== "answered" && !provider.includes(":") && reason?.endsWith("not_configured") !== true,
  )

const halfMinute = Duration.seconds(30)

/** The running calls. */
export interface SingleFlight<A> {
  /** Runs a call, or waits for the running one of the same key. */
  readonly once: <R>(key: string, call: Effect.Effect<A, never, R>) => Effect.Effect<A, never, R>
  readonly isUnderWay: (key: string) => Effect.Effect<boolean>
}

/** Makes an empty table of running calls; its scope's end interrupts them. */
export const makeSingleFlight = <A>(): Effect.Effect<SingleFlight<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const flights = new Map<string, Flight<A>>()
    yield* Effect.addFinalizer(() => Fiber.interruptAll(Array.from(flights.values(), ({ fiber }) => fiber)))

    // This is atomic, so two concurrent callers can't both find the key free. `yieldNow` delays the call itself.
    const take = <R>(key: string, call: Effect.Effect<A, never, R>): Effect.Effect<Flight<A>, never, R> =>
      Effect.contextWith((context) =>
        Effect.sync(() => {
          const flight =
            flights.get(key) ?? addFlight(key, Effect.runForkWith(context)(Effect.andThen(Effect.yieldNow, call)))
          flight.waiting++
          return flight
        }),
      )

    const addFlight = (key: string, fiber: Fiber.Fiber<A>): Flight<A> => {
      const flight: Flight<A> = { fiber, waiting: 0 }
      flights.set(key, flight)
      fiber.addObserver(() => forget(key, flight))
      return flight
    }

    const forget = (key: string, flight: Flight<A>): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }

    const leave = (key: string, flight: Flight<A>): void => {
      flight.waiting--
      if (flight.waiting > 0) return
      forget(key, flight)
      flight.fiber.interruptUnsafe()
    }

    return {
      once: (key, call) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(take(key, call), (flight) =>
            Effect.onExit(restore(Fiber.join(flight.fiber)), () => Effect.sync(() => leave(key, flight))),
          ),
        ),
      isUnderWay: (key) => Effect.sync(() => flights.has(key)),
    }
  })

// --- private --------------------------------------------------------------------------

interface Flight<A> {
  readonly fiber: Fiber.Fiber<A>
  waiting: number
}
