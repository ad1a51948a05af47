/**
 * Tests caches and limits as users of the command see them, over searches; the network tests cover pages, which need a
 * site.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { connect } from "./support/mcpClient.ts"
import { porthole } from "./support/inProcess.ts"
import { packed as entry } from "./support/packed.ts"
import { linesOf, porthole as startsProcess } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

type Env = Readonly<Record<string, string>>

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

/** A store gets a tenth of a search's timeout, which must do on a busy machine. */
const patient = { PORTHOLE_SEARCH_TIMEOUT: "60 s" }

const search = (env: Env, command: typeof porthole | typeof startsProcess) =>
  command(["search", "ships", "--json"], { env: { SEARXNG_URL: server.url, ...patient, ...env } })

/** One line, without an address or a password. */
const warning = /^\[[\d:.]+\] WARN \(#\d+\): The cache of PORTHOLE_(?:CACHE_DIR|REDIS_URL) can't be used; .*\n$/

interface Found {
  readonly command?: typeof porthole | typeof startsProcess
  readonly count?: number
  readonly printed?: RegExp
}

/** Asserts that the hits are printed, and nothing else but a warning if the cache can't be used. */
const assertFound = async (env: Env, { command = porthole, count = 2, printed = /^$/ }: Found = {}): Promise<void> => {
  const { code, stderr, stdout } = await search(env, command)
  assert.strictEqual(code, 0)
  assert.match(stderr, printed)
  assert.deepInclude(linesOf(stdout)[0], { count, provider: "searxng" })
}

describe("search with PORTHOLE_CACHE_DIR", () => {
  it("downloads once, in either process; today's domain rules hold for cached pages", async () => {
    const env = { PORTHOLE_CACHE_DIR: join(folder, "not/there/yet") }
    const command = startsProcess
    await assertFound(env, { command })
    await assertFound(env, { command })
    await assertFound({ ...env, PORTHOLE_DENY_DOMAINS: "docs.example.org" }, { command, count: 1 })
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
  /** A server at a Redis's address that handles each connection with a function. */
  const withListener = async (meet: (socket: Socket) => void, use: (port: number) => Promise<void>): Promise<void> => {
    const sockets = new Set<Socket>()
    const listener = createServer((socket) => {
      sockets.add(socket.on("error", () => {}))
      meet(socket)
    })
    await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done))
    const address = listener.address()
    await use(address !== null && typeof address === "object" ? address.port : 0)
    assert.isNotEmpty(sockets)
    for (const socket of sockets) socket.destroy()
    listener.close()
  }

  it.each<readonly [string, (socket: Socket) => void]>([
    ["that never answers", () => {}],
    ["that hangs up", (socket) => socket.destroy()],
    [
      "that is another service",
      (socket) => socket.once("data", () => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")),
    ],
    ["that refuses the password", (socket) => socket.on("data", () => socket.write("-WRONGPASS sesame\r\n"))],
  ])("%s prints the hits, warns once and ends", (_, meet) =>
    withListener(meet, (port) =>
      assertFound(
        { PORTHOLE_REDIS_URL: `redis://:sesame@127.0.0.1:${port}` },
        { command: startsProcess, printed: warning },
      ),
    ),
  )

  it("if nothing listens prints the hits, warns once and ends", async () => {
    await assertFound({ PORTHOLE_REDIS_URL: "redis://127.0.0.1:1" }, { printed: warning })
  })
})

describe("porthole mcp --tenant", () => {
  it("shares a folder with clients of the same tenant only", async () => {
    const requested: Array<number> = []
    for (const flags of [
      ["--tenant", "mine"],
      ["--tenant", "mine"],
      ["--tenant", "theirs"],
      [],
      ["--tenant", "default"],
    ]) {
      const env = { SEARXNG_URL: server.url, PORTHOLE_CACHE_DIR: folder, ...patient }
      const client = await connect(["mcp", ...flags], env, entry)
      const { structuredContent } = await client.callTool({ name: "web_search", arguments: { query: "ships" } })
      assert.deepInclude(structuredContent, { count: 2 })
      await client.close()
      requested.push(server.queries.length)
    }
    assert.deepStrictEqual(requested, [1, 1, 2, 3, 3])
  })
})

describe("porthole mcp", () => {
  it("reports a conversation's used-up budget; cached pages are free", async () => {
    const env = { SEARXNG_URL: server.url, PORTHOLE_MAX_USES: "1" }
    const client = await connect(["mcp", "--docs-site", "boats=https://docs.test/guide"], env, entry)
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

  it("reports the wait when the requests of the minute are used up", async () => {
    const env = { SEARXNG_URL: server.url, PORTHOLE_MAX_REQUESTS_PER_MINUTE: "1" }
    const client = await connect(["mcp"], env, entry)
    await client.callTool({ name: "web_search", arguments: { query: "ships" } })
    const { isError, structuredContent } = await client.callTool({ name: "web_search", arguments: { query: "boats" } })
    await client.close()
    assert.isTrue(isError)
    assert.deepInclude(structuredContent, { error: "rate_limited" })
    assert.match(JSON.stringify(structuredContent), /"retry_after":[1-6]\d?[,}]/)
    assert.lengthOf(server.queries, 1)
  })
})
