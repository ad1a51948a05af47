/** Several providers of a search, of which some don't answer. */
import { assert } from "vitest"
import { connect } from "./mcpClient.ts"
import { type Instead, serve } from "./providers.ts"
import { brave } from "./wire/brave.ts"
import { duckduckgo } from "./wire/duckduckgo.ts"
import { exa } from "./wire/exa.ts"
import { tavily } from "./wire/tavily.ts"
import { wikipedia } from "./wire/wikipedia.ts"

/** Several providers share a deadline, of which each must have enough for a busy machine. */
export const patient = { PORTHOLE_SEARCH_TIMEOUT: "60 s" }

export const later = { status: 429, headers: { "retry-after": "90" }, body: {} }
export const broken = { status: 500, body: {} }

/** The replies of a provider that has no answer at all, by the reason of the error. */
export const refusing = [
  ["is down", broken, "tavily_unreachable"],
  ["refuses its key", { status: 401, body: {} }, "tavily_unauthorized"],
  ["is used up", { status: 433, body: {} }, "tavily_quota_exceeded"],
] as const

/** A provider that is rate limited, one that hangs, and one that answers. */
export const three = async () => {
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
    /** Those of a first search. */
    attempts: [
      { provider: "brave", outcome: "failed", reason: "brave_rate_limited" },
      { provider: "tavily", outcome: "failed", reason: "timeout" },
      { provider: "exa", outcome: "answered" },
    ],
    close: () => [first, second, third].forEach(({ close }) => close()),
  }
}

/** The two providers that need no key. */
export const open = async (instead?: Instead) => {
  const servers = [await serve(duckduckgo, instead), await serve(wikipedia)] as const
  return {
    env: { ...servers[0].env, ...servers[1].env, ...patient },
    requested: () => servers.map(({ requested }) => requested.length),
    close: () => servers.forEach(({ close }) => close()),
  }
}

/** Asserts that an MCP server doesn't search a public provider because a configured one refuses, at any call. */
export const assertClosed = async (reply: Instead, reason: string): Promise<void> => {
  const servers = await open()
  const down = await serve(tavily, reply)
  const client = await connect(["mcp"], { ...servers.env, ...down.env })
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
}
