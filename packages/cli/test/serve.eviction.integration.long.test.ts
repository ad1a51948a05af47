/** Tests the other servers and policies over a Redis that is full, or down. */
import { assert, it } from "vitest"
import { serving } from "./support/serving.ts"
import { assertAnswersWhenFull, assertWarned, password, smallRedisTests } from "./support/smallRedis.ts"

smallRedisTests((startRedis) => {
  it("that may evict tokens is reported, to a tenant's MCP client too", async () => {
    const { env } = await startRedis("allkeys-lru")
    await assertWarned(["mcp", "--tenant", "acme"], "allkeys-lru", env)
  })

  it("that keeps tokens answers calls when it is full: volatile-lru", () =>
    assertAnswersWhenFull(startRedis, "volatile-lru"))

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
