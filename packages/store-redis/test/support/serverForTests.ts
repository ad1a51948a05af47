/** A real `redis-server` that all tests of a file share. */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import * as RedisServer from "./redis.ts"

/** Starts a server before the tests and ends it after them; its port is known while they run. */
export const serverForTests = (): Pick<RedisServer.RedisServer, "port"> => {
  const scope = Scope.makeUnsafe()
  const server = { port: 0 }
  beforeAll(async () => {
    server.port = (await Effect.runPromise(Scope.provide(RedisServer.make(), scope))).port
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return server
}
