/** Searches over a Redis that has room for a few pages. */
import { Duration, Effect, Exit, Scope } from "effect"
import type * as Redis from "effect/persistence/Redis"
import { once } from "node:events"
import { afterEach, assert, beforeAll, describe } from "vitest"
import * as RedisConnection from "../../../store-redis/src/RedisConnection.ts"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { open, urlOf } from "../../../store-redis/test/support/store.ts"
import { porthole } from "./inProcess.ts"
import { start } from "./porthole.ts"
import { searxng } from "./servers.ts"
import { serving } from "./serving.ts"

export const warning = (policy: string) =>
  "Set maxmemory-policy to volatile-lru on the Redis of PORTHOLE_REDIS_URL: " +
  `with ${policy}, a full one evicts access tokens, stored keys and running jobs.`

/** The Redis of the tests has no append-only file. */
export const lossWarning =
  "Set appendonly to yes on the Redis of PORTHOLE_REDIS_URL, and back it up: without, its restart can lose access " +
  "tokens and stored keys, and clients then read 401."

export const password = "unprinted"

/** Sends commands to the Redis. */
export const commands = <A, E>(port: number, use: (redis: Redis.Redis["Service"]) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(RedisConnection.open(urlOf(port, `:${password}@`), {}), use)))

/** Fills the Redis with pages, of which it has room for a few. */
const fill = (port: number) =>
  Effect.gen(function* () {
    const store = yield* open({ url: urlOf(port, `:${password}@`) })
    for (let at = 0; at < 60; at++) {
      yield* Effect.ignore(store.set(`page ${at}`, { text: "x".repeat(100_000) }, Duration.hours(1)))
    }
  }).pipe(Effect.scoped)

/** Starts a Redis with a policy for the time of a test. */
type Start = (policy: string) => Promise<{ readonly port: number; readonly env: Readonly<Record<string, string>> }>

/** Declares tests over such a Redis; without `redis-server` they are skipped. */
export const smallRedisTests = (tests: (startRedis: Start) => void): void => {
  describe.skipIf(RedisServer.isMissing())("a small Redis", () => {
    let scope = Scope.makeUnsafe()
    let provider: Awaited<ReturnType<typeof searxng>>
    beforeAll(async () => {
      provider = await searxng()
      return () => provider.close()
    })
    afterEach(async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      scope = Scope.makeUnsafe()
    })

    tests(async (policy) => {
      const options = { password, args: ["--maxmemory", "4mb", "--maxmemory-policy", policy] }
      const redis = await Effect.runPromise(Scope.provide(RedisServer.make(options), scope))
      const env = {
        PORTHOLE_REDIS_URL: `redis://:${password}@127.0.0.1:${redis.port}`,
        PORTHOLE_KEY_STORE: "redis",
        PORTHOLE_RATE_LIMIT_BY: "tenant",
        PORTHOLE_MAX_REQUESTS_PER_MINUTE: "1000",
        // Replies of the Redis get a twentieth of it, which must do on a busy machine.
        PORTHOLE_SEARCH_TIMEOUT: "60 s",
        PORTHOLE_FETCH_TIMEOUT: "60 s",
        SEARXNG_URL: provider.url,
      }
      return { port: redis.port, env }
    })
  })
}

/** The statuses of searches. */
export const searches = async (url: string, token: string, count: number): Promise<ReadonlyArray<number>> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${url}/search?format=json&q=tides+${at}`, { headers })).status
    }),
  )

/** Asserts that a server warns of the policy once, and without the address. */
export const assertWarned = async (
  args: ReadonlyArray<string>,
  policy: string,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const run = start(args, { env })
  const { child, finished } = run
  const awaited = args[0] === "serve" ? [warning(policy), lossWarning] : [warning(policy)]
  while (!awaited.every((text) => run.stderr().includes(text))) await once(child.stderr, "data")
  child.kill("SIGTERM")
  const { stderr, stdout } = await finished
  assert.strictEqual(stdout, "")
  assert.lengthOf(stderr.split("maxmemory-policy"), 2)
  assert.notInclude(stderr, password)
}

/** Asserts that a server over a Redis that keeps tokens answers calls when it is full. */
export const assertAnswersWhenFull = async (startRedis: Start, policy: string): Promise<void> => {
  const { env, port } = await startRedis(policy)
  const token = (await porthole(["tokens", "add", "acme"], { env })).stdout.trim()
  await porthole(["keys", "set", "tavily"], { env, input: "key" })
  await Effect.runPromise(fill(port))
  const { child, finished, url } = await serving({ env, args: ["serve", "--listen", "0.0.0.0:0"] })
  assert.deepStrictEqual(new Set(await searches(url.replace("0.0.0.0", "127.0.0.1"), token, 30)), new Set([200]))
  assert.include((await porthole(["keys", "list"], { env })).stdout, "tavily")
  child.kill("SIGTERM")
  assert.notInclude((await finished).stderr, "maxmemory-policy")
  const added = await porthole(["tokens", "add", "other"], { env })
  if (policy === "noeviction") assert.include(added.stderr, "The Redis is full. Raise its maxmemory")
  else assert.strictEqual(added.code, 0, added.stderr)
}
