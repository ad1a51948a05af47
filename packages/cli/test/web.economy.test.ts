/**
 * Tests caches and limits as users of the command see them, over searches; the network tests cover pages, which need a
 * site.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import * as Economy from "./support/economy.ts"
import { porthole } from "./support/inProcess.ts"
import { connect } from "./support/mcpClient.ts"
import { porthole as startsProcess } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

let server: Awaited<ReturnType<typeof searxng>>
let folder: string
beforeEach(async () => {
  server = await searxng()
  folder = await mkdtemp(join(tmpdir(), "porthole-economy-"))
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const { warning } = Economy
const assertFound = (env: Readonly<Record<string, string>>, found?: Economy.Found) =>
  Economy.assertFound(server, env, found)

describe("search with PORTHOLE_CACHE_DIR", () => {
  it("downloads once, in either process; today's domain rules hold for cached pages", async () => {
    const env = { PORTHOLE_CACHE_DIR: join(folder, "not/there/yet") }
    await assertFound(env, { command: startsProcess })
    await assertFound(env)
    await assertFound({ ...env, PORTHOLE_DENY_DOMAINS: "docs.example.org" }, { count: 1 })
    assert.lengthOf(server.queries, 1)
    await assertFound({ ...env, PORTHOLE_SEARCH_CACHE_TTL: "0 s" })
    assert.lengthOf(server.queries, 2)
  })

  it("that is a file works without a cache", async () => {
    const file = join(folder, "file")
    await writeFile(file, "mine")
    await assertFound({ PORTHOLE_CACHE_DIR: file }, { printed: warning })
    await assertFound({ PORTHOLE_CACHE_DIR: file }, { printed: warning })
    assert.lengthOf(server.queries, 2)
  })

  it("with garbage in every file downloads again, and keeps the page again", async () => {
    const env = { PORTHOLE_CACHE_DIR: folder }
    await assertFound(env)
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    assert.isNotEmpty(files)
    for (const { name, parentPath } of files) await writeFile(join(parentPath, name), Buffer.alloc(5_000, 0xfe))
    await mkdir(join(folder, "photos"))
    await writeFile(join(folder, "photos", "1.jpg"), "mine")
    await assertFound(env)
    await assertFound(env)
    assert.lengthOf(server.queries, 2)
    assert.include(await readdir(folder), "photos")
  })
})

describe("search with a PORTHOLE_REDIS_URL", () => {
  it.each(Economy.unusable)("%s prints the hits, warns once and ends", (name, meet) =>
    Economy.withListener(meet, (env) =>
      assertFound(env, { command: name === "that never answers" ? startsProcess : porthole, printed: warning }),
    ),
  )

  it("if nothing listens prints the hits, warns once and ends", async () => {
    await assertFound({ PORTHOLE_REDIS_URL: "redis://127.0.0.1:1" }, { printed: warning })
  })
})

describe("porthole mcp --tenant", () => {
  it("shares a folder with commands of the same tenant only", async () => {
    const env = { SEARXNG_URL: server.url, PORTHOLE_CACHE_DIR: folder, ...Economy.patient }
    const requested: Array<number> = []
    for (const flags of [["--tenant", "mine"], ["--tenant", "theirs"], [], ["--tenant", "default"]]) {
      await assertFound(env, { flags })
      requested.push(server.queries.length)
    }
    const client = await connect(["mcp", "--tenant", "mine"], env)
    const { structuredContent } = await client.callTool({ name: "web_search", arguments: { query: "ships" } })
    await client.close()
    assert.deepInclude(structuredContent, { count: 2 })
    assert.deepStrictEqual([...requested, server.queries.length], [1, 2, 3, 3, 3])
  })
})

describe("porthole mcp", () => {
  it("reports a conversation's used-up budget; cached pages are free", async () => {
    const env = { SEARXNG_URL: server.url, PORTHOLE_MAX_USES: "1" }
    const client = await connect(["mcp", "--docs-site", "boats=https://docs.test/guide"], env)
    const ask = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })).structuredContent
    assert.deepInclude(await ask("web_search", { query: "ships" }), { count: 2 })
    assert.deepInclude(await ask("web_search", { query: "boats" }), { error: "budget_exceeded" })
    assert.deepInclude(await ask("web_fetch", { url: "https://example.com/" }), { error: "budget_exceeded" })
    assert.deepInclude(await ask("docs_search", { query: "ships" }), { error: "budget_exceeded" })
    assert.deepInclude(await ask("docs_fetch", { slug_or_url: "start" }), { error: "budget_exceeded" })
    assert.deepInclude(await ask("web_search", { query: "ships" }), { count: 2 })
    await client.close()
    assert.lengthOf(server.queries, 1)
  })
})
