/** Tests the first steps after the installation, and the sentences that help. */
import { assert, describe, it } from "vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { porthole } from "./support/inProcess.ts"
import { porthole as startsProcess } from "./support/porthole.ts"

const down = { SEARXNG_URL: "http://127.0.0.1:1" }

describe("a search", () => {
  it("with SEARXNG_URL set and its server down reports that it doesn't answer, without its address", async () => {
    const { code, stderr } = await porthole(["search", "tides"], { env: down })
    assert.deepStrictEqual(
      [code, stderr],
      [
        1,
        "porthole: SearXNG at SEARXNG_URL doesn't answer. Run `porthole doctor` to see why. " +
          "(web_search_unavailable / searxng_unreachable)\n",
      ],
    )
    assert.notInclude((await porthole(["search", "tides", "--json"], { env: down })).stdout, "127.0.0.1")
  })

  it("over MCP names the same command, also where no command line is parsed", async () => {
    const calls = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "web_search", arguments: { query: "tides" } } },
    ]
    const input = calls.map((call) => `${JSON.stringify({ jsonrpc: "2.0", ...call })}\n`).join("")
    const { stdout } = await startsProcess(["mcp"], { env: down, input })
    assert.include(stdout, "doesn't answer. Run `porthole doctor` to see why.")
  })

  it("with --provider tavily and no key, beside a SearXNG, names the setting for Tavily", async () => {
    const { code, stderr } = await porthole(["search", "tides", "--provider", "tavily"], { env: down })
    assert.deepStrictEqual(
      [code, stderr],
      [
        1,
        "porthole: The provider tavily isn't configured. Set TAVILY_API_KEY, or store the key with " +
          "`porthole keys set tavily`. (web_search_unavailable / tavily_not_configured)\n",
      ],
    )
  })
})

/** Settings that close sites. */
const closing = /ALLOW_DOMAINS|KNOWN_URLS_ONLY/

describe("the README", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8")

  it("has no block of commands that mixes closing sites with others, nor has a guide: each can be pasted whole", () => {
    const guides = new URL("../../../docs/guides/", import.meta.url)
    const pages = [readme, ...readdirSync(guides).map((name) => readFileSync(new URL(name, guides), "utf8"))]
    const shells = pages.flatMap((page) => [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = ""]) => block))
    assert.isAtLeast(shells.length, 5)
    for (const line of shells.filter((block) => closing.test(block)).flatMap((block) => block.trim().split("\n"))) {
      assert.match(line, /^export PORTHOLE_(?:ALLOW_DOMAINS|KNOWN_URLS_ONLY)=/)
    }
  })

  it("leads with an MCP configuration that works from a checkout, and marks packages that must be published first", () => {
    const checkout = readme.indexOf('"command": "/path/to/porthole/node_modules/.bin/node"')
    const published = readme.indexOf('"command": "npx", "args": ["-y", "@porthole/cli", "mcp"]')
    assert.isAtLeast(checkout, 0)
    assert.isAbove(published, checkout)
    assert.include(readme, "Once the packages are published, with Node 24:")
  })
})
