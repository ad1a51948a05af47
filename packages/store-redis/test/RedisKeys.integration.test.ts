/** Tests the providers' keys against a real `redis-server` on loopback. clock: real for an absent one. */
import { assert, describe, it } from "@effect/vitest"
import { StoredKeysSuite } from "@porthole/stores/testing"
import { Effect, Redacted, Result } from "effect"
import { RedisKeys } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { urlOf } from "./support/store.ts"

describe.skipIf(RedisServer.isMissing())("the keys of providers", () => {
  const server = serverForTests()

  let count = 0
  const make = Effect.suspend(() =>
    Effect.orDie(RedisKeys.make({ url: urlOf(server.port), prefix: `test:${count++}` })),
  )
  for (const { name, run } of StoredKeysSuite.cases(make)) it.effect(name, () => run)

  it.live("fails when the Redis is gone, without its address", () =>
    Effect.gen(function* () {
      const keys = yield* RedisKeys.make({ url: urlOf(1, "user:s3cret@") })
      const got = yield* Effect.result(keys.get("default", "tavily"))
      assert.isTrue(Result.isFailure(got))
      assert.notMatch(JSON.stringify(got), /s3cret|127\.0\.0\.1/)
      assert.isTrue(Result.isFailure(yield* Effect.result(keys.set("default", "tavily", Redacted.make("k")))))
    }).pipe(Effect.scoped),
  )
})
