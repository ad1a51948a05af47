/** The tests of one session over stdio. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { connect } from "./mcpClient.ts"
import { searxng } from "./servers.ts"

/** A session of the SDK's client with `porthole mcp`, started with these arguments. */
export const sessionTests = (args: ReadonlyArray<string>): void => {
  describe(`${args.join(" ")}, driven by the SDK's client`, () => {
    let server: Awaited<ReturnType<typeof searxng>>
    let client: Awaited<ReturnType<typeof connect>>
    beforeAll(async () => {
      server = await searxng()
      client = await connect(args, { SEARXNG_URL: server.url })
    })
    afterAll(async () => {
      await client.close()
      server.close()
    })

    it("prints its name and version", () => {
      assert.deepInclude(client.getServerVersion(), { name: "porthole" })
    })

    it("lists the tools", async () => {
      const { tools } = await client.listTools()
      assert.sameMembers(
        tools.map(({ name }) => name),
        ["web_search", "web_fetch", "web_search_and_fetch"],
      )
    })

    it("answers a call", async () => {
      const result = await client.callTool({ name: "web_search", arguments: { query: "ships", max_results: 1 } })
      assert.notStrictEqual(result.isError, true)
      assert.deepInclude(result.structuredContent, { count: 1, provider: "searxng" })
    })

    it("answers a failure with isError and the wire error", async () => {
      const result = await client.callTool({ name: "web_fetch", arguments: { url: "http://127.0.0.1/" } })
      assert.strictEqual(result.isError, true)
      assert.deepInclude(result.structuredContent, {
        error: "blocked_url",
        reason: "private_or_metadata_target",
      })
    })

    it("answers wrong arguments the same way", async () => {
      const result = await client.callTool({ name: "web_search", arguments: { query: 7 } })
      assert.strictEqual(result.isError, true)
      assert.deepInclude(result.structuredContent, { error: "invalid_request", reason: "query" })
    })
  })
}
