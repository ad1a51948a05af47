import { assert, describe, it } from "vitest"
import { connect, listingTools } from "./support/mcpClient.ts"
import { sessionTests } from "./support/mcpSession.ts"
import { porthole } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

sessionTests(["mcp", "--provider", "searxng"])

describe("porthole mcp --docs-site", () => {
  it("serves those of several under the names of the sites", async () => {
    const args = ["--docs-site", "boats=https://docs.test/guide", "--docs-site", "ships=https://ships.test/a=b"]
    const { code, stdout } = await porthole(["mcp", ...args], { input: listingTools })
    assert.strictEqual(code, 0)
    for (const name of ["docs_search_boats", "docs_fetch_boats", "docs_search_ships", "docs_fetch_ships"]) {
      assert.include(stdout, `"name":"${name}"`)
    }
    assert.include(stdout, "(https://ships.test/a=b)")
  })
})

describe("porthole mcp", () => {
  it("answers with one text and no object unless that is set", async () => {
    const server = await searxng()
    const plain = await connect(["mcp"], { SEARXNG_URL: server.url, PORTHOLE_MCP_STRUCTURED: "off" })
    const result = await plain.callTool({ name: "web_search", arguments: { query: "ships", max_results: 1 } })
    await plain.close()
    server.close()
    assert.isUndefined(result.structuredContent)
    assert.match(JSON.stringify(result.content), /^\[\{"type":"text","text":"[^]*1\. .+ — http/)
  })
})
