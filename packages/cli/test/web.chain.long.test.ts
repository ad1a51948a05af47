/** Tests several providers over MCP, whose server remembers them from call to call. */
import { assert, describe, it } from "vitest"
import { assertClosed, refusing, three } from "./support/chains.ts"
import { connect } from "./support/mcpClient.ts"

describe.concurrent("a list of providers over MCP", () => {
  it("skips a provider on cooldown at the next call, and tries one again that hangs", async () => {
    const servers = await three()
    const client = await connect(["mcp"], servers.env)
    const call = async (query: string) =>
      (await client.callTool({ name: "web_search", arguments: { query, include_metadata: true } })).structuredContent
    const [first, ...others] = servers.attempts
    assert.deepInclude(await call("tides"), { provider: "exa", attempts: servers.attempts })
    assert.deepInclude(await call("other tides"), {
      provider: "exa",
      attempts: [{ ...first, outcome: "skipped" }, ...others],
    })
    await client.close()
    servers.close()
    assert.deepStrictEqual(
      [servers.first, servers.second, servers.third].map(({ requested }) => requested.length),
      [1, 2, 2],
    )
  })
})

describe.concurrent("auto over MCP", () => {
  it.each(refusing)("never searches a public one because a configured one %s", (_, reply, reason) =>
    assertClosed(reply, reason),
  )
})
