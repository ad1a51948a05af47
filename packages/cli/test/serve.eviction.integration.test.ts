/** Tests a Redis that is full, with each kind of `maxmemory-policy`, through the commands that use it. */
import { Duration, Effect, Exit, Scope } from "effect"
import type * as Redis from "effect/persistence/Redis"
import { once } from "node:events"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { createWebTools } from "@porthole/tools"
import * as RedisConnection from "../../store-redis/src/RedisConnection.ts"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { eventually, open, urlOf } from "../../store-redis/test/support/store.ts"
import { porthole } from "./support/inProcess.ts"
import { start } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"
import { serving } from "./support/serving.ts"

const warning = (policy: string) =>
  "Set maxmemory-policy to volatile-lru on the Redis of PORTHOLE_REDIS_URL: " +
  `with ${policy}, a full one evicts access tokens and stored keys.`

const password = "unprinted"

/** No page is read from this machine, so the doctor requests no site. */
const elsewhere = { PORTHOLE_READER: "jina" }

/** Sends commands to the Redis. */
const commands = <A, E>(port: number, use: (redis: Redis.Redis["Service"]) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(RedisConnection.open(urlOf(port, `:${password}@`), {}), use)))

/** Fills the Redis with pages, of which it has room for a few. */
const fill = (port: number) =>
  Effect.gen(function* () {
    const store = yield* open({ url: urlOf(port, `:${password}@`) })
    for (let at = 0; at < 100; at++) {
      yield* Effect.ignore(store.set(`page ${at}`, { text: "x".repeat(100_000) }, Duration.hours(1)))
    }
  }).pipe(Effect.scoped)

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

  const startRedis = async (policy: string) => {
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
  }

  /** The statuses of searches. */
  const searches = async (url: string, token: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${url}/search?format=json&q=tides+${at}`, { headers })).status
      }),
    )

  it("that may evict tokens is reported, once and without its address", async () => {
    const policy = "allkeys-lru"
    const { env } = await startRedis(policy)
    const { parts } = JSON.parse((await porthole(["doctor", "--json"], { env: { ...env, ...elsewhere } })).stdout)
    assert.deepInclude(parts, { part: "cache", place: "redis", works: true, advice: warning(policy) })

    for (const args of [["serve", "--listen", "127.0.0.1:0"], ["mcp"], ["mcp", "--tenant", "acme"]]) {
      const run = start(args, { env })
      const { child, finished } = run
      while (!run.stderr().includes(warning(policy))) await once(child.stderr, "data")
      child.kill("SIGTERM")
      const { stderr, stdout } = await finished
      assert.strictEqual(stdout, "")
      assert.lengthOf(stderr.split("maxmemory-policy"), 2)
      assert.notInclude(stderr, password)
    }
  })

  it.each(["volatile-lru", "noeviction"])("that keeps tokens answers calls when it is full: %s", async (policy) => {
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
  })

  it("refuses a server's requests when the tokens are gone", async () => {
    const { env, port } = await startRedis("volatile-lru")
    const token = (await porthole(["tokens", "add", "acme"], { env })).stdout.trim()
    const { child, url } = await serving({ env, args: ["serve", "--listen", "0.0.0.0:0"] })
    await commands(port, ({ send }) => send("DEL", "porthole:tokens"))
    assert.deepStrictEqual(await searches(url.replace("0.0.0.0", "127.0.0.1"), token, 1), [401])
    child.kill("SIGTERM")
  })

  it("keeps only tokens and keys without an expiry", async () => {
    const { env, port } = await startRedis("volatile-lru")
    const token = (await porthole(["tokens", "add", "acme"], { env })).stdout.trim()
    await porthole(["keys", "set", "tavily"], { env, input: "key" })
    await porthole(["doctor"], { env: { ...env, ...elsewhere } })
    // Few requests a minute, so that their limit is remembered long enough.
    const { child, finished, url } = await serving({ env: { ...env, PORTHOLE_MAX_REQUESTS_PER_MINUTE: "6" } })
    await searches(url, token, 5)
    const keys = await commands(port, ({ send }) =>
      Effect.flatMap(send<ReadonlyArray<string>>("KEYS", "*"), (names) =>
        Effect.forEach(names, (name) => Effect.map(send<number>("TTL", name), (seconds) => ({ name, seconds }))),
      ),
    )
    child.kill("SIGTERM")
    await finished
    const kindsOf = (isChosen: (seconds: number) => boolean) =>
      [
        ...new Set(keys.flatMap(({ name, seconds }) => (isChosen(seconds) ? [name.split(":", 2).join(":")] : []))),
      ].toSorted()
    assert.deepStrictEqual(
      kindsOf((seconds) => seconds === -1),
      ["porthole:keys", "porthole:tokens"],
    )
    assert.deepStrictEqual(
      kindsOf((seconds) => seconds >= 0),
      ["porthole:circuit", "porthole:limit", "porthole:store"],
    )
  })

  it("is reported by a program's first call, and one that is down delays no start", async () => {
    const { env } = await startRedis("allkeys-lru")
    await using tools = createWebTools({
      redisUrl: env.PORTHOLE_REDIS_URL,
      searxngUrl: provider.url,
      searchTimeout: "60 s",
    })
    const lines: Array<string> = []
    const { error } = console
    console.error = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.join(" "))
    try {
      await tools.webSearch({ query: "tides" })
      await Effect.runPromise(
        eventually(Effect.suspend(() => (lines.join("").includes("maxmemory") ? Effect.void : Effect.fail("not yet")))),
      )
    } finally {
      console.error = error
    }
    const down = await serving({ env: { ...env, PORTHOLE_REDIS_URL: `redis://:${password}@127.0.0.1:1` } })
    assert.strictEqual((await fetch(`${down.url}/health`)).status, 200)
    down.child.kill("SIGTERM")
    const { code, stderr } = await down.finished
    assert.strictEqual(code, 0)
    assert.notInclude(stderr, password)
    assert.notInclude(stderr, "maxmemory")
  })
})
