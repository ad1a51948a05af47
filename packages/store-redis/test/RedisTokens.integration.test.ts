/** Tests access tokens on a real `redis-server` on loopback. clock: real for an absent one. */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokensSuite } from "@porthole/stores/testing"
import { Effect } from "effect"
import { RedisTokens } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { urlOf } from "./support/store.ts"

describe.skipIf(RedisServer.isMissing())("RedisTokens", () => {
  const server = serverForTests()

  let count = 0
  const make = Effect.suspend(() =>
    Effect.orDie(RedisTokens.make({ url: urlOf(server.port), prefix: `test:${count++}` })),
  )
  // The clock of tests stands still, so a busy machine doesn't exceed the time that a request waits.
  for (const { name, run } of AccessTokensSuite.cases(make)) it.effect(name, () => run)

  it.live("fails when the Redis is gone, without its address", () =>
    Effect.gen(function* () {
      const tokens = yield* RedisTokens.make({ url: urlOf(1, "user:s3cret@") })
      const error = yield* Effect.flip(tokens.list)
      assert.notMatch(JSON.stringify(error), /s3cret|127\.0\.0\.1/)
    }).pipe(Effect.scoped),
  )
})
