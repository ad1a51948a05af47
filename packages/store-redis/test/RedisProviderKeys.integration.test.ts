/** Keys on a real `redis-server` on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { StoredKeysSuite } from "@porthole/core/testing"
import { Effect, Exit, Redacted, Result, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { RedisProviderKeys } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { urlOf } from "./support/store.ts"

describe.skipIf(RedisServer.isMissing())("RedisProviderKeys", () => {
  const scope = Scope.makeUnsafe()
  let server: RedisServer.RedisServer
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(RedisServer.make(), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  let count = 0
  const make = Effect.suspend(() =>
    Effect.orDie(RedisProviderKeys.make({ url: urlOf(server.port), prefix: `test:${count++}` })),
  )
  for (const { name, run } of StoredKeysSuite.cases(make)) it.live(name, () => run)

  it.live("fails when the Redis is gone, without its address", () =>
    Effect.gen(function* () {
      const keys = yield* RedisProviderKeys.make({ url: urlOf(1, "user:s3cret@") })
      const got = yield* Effect.result(keys.get("default", "tavily"))
      assert.isTrue(Result.isFailure(got))
      assert.notMatch(JSON.stringify(got), /s3cret|127\.0\.0\.1/)
      assert.isTrue(Result.isFailure(yield* Effect.result(keys.set("default", "tavily", Redacted.make("k")))))
    }).pipe(Effect.scoped),
  )
})
