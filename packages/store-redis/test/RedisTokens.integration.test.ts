/** Access tokens on a real `redis-server` on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokensSuite } from "@porthole/core/testing"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { RedisTokens } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { urlOf } from "./support/store.ts"

describe.skipIf(RedisServer.isMissing())("RedisTokens", () => {
  const scope = Scope.makeUnsafe()
  let server: RedisServer.RedisServer
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(RedisServer.make(), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  let count = 0
  const make = Effect.suspend(() =>
    Effect.orDie(RedisTokens.make({ url: urlOf(server.port), prefix: `test:${count++}` })),
  )
  for (const { name, run } of AccessTokensSuite.cases(make)) it.live(name, () => run)

  it.live("fails when the Redis is gone, without its address", () =>
    Effect.gen(function* () {
      const tokens = yield* RedisTokens.make({ url: urlOf(1, "user:s3cret@") })
      const error = yield* Effect.flip(tokens.list)
      assert.notMatch(JSON.stringify(error), /s3cret|127\.0\.0\.1/)
    }).pipe(Effect.scoped),
  )
})
