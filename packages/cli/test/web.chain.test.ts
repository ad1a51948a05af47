/**
 * Tests several providers through the command and over MCP: the order of calls, skipped providers, and providers that
 * are never called.
 */
import { assert, describe, it } from "vitest"
import { connect } from "./support/mcpClient.ts"
import { porthole, stopClock } from "./support/inProcess.ts"
import { assertClosed, broken, later, open, patient, refusing, three } from "./support/chains.ts"
import { linesOf } from "./support/porthole.ts"
import { serve, words } from "./support/providers.ts"
import { brave } from "./support/wire/brave.ts"
import { challenge, duckduckgo } from "./support/wire/duckduckgo.ts"
import { exa } from "./support/wire/exa.ts"
import { searxng } from "./support/wire/searxng.ts"
import { tavily } from "./support/wire/tavily.ts"
import { wikipedia } from "./support/wire/wikipedia.ts"

const search = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  porthole(["search", words, "--include-metadata", "--json", ...flags], { env: { ...patient, ...env } })

describe.concurrent("a list of providers", () => {
  it("is tried in its order within one deadline, and the attempts list it", async () => {
    const servers = await three()
    const clock = await stopClock()
    const search = porthole(["search", words, "--include-metadata", "--json"], { env: servers.env, clock })
    await servers.second.hasReceived(1)
    // The second of the two that are left has half of the minute.
    await clock.adjust("31 seconds")
    const { code, stdout } = await search
    servers.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], { provider: "exa", hits: exa.hits, attempts: servers.attempts })
    // A second attempt within the demanded time would be wrong.
    assert.lengthOf(servers.first.requested, 1)
    assert.lengthOf(servers.second.requested, 1)
  })

  it("tells a person whose SearXNG is down who answered instead", async () => {
    const down = await serve(searxng, broken)
    const open = await serve(wikipedia)
    const env = { ...down.env, ...open.env, ...patient, PORTHOLE_PROVIDER: "searxng,wikipedia" }
    const found = await porthole(["search", words], { env })
    const withPages = await porthole(["search-and-fetch", words, "--max-results", "1"], { env })
    open.close()
    const failed = await porthole(["search", words], { env })
    down.close()
    assert.deepStrictEqual([found.code, withPages.code, failed.code], [0, 0, 1])
    for (const { stderr } of [found, withPages]) {
      assert.include(stderr, "porthole: Answered by wikipedia; searxng failed (searxng_unreachable).\n")
    }
    assert.match(
      failed.stderr,
      /searxng failed \(searxng_unreachable\), wikipedia failed \(wikipedia_unreachable\)\.\n/,
    )
  })

  it("fails with the error of the last one if all fail, and names settings if none is configured", async () => {
    const servers = [await serve(brave, broken), await serve(tavily, { status: 432, body: {} })] as const
    const all = await search({ ...servers[0].env, ...servers[1].env }, "--provider", "brave,tavily")
    const none = await search({ ...servers[0].place, ...servers[1].place }, "--provider", "brave,tavily")
    servers.forEach(({ close }) => close())
    assert.deepStrictEqual([all.code, none.code], [1, 1])
    assert.deepInclude(linesOf(all.stdout)[0], { reason: "tavily_quota_exceeded" })
    assert.deepInclude(linesOf(none.stdout)[0], { reason: "tavily_not_configured" })
    assert.include(none.stdout, "Set TAVILY_API_KEY")
    assert.lengthOf(servers[1].requested, 1)
  })

  it("is searched in parallel under fan_out, and the hits are merged", async () => {
    const servers = [await serve(tavily), await serve(exa), await serve(brave, broken)] as const
    const env = Object.assign({}, ...servers.map((server) => server.env)) as Record<string, string>
    const { code, stdout } = await search({ ...env, PORTHOLE_SEARCH_MODE: "fan_out" })
    servers.forEach(({ close }) => close())
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      provider: "tavily+exa",
      count: 3,
      attempts: [
        { provider: "tavily", outcome: "answered" },
        { provider: "brave", outcome: "failed", reason: "brave_unreachable" },
        { provider: "exa", outcome: "answered" },
      ],
    })
    // Both found the same page: it is one hit, and comes first.
    const [{ hits }] = linesOf(stdout) as [{ hits: ReadonlyArray<{ url: string }> }]
    assert.strictEqual(hits[0]?.url, "https://example.com/tidal")
  })

  it("of public ones, too, is tried as listed", async () => {
    const down = await serve(brave, broken)
    const open = await serve(duckduckgo)
    const { stdout } = await search({ ...down.env, ...open.env }, "--provider", "brave,duckduckgo")
    down.close()
    open.close()
    assert.deepInclude(linesOf(stdout)[0], {
      provider: "duckduckgo",
      hits: duckduckgo.hits,
      attempts: [
        { provider: "brave", outcome: "failed", reason: "brave_unreachable" },
        { provider: "duckduckgo", outcome: "answered" },
      ],
    })
  })
})

describe.concurrent("auto", () => {
  it("searches DuckDuckGo if nothing is configured", async () => {
    const servers = await open()
    const { code, stdout } = await search(servers.env)
    servers.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      provider: "duckduckgo",
      attempts: [{ provider: "duckduckgo", outcome: "answered" }],
    })
    assert.deepStrictEqual(servers.requested(), [1, 0])
  })

  it("searches Wikipedia if DuckDuckGo demands a person, or is switched off", async () => {
    const servers = await open({ status: 202, body: challenge })
    const challenged = await search(servers.env)
    const off = await search({ ...servers.env, PORTHOLE_DUCKDUCKGO: "off" })
    servers.close()
    assert.deepInclude(linesOf(challenged.stdout)[0], {
      provider: "wikipedia",
      attempts: [
        { provider: "duckduckgo", outcome: "failed", reason: "duckduckgo_challenged" },
        { provider: "wikipedia", outcome: "answered" },
      ],
    })
    assert.deepInclude(linesOf(off.stdout)[0], { provider: "wikipedia" })
    assert.deepStrictEqual(servers.requested(), [1, 2])
  })

  it("over MCP doesn't call DuckDuckGo again after that", async () => {
    const servers = await open({ status: 202, body: challenge })
    const client = await connect(["mcp"], servers.env)
    for (const [query, outcome] of [
      ["tides", "failed"],
      ["other tides", "skipped"],
      ["no tides", "skipped"],
    ]) {
      const args = { query, include_metadata: true }
      const { structuredContent } = await client.callTool({ name: "web_search", arguments: args })
      const attempts = [
        { provider: "duckduckgo", outcome, reason: "duckduckgo_challenged" },
        { provider: "wikipedia", outcome: "answered" },
      ]
      assert.deepInclude(structuredContent, { provider: "wikipedia", attempts })
    }
    await client.close()
    servers.close()
    assert.deepStrictEqual(servers.requested(), [1, 3])
  })

  it("never searches a public one because a configured one says not now, nor at the next call", () =>
    assertClosed(later, "tavily_rate_limited"))

  it.each(refusing)("never searches a public one because a configured one %s", async (_, reply, reason) => {
    const servers = await open()
    const down = await serve(tavily, reply)
    const { code, stdout } = await search({ ...servers.env, ...down.env })
    servers.close()
    down.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], { error: "web_search_unavailable", reason })
    assert.deepStrictEqual(servers.requested(), [0, 0])
  })
})
