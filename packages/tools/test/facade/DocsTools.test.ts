/** Tests `createWebTools({ docsFor })`: it indexes a project, and answers from its packages and from sites. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { createWebTools } from "../../src/index.ts"

const setUp = async () => {
  const folder = await mkdtemp(join(tmpdir(), "porthole-docs-tools-"))
  const tides = join(folder, "node_modules/tides")
  await mkdir(tides, { recursive: true })
  await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: { tides: "4" } }))
  await writeFile(join(tides, "package.json"), JSON.stringify({ name: "tides", version: "4.1.0" }))
  await writeFile(join(tides, "README.md"), "# Tides\n\nThe tide is high at six.")
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** A web that answers every search with a page of a site. */
const web = Doubles.backend({
  search: ({ domains = [] }) =>
    Effect.succeed({
      provider: "literal",
      rows: domains.map((domain) => ({ title: "Web", url: `https://${domain}/docs/a`, snippet: "From the web." })),
    }),
  extract: () => Effect.die("no pages here"),
})

describe("createWebTools({ docsFor })", () => {
  it("indexes the project's packages, and searches and reads them", async () => {
    await using at = await setUp()
    await using tools = createWebTools({ docsFor: at.folder, docsDir: join(at.folder, "indexes"), layers: web })
    assert.deepStrictEqual(
      tools.definitions.slice(3).map(({ name }) => name),
      ["docs_search", "docs_fetch"],
    )
    const query = { query: "when is the tide high", library: "tides" }
    let answer = await tools.docsSearch(query)
    // Until the index is there each answer says that it is being made.
    while ("error" in answer) {
      assert.include(answer.message, "being indexed now")
      // clock: polls until the project is indexed
      await sleep(10)
      answer = await tools.docsSearch(query)
    }
    assert.deepInclude(answer.hits[0], { library: "tides", version: "4.1.0", url: "docs://tides@4.1.0/README.md" })
    const page = await tools.docsFetch({ url: answer.hits[0]?.url ?? "" })
    assert.deepInclude(page, { title: "Tides", content_md: "# Tides\n\nThe tide is high at six." })
  })

  it("has sites as further libraries, and runs their own tools without listing them", async () => {
    await using at = await setUp()
    const docsSites = [{ name: "boats", baseUrl: "https://boats.test/docs" }]
    const options = { docsFor: at.folder, docsDir: join(at.folder, "indexes"), docsSites, layers: web }
    await using tools = createWebTools(options)
    assert.lengthOf(tools.definitions, 5)
    for (const [name, args] of [
      ["docs_search", { query: "hull", library: "boats" }],
      ["docs_search_boats", { query: "hull" }],
    ] as const)
      assert.include(JSON.stringify(await tools.call(name, args)), "From the web.")
    await using without = createWebTools({ ...options, tools: ["web_search"] })
    assert.include(JSON.stringify(await without.call("docs_search_boats", { query: "hull" })), "no such tool")
  })

  it("refuses a folder that is no text", () => {
    const sloppy: object = { docsFor: 1 }
    assert.throws(() => createWebTools(sloppy), "docsFor can't be used: expected a project's folder")
  })
})
