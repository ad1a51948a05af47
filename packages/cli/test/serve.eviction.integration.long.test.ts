/** Tests the other servers and policies over a Redis that is full, or down. */
import { assert, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { serving } from "./support/serving.ts"
import {
  assertAnswersWhenFull,
  assertWarned,
  commands,
  password,
  searches,
  smallRedisTests,
} from "./support/smallRedis.ts"

smallRedisTests((startRedis) => {
  it("that may evict tokens is reported by an MCP server, also a tenant's", async () => {
    const { env } = await startRedis("allkeys-lru")
    for (const flags of [[], ["--tenant", "acme"]]) await assertWarned(["mcp", ...flags], "allkeys-lru", env)
  })

  it("that keeps tokens answers calls when it is full: volatile-lru", () =>
    assertAnswersWhenFull(startRedis, "volatile-lru"))

  it("refuses a server's requests when the tokens are gone", async () => {
    const { env, port } = await startRedis("volatile-lru")
    const token = (await porthole(["tokens", "add", "acme"], { env })).stdout.trim()
    const { child, url } = await serving({ env, args: ["serve", "--listen", "0.0.0.0:0"] })
    await commands(port, ({ send }) => send("DEL", "porthole:tokens"))
    assert.deepStrictEqual(await searches(url.replace("0.0.0.0", "127.0.0.1"), token, 1), [401])
    child.kill("SIGTERM")
  })

  it("that is down delays no start", async () => {
    const { env } = await startRedis("allkeys-lru")
    const down = await serving({ env: { ...env, PORTHOLE_REDIS_URL: `redis://:${password}@127.0.0.1:1` } })
    assert.strictEqual((await fetch(`${down.url}/health`)).status, 200)
    down.child.kill("SIGTERM")
    const { code, stderr } = await down.finished
    assert.strictEqual(code, 0)
    assert.notInclude(stderr, password)
    assert.notInclude(stderr, "maxmemory")
  })
})
