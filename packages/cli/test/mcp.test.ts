import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { connect, initialize, listingTools } from "./support/mcpClient.ts"
import { packed as entry } from "./support/packed.ts"
import { linesOf, porthole, start } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

describe.each([[["mcp"]], [["mcp", "--provider", "searxng"]]])("%j, driven by the SDK's client", (args) => {
  let server: Awaited<ReturnType<typeof searxng>>
  let client: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    server = await searxng()
    client = await connect(args, { SEARXNG_URL: server.url })
  })
  afterAll(async () => {
    await client.close()
    server.close()
  })

  it("prints its name and version", () => {
    assert.deepInclude(client.getServerVersion(), { name: "porthole" })
  })

  it("lists the tools", async () => {
    const { tools } = await client.listTools()
    assert.sameMembers(
      tools.map(({ name }) => name),
      ["web_search", "web_fetch", "web_search_and_fetch"],
    )
  })

  it("answers a call", async () => {
    const result = await client.callTool({ name: "web_search", arguments: { query: "ships", max_results: 1 } })
    assert.notStrictEqual(result.isError, true)
    assert.deepInclude(result.structuredContent, { count: 1, provider: "searxng" })
  })

  it("answers with one text and no object unless that is set", async () => {
    const plain = await connect(args, { SEARXNG_URL: server.url, PORTHOLE_MCP_STRUCTURED: "off" })
    const result = await plain.callTool({ name: "web_search", arguments: { query: "ships", max_results: 1 } })
    await plain.close()
    assert.isUndefined(result.structuredContent)
    assert.match(JSON.stringify(result.content), /^\[\{"type":"text","text":"[^]*1\. .+ — http/)
  })

  it("answers a failure with isError and the wire error", async () => {
    const result = await client.callTool({ name: "web_fetch", arguments: { url: "http://127.0.0.1/" } })
    assert.strictEqual(result.isError, true)
    assert.deepInclude(result.structuredContent, {
      error: "blocked_url",
      reason: "private_or_metadata_target",
    })
  })

  it("answers wrong arguments the same way", async () => {
    const result = await client.callTool({ name: "web_search", arguments: { query: 7 } })
    assert.strictEqual(result.isError, true)
    assert.deepInclude(result.structuredContent, { error: "invalid_request", reason: "query" })
  })
})

describe("porthole mcp --docs-site", () => {
  it("serves the tools of one site under their plain names, and they stay within it", async () => {
    const server = await searxng()
    const client = await connect(["mcp", "--docs-site", "boats=https://docs.test/guide"], { SEARXNG_URL: server.url })
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["web_search", "web_fetch", "web_search_and_fetch", "docs_search", "docs_fetch"],
    )
    assert.include(tools.find(({ name }) => name === "docs_search")?.description, "boats (https://docs.test/guide)")
    const found = await client.callTool({ name: "docs_search", arguments: { query: "ships" } })
    assert.deepInclude(found.structuredContent, { count: 0, provider: "searxng" })
    const refused = await client.callTool({ name: "docs_fetch", arguments: { slug_or_url: "../secret" } })
    assert.strictEqual(refused.isError, true)
    assert.deepInclude(refused.structuredContent, { error: "blocked_url", reason: "outside_site" })
    await client.close()
    server.close()
  })

  it("serves those of several under the names of the sites, also from the packed command", async () => {
    const args = ["--docs-site", "boats=https://docs.test/guide", "--docs-site", "ships=https://ships.test/a=b"]
    const { code, stdout } = await porthole(["mcp", ...args], { entry, input: listingTools })
    assert.strictEqual(code, 0)
    for (const name of ["docs_search_boats", "docs_fetch_boats", "docs_search_ships", "docs_fetch_ships"]) {
      assert.include(stdout, `"name":"${name}"`)
    }
    assert.include(stdout, "(https://ships.test/a=b)")
  })
})

describe("porthole mcp", () => {
  it("ends with 0 when its client closes stdin, and writes only protocol to stdout", async () => {
    const { code, stdout } = await porthole(["mcp"], { input: initialize })
    assert.strictEqual(code, 0)
    for (const message of linesOf(stdout)) assert.deepInclude(message, { jsonrpc: "2.0" })
  })

  const call = (id: number, name: string, args: unknown) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } })}\n`

  it("loses nothing to a malformed line in the same chunk", async () => {
    const input = `${initialize}{"half\n${call(2, "web_fetch", { url: "ftp://a.test/" })}`
    const { code, stdout, stderr } = await porthole(["mcp"], { entry, input })
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    assert.sameDeepMembers(
      linesOf(stdout).map((message) => (message as { readonly id: unknown }).id),
      [1, null, 2],
    )
  })

  it("answers the calls under way when its client closes stdin, then ends", async () => {
    const slow = await searxng({ delay: 500 })
    const { code, stdout } = await porthole(["mcp"], {
      entry,
      input: initialize + call(2, "web_search", { query: "ships" }),
      env: { SEARXNG_URL: slow.url },
    })
    slow.close()
    assert.strictEqual(code, 0)
    assert.include(stdout, "1. ")
  })

  it("ends when its client stops reading", async () => {
    const { child, finished } = start(["mcp"], { entry })
    child.stdin.write(initialize)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.stdout.destroy()
    child.stdin.write(call(2, "web_fetch", { url: "ftp://a.test/" }))
    assert.deepInclude(await finished, { code: 0, stderr: "" })
  })

  it("ends with 143 on SIGTERM", async () => {
    const { child, finished } = start(["mcp"])
    child.stdin.write(initialize)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 143, signal: null })
  })

  it("refuses to start with a setting out of bounds", async () => {
    const { code, stdout, stderr } = await porthole(["mcp"], { env: { PORTHOLE_MAX_RESULTS: "0" } })
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "PORTHOLE_MAX_RESULTS")
  })
})
