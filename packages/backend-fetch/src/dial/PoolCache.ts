/**
 * The cache of undici's pools, one for each key. All dials with one key share a pool, which is kept for a while
 * afterwards.
 *
 * Pools are on the path of every request, so the cache is only a map, with two numbers for each pool. A pool that was
 * unused for {@link keepIdle} has no open connection left (undici closes them at the same time) and is removed when
 * another pool is made. Effect's `RcMap` would do for 0.3 µs more per request, but its timer keeps a process alive for
 * four seconds after its last fetch (4,135 ms against 49 ms).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Pool } from "undici"

/** How long an idle connection and its pool are kept, in ms. */
export const keepIdle = 4_000

/** A pool, and a function that ends it with all its connections, including those still connecting. */
export interface PinnedPool {
  readonly pool: Pool
  readonly destroy: () => Promise<void>
}

/** A pool in use, to be released once. */
export interface Lease {
  readonly pool: Pool
  /** Releases the pool; a broken one isn't used again, and ends with its last user. */
  readonly release: (isBroken: boolean) => Effect.Effect<void>
}

/**
 * Returns the pool of a key; `undefined` once the cache has ended. Call it where nothing can interrupt before the lease
 * is stored.
 */
export type PoolCache = (key: string) => Lease | undefined

/** Makes an empty cache; its scope's end ends every pool. */
export const make = (makePool: (key: string) => PinnedPool): Effect.Effect<PoolCache, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const entries = new Map<string, Entry>()
    let hasEnded = false

    const sweep = (now: number): void => {
      for (const [key, entry] of entries) {
        if (entry.users > 0 || now - entry.idleSince < keepIdle) continue
        entries.delete(key)
        void entry.destroy()
      }
    }

    const open = (key: string): Entry => {
      sweep(clock.currentTimeMillisUnsafe())
      const entry = { ...makePool(key), users: 0, idleSince: 0 }
      entries.set(key, entry)
      return entry
    }

    const release = (key: string, entry: Entry, isBroken: boolean): Effect.Effect<void> => {
      entry.users--
      entry.idleSince = clock.currentTimeMillisUnsafe()
      if (isBroken && entries.get(key) === entry) entries.delete(key)
      return entry.users === 0 && entries.get(key) !== entry ? Effect.promise(entry.destroy) : Effect.void
    }

    yield* Effect.addFinalizer(() => {
      hasEnded = true
      const all = Array.from(entries.values())
      entries.clear()
      return Effect.promise(() => Promise.all(all.map(({ destroy }) => destroy())))
    })

    return (key) => {
      if (hasEnded) return undefined
      const entry = entries.get(key) ?? open(key)
      entry.users++
      return { pool: entry.pool, release: (isBroken) => release(key, entry, isBroken) }
    }
  })

// --- private --------------------------------------------------------------------------

interface Entry extends PinnedPool {
  users: number
  /** In ms since the epoch. */
  idleSince: number
}
