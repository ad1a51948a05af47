/** Tests a Redis that is full, with each kind of `maxmemory-policy`, through the commands that use it. */
import { Effect } from "effect"
import { assert, it } from "vitest"
import { createWebTools } from "@porthole/tools"
import { eventually } from "../../store-redis/test/support/store.ts"
import { porthole } from "./support/inProcess.ts"
import { serving } from "./support/serving.ts"
import {
  assertAnswersWhenFull,
  assertWarned,
  commands,
  searches,
  smallRedisTests,
  lossWarning,
  warning,
} from "./support/smallRedis.ts"

/** No page is read from this machine, so the doctor requests no site. */
const elsewhere = { PORTHOLE_READER: "jina" }

smallRedisTests((startRedis) => {
  it("that may evict tokens is reported, once and without its address", async () => {
    const policy = "allkeys-lru"
    const { env } = await startRedis(policy)
    const { parts } = JSON.parse((await porthole(["doctor", "--json"], { env: { ...env, ...elsewhere } })).stdout)
    assert.deepInclude(parts, {
      part: "cache",
      place: "redis",
      works: true,
      advice: `${warning(policy)} ${lossWarning}`,
    })
    await assertWarned(["serve", "--listen", "127.0.0.1:0"], policy, env)
  })

  it("that keeps tokens answers calls when it is full: noeviction", () =>
    assertAnswersWhenFull(startRedis, "noeviction"))

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

  it("is reported by a program's first call", async () => {
    const { env } = await startRedis("allkeys-lru")
    await using tools = createWebTools({
      redisUrl: env["PORTHOLE_REDIS_URL"] ?? "",
      searxngUrl: env["SEARXNG_URL"] ?? "",
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
  })
})
