import { assert, describe, it } from "vitest"
import { listingTools } from "./support/mcpClient.ts"
import { sessionTests } from "./support/mcpSession.ts"
import { porthole } from "./support/porthole.ts"

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
