/**
 * The tests that two searchers share the cooldowns of their providers over one Redis, and answer without it.
 *
 * clock: real, since the server is.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as RedisServer from "./redis.ts"
import type { searching } from "./Searching.ts"

export type Searching = typeof searching

const urlOf = ({ port }: RedisServer.RedisServer): string => `redis://127.0.0.1:${port}`

/** Tests two of these over one Redis. clock: real, since a server's is. */
export const sharedCircuitTests = (name: string, searching: Searching): void => {
  describe.skipIf(RedisServer.isMissing())(`two ${name} over one Redis`, () => {
    const skipped = { provider: "first", outcome: "skipped", reason: "first_rate_limited" }

    it.live("share their cooldowns; without it each has its own, and both answer", () =>
      Effect.gen(function* () {
        const server = yield* RedisServer.make()
        const one = yield* searching(urlOf(server), "refuses", "long")
        const two = yield* searching(urlOf(server), "answers", "long")
        const failed = { provider: "first", outcome: "failed", reason: "first_rate_limited" }
        assert.deepStrictEqual(yield* one, { provider: "second", first: failed, requested: 1 })
        assert.deepStrictEqual(yield* two, { provider: "second", first: skipped, requested: 0 })
        assert.deepStrictEqual(yield* one, { provider: "second", first: skipped, requested: 1 })
        yield* server.kill
        assert.deepStrictEqual(yield* one, { provider: "second", first: skipped, requested: 1 })
        const answered = { provider: "first", outcome: "answered" }
        assert.deepStrictEqual(yield* two, { provider: "first", first: answered, requested: 1 })
      }),
    )

    it.live("answer when it freezes, too", () =>
      Effect.gen(function* () {
        const server = yield* RedisServer.make()
        const one = yield* searching(urlOf(server), "answers", "as usual")
        yield* one
        yield* server.freeze
        const first = { provider: "first", outcome: "answered" }
        assert.deepStrictEqual(yield* one, { provider: "first", first, requested: 2 })
        assert.deepStrictEqual(yield* one, { provider: "first", first, requested: 3 })
      }),
    )
  })
}
