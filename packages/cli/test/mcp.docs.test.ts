/** Tests `porthole mcp --docs-for`: it indexes a project beside the server, and answers from its indexes. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { connect } from "./support/mcpClient.ts"

describe("porthole mcp --docs-for", () => {
  it("serves docs_search and docs_fetch of a project's packages, which it indexes at its start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "porthole-docs-for-"))
    const tides = join(folder, "node_modules/tides")
    await mkdir(tides, { recursive: true })
    await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: { tides: "4" } }))
    await writeFile(join(tides, "package.json"), JSON.stringify({ name: "tides", version: "4.1.0" }))
    await writeFile(join(tides, "README.md"), "# Tides\n\nThe tide is high at six.")
    const client = await connect(["mcp", "--docs-for", folder], { PORTHOLE_DOCS_DIR: join(folder, "indexes") })
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.slice(3).map(({ name }) => name),
      ["docs_search", "docs_fetch"],
    )
    const ask = async (): Promise<unknown> => {
      const { isError, structuredContent } = await client.callTool({
        name: "docs_search",
        arguments: { query: "when is the tide high", library: "tides" },
      })
      const answer = JSON.stringify(structuredContent)
      // Until the index is there each answer says that it is being made.
      if (isError === true) assert.include(answer, "being indexed now")
      return isError === true ? ask() : structuredContent
    }
    assert.include(JSON.stringify(await ask()), "docs://tides@4.1.0/README.md")
    await client.close()
    await rm(folder, { recursive: true, force: true })
  })
})
