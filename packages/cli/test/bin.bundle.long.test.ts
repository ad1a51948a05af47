/** Tests the command from its sources, on a real Node that is too old, and with each place of its compile cache. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { assert, describe, it } from "vitest"
import { compileCacheTests, modes, onTheWay, onTheWayTests, places } from "./support/compileCache.ts"
import { assertLight, loadedIn, recording } from "./support/loaded.ts"
import { connect, listingTools } from "./support/mcpClient.ts"
import { oldNodeTests, poser } from "./support/oldNodes.ts"
import { bin, linesOf, porthole } from "./support/porthole.ts"

describe("the sources", () => {
  it("run as they are, as a command and as a server", async () => {
    assert.match((await porthole(["--version"], { entry: bin })).stdout, /^porthole \d/)
    const refused = await porthole(["fetch", "http://127.0.0.1/", "--json"], { entry: bin })
    assert.deepInclude(linesOf(refused.stdout)[0], { reason: "private_or_metadata_target" })
    const client = await connect(["mcp"], {}, bin)
    assert.lengthOf((await client.listTools()).tools, 3)
    await client.close()
  })
})

describe("an MCP server", () => {
  it("loads no browser to list its tools where pages are rendered", () => assertLight({ PORTHOLE_RENDER: "auto" }))
})

describe("the main thread", () => {
  it("loads no parser to read a page: the reader's process does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-parsed-"))
    const page = join(folder, "parsed.html")
    writeFileSync(page, "<h1>Title</h1><p>Words")
    const { stderr, stdout } = await porthole(["extract", page, "--url", "http://a.test/"], {
      entry: bin,
      env: recording,
    })
    rmSync(folder, { recursive: true })
    assert.include(stdout, "Words")
    const loaded = loadedIn(stderr)
    assert.isTrue(loaded.some((url) => url.endsWith("/extract/src/DocumentExtractor.ts")))
    assert.deepStrictEqual(
      loaded.filter((url) => /linkedom|htmlparser2|css-select|\/extract\/src\/(?:tree|html\/Pipeline)/.test(url)),
      [],
    )
  })
})

/** An old Node on PATH, if there is one. */
const old = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .find((file) => existsSync(file) && spawnSync(file, ["--version"], { encoding: "utf8" }).stdout.startsWith("v20"))
// oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
if (old === undefined) console.warn("SKIPPED: the command on Node 20: PATH has none.")
else oldNodeTests("Node 20", [old])

oldNodeTests("a Node that poses as an old one", poser)

describe("the packed command", () => {
  compileCacheTests({ places, modes })
  onTheWayTests(onTheWay)

  it("answers initialize and lists the tools", async () => {
    const { code, stdout } = await porthole(["mcp"], { input: listingTools })
    assert.strictEqual(code, 0)
    assert.strictEqual(linesOf(stdout).length, 2)
    assert.include(stdout, "web_search_and_fetch")
  })

  it("has the search and the verdicts", async () => {
    const searched = await porthole(["search", "x", "--json"])
    assert.deepInclude(linesOf(searched.stdout)[0], { reason: "wikipedia_unreachable" })
    const checked = await porthole(["check", "http://no-such-host.test/", "--json"])
    assert.deepInclude(linesOf(checked.stdout)[0], { reason: "target_unreachable" })
  })
})
