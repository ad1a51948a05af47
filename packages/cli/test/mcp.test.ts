import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { porthole as inProcess } from "./support/inProcess.ts"
import { connect, initialize, listingTools } from "./support/mcpClient.ts"
import { sessionTests } from "./support/mcpSession.ts"
import { linesOf, porthole, start } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

sessionTests(["mcp"])

describe("porthole mcp --docs-for", () => {
  it("is wrong usage over HTTP, which doesn't serve it", async () => {
    const { code, stderr } = await inProcess(["mcp", "--http", "--docs-for", "."])
    assert.strictEqual(code, 2)
    assert.include(stderr, "--docs-for isn't served over HTTP")
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
})

describe("porthole mcp", () => {
  const call = (id: number, name: string, args: unknown) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } })}\n`

  it("loses nothing to a malformed line in the same chunk, and ends with 0 when its client closes stdin", async () => {
    const input = `${initialize}{"half\n${call(2, "web_fetch", { url: "ftp://a.test/" })}`
    const { code, stdout, stderr } = await porthole(["mcp"], { input })
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    for (const message of linesOf(stdout)) assert.deepInclude(message, { jsonrpc: "2.0" })
    assert.sameDeepMembers(
      linesOf(stdout).map((message) => (message as { readonly id: unknown }).id),
      [1, null, 2],
    )
  })

  it("ends when its client stops reading", async () => {
    const { child, finished } = start(["mcp"])
    child.stdin.write(initialize)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.stdout.destroy()
    child.stdin.write(listingTools)
    assert.deepInclude(await finished, { code: 0, stderr: "" })
  })

  it("answers the calls under way when its client closes stdin, then ends", async () => {
    const released = Promise.withResolvers<void>()
    const slow = await searxng({ until: released.promise })
    const { child, finished } = start(["mcp"], { env: { SEARXNG_URL: slow.url } })
    child.stdin.write(initialize + call(2, "web_search", { query: "ships" }))
    await slow.hasReceived(1)
    await new Promise((resolve) => child.stdin.end(resolve))
    // clock: the end has time to come before the answer; if it comes later, the answer is the same
    await sleep(300)
    released.resolve()
    const { code, stdout } = await finished
    slow.close()
    assert.strictEqual(code, 0)
    assert.include(stdout, "1. ")
  })

  it("ends with 143 on SIGTERM", async () => {
    const { child, finished } = start(["mcp"])
    child.stdin.write(initialize)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 143, signal: null })
  })

  it("refuses to start with a setting out of bounds", async () => {
    const { code, stdout, stderr } = await inProcess(["mcp"], { env: { PORTHOLE_MAX_RESULTS: "0" } })
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "PORTHOLE_MAX_RESULTS")
  })
})
