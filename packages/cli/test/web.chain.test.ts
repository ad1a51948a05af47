/**
 * Tests several providers through the command and over MCP: the order of calls, skipped providers, and providers that
 * are never called.
 */
import { assert, describe, it } from "vitest"
import { connect } from "./support/mcpClient.ts"
import { packed as entry } from "./support/packed.ts"
import { porthole } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"
import { serve, words } from "./support/providers.ts"
import { brave } from "./support/wire/brave.ts"
import { challenge, duckduckgo } from "./support/wire/duckduckgo.ts"
import { exa } from "./support/wire/exa.ts"
import { searxng } from "./support/wire/searxng.ts"
import { tavily } from "./support/wire/tavily.ts"
import { wikipedia } from "./support/wire/wikipedia.ts"

/** Several providers share a deadline, of which each must have enough for a busy machine. */
const patient = { PORTHOLE_SEARCH_TIMEOUT: "60 s" }

const search = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  porthole(["search", words, "--include-metadata", "--json", ...flags], { env: { ...patient, ...env } })

const later = { status: 429, headers: { "retry-after": "90" }, body: {} }
const broken = { status: 500, body: {} }

/** A provider that is rate limited, one that hangs, and one that answers. */
const three = async () => {
  const first = await serve(brave, later)
  const second = await serve(tavily, "hang")
  const third = await serve(exa)
  return {
    first,
    second,
    third,
    env: {
      ...first.env,
      ...second.env,
      ...third.env,
      PORTHOLE_PROVIDER: "brave,tavily,exa",
      ...patient,
    },
    close: () => [first, second, third].forEach(({ close }) => close()),
  }
}

const story = (first: "failed" | "skipped") => [
  { provider: "brave", outcome: first, reason: "brave_rate_limited" },
  { provider: "tavily", outcome: "failed", reason: "timeout" },
  { provider: "exa", outcome: "answered" },
]

describe.concurrent("a list of providers", () => {
  it("is tried in its order within one deadline, and the attempts list it", async () => {
    const servers = await three()
    const { code, stdout } = await search(servers.env)
    servers.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], { provider: "exa", hits: exa.hits, attempts: story("failed") })
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

  it("over MCP skips a provider on cooldown at the next call", async () => {
    const servers = await three()
    const client = await connect(["mcp"], servers.env, entry)
    const call = async (query: string) =>
      (await client.callTool({ name: "web_search", arguments: { query, include_metadata: true } })).structuredContent
    assert.deepInclude(await call("tides"), { provider: "exa", attempts: story("failed") })
    assert.deepInclude(await call("other tides"), { provider: "exa", attempts: story("skipped") })
    await client.close()
    servers.close()
    assert.deepStrictEqual(
      [servers.first, servers.second, servers.third].map(({ requested }) => requested.length),
      [1, 2, 2],
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
  /** The two providers that need no key. */
  const open = async (instead?: Parameters<typeof serve>[1]) => {
    const servers = [await serve(duckduckgo, instead), await serve(wikipedia)] as const
    return {
      env: { ...servers[0].env, ...servers[1].env, ...patient },
      requested: () => servers.map(({ requested }) => requested.length),
      close: () => servers.forEach(({ close }) => close()),
    }
  }

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
    const client = await connect(["mcp"], servers.env, entry)
    for (const query of ["tides", "other tides", "no tides"]) {
      const { structuredContent } = await client.callTool({ name: "web_search", arguments: { query } })
      assert.deepInclude(structuredContent, { provider: "wikipedia" })
    }
    await client.close()
    servers.close()
    assert.deepStrictEqual(servers.requested(), [1, 3])
  })

  it.each([
    ["is down", broken, "tavily_unreachable"],
    ["refuses its key", { status: 401, body: {} }, "tavily_unauthorized"],
    ["is used up", { status: 433, body: {} }, "tavily_quota_exceeded"],
    ["says not now", later, "tavily_rate_limited"],
  ])("never searches a public one because a configured one %s", async (_, reply, reason) => {
    const servers = await open()
    const down = await serve(tavily, reply)
    const client = await connect(["mcp"], { ...servers.env, ...down.env }, entry)
    for (const query of ["tides", "other tides"]) {
      const { isError, structuredContent } = await client.callTool({ name: "web_search", arguments: { query } })
      assert.strictEqual(isError, true)
      assert.deepInclude(structuredContent, { error: "web_search_unavailable", reason })
    }
    await client.close()
    servers.close()
    down.close()
    assert.deepStrictEqual(servers.requested(), [0, 0])
    assert.isAtLeast(down.requested.length, 1)
  })
})
