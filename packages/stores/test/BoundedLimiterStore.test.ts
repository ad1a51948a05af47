/** Tests the bound on a limiter's memory: which key is removed, and that the others keep their usage. */
import { assert, describe, it } from "@effect/vitest"
import { BoundedLimiterStore } from "@porthole/stores"
import { Duration, Effect } from "effect"
import { RateLimiter } from "effect/persistence"

/** Takes the one token of a key's bucket; returns whether it was there. */
const take = (key: number) =>
  RateLimiter.RateLimiterStore.use((store) =>
    store.tokenBucket({ key: String(key), tokens: 1, limit: 1, refillRate: Duration.minutes(1), allowOverflow: false }),
  ).pipe(Effect.map(([left]) => left >= 0))

const takeEach = (...keys: ReadonlyArray<number>) => Effect.forEach(keys, take)

describe("a limiter's store in memory", () => {
  it.effect("forgets the key that was used longest ago, and no other", () =>
    Effect.gen(function* () {
      const { maxKeys } = BoundedLimiterStore
      const firsts = yield* takeEach(...Array.from({ length: maxKeys }, (_, key) => key))
      assert.notInclude(firsts, false)
      // Used again, the first key is the most recent one, so the second is removed.
      assert.deepStrictEqual(yield* takeEach(0, maxKeys), [false, true])
      assert.deepStrictEqual(yield* takeEach(0, 2, maxKeys - 1, maxKeys), [false, false, false, false])
      assert.deepStrictEqual(yield* takeEach(1), [true])
    }).pipe(Effect.provide(BoundedLimiterStore.layer)),
  )
})
