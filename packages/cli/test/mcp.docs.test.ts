/** Tests `porthole mcp --docs-for`: it indexes a project beside the server, and answers from its indexes. */
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { connect } from "./support/mcpClient.ts"

const makeProject = async () => {
  const folder = await mkdtemp(join(tmpdir(), "porthole-docs-for-"))
  const tides = join(folder, "node_modules/tides")
  await mkdir(tides, { recursive: true })
  await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: { tides: "4" } }))
  await writeFile(join(tides, "package.json"), JSON.stringify({ name: "tides", version: "4.1.0" }))
  await writeFile(join(tides, "README.md"), "# Tides\n\nThe tide is high at six.")
  return {
    folder,
    env: { PORTHOLE_DOCS_DIR: join(folder, "indexes") },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Asks until the index is there; each answer before says that it is being made. */
const ask = async (client: Client): Promise<unknown> => {
  const { isError, structuredContent } = await client.callTool({
    name: "docs_search",
    arguments: { query: "when is the tide high", library: "tides" },
  })
  const answer = JSON.stringify(structuredContent)
  if (isError === true) assert.include(answer, "being indexed now")
  return isError === true ? ask(client) : structuredContent
}

describe("porthole mcp --docs-for", () => {
  it("serves docs_search and docs_fetch of a project's packages, which it indexes at its start", async () => {
    await using project = await makeProject()
    const client = await connect(["mcp", "--docs-for", project.folder], project.env)
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.slice(3).map(({ name }) => name),
      ["docs_search", "docs_fetch"],
    )
    assert.include(JSON.stringify(await ask(client)), "docs://tides@4.1.0/README.md")
    await client.close()
  })

  it("serves the client's roots without a folder", async () => {
    await using project = await makeProject()
    const args = ["mcp", "--docs-for", "--provider", "wikipedia"]
    const client = await connect(args, project.env, undefined, { roots: {} })
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: "https://elsewhere.test/" }, { uri: pathToFileURL(project.folder).href }],
    }))
    assert.include(JSON.stringify(await ask(client)), "docs://tides@4.1.0/README.md")
    await client.close()
  })
})
