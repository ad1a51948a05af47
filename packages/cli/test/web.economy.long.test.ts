/** Tests caches and limits in processes that end, and over MCP for each tenant. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { assertFound, patient, unusable, warning, withListener } from "./support/economy.ts"
import { connect } from "./support/mcpClient.ts"
import { porthole } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

let server: Awaited<ReturnType<typeof searxng>>
beforeEach(async () => {
  server = await searxng()
})
afterEach(() => server.close())

describe("search with a PORTHOLE_REDIS_URL, as a process", () => {
  it.each(unusable)("%s prints the hits, warns once and ends", (_, meet) =>
    withListener(meet, (env) => assertFound(server, env, { command: porthole, printed: warning })),
  )
})

describe("porthole mcp --tenant", () => {
  it("shares a folder with clients of the same tenant only", async () => {
    const folder = await mkdtemp(join(tmpdir(), "porthole-economy-"))
    const requested: Array<number> = []
    for (const flags of [
      ["--tenant", "mine"],
      ["--tenant", "mine"],
      ["--tenant", "theirs"],
      [],
      ["--tenant", "default"],
    ]) {
      const env = { SEARXNG_URL: server.url, PORTHOLE_CACHE_DIR: folder, ...patient }
      const client = await connect(["mcp", ...flags], env)
      const { structuredContent } = await client.callTool({ name: "web_search", arguments: { query: "ships" } })
      assert.deepInclude(structuredContent, { count: 2 })
      await client.close()
      requested.push(server.queries.length)
    }
    await rm(folder, { recursive: true })
    assert.deepStrictEqual(requested, [1, 1, 2, 3, 3])
  })
})

describe("porthole mcp", () => {
  it("reports the wait when the requests of the minute are used up", async () => {
    const env = { SEARXNG_URL: server.url, PORTHOLE_MAX_REQUESTS_PER_MINUTE: "1" }
    const client = await connect(["mcp"], env)
    await client.callTool({ name: "web_search", arguments: { query: "ships" } })
    const { isError, structuredContent } = await client.callTool({ name: "web_search", arguments: { query: "boats" } })
    await client.close()
    assert.isTrue(isError)
    assert.deepInclude(structuredContent, { error: "rate_limited" })
    assert.match(JSON.stringify(structuredContent), /"retry_after":[1-6]\d?[,}]/)
    assert.lengthOf(server.queries, 1)
  })
})
