import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { porthole as startsProcess } from "./support/porthole.ts"
import { searxng, silentListener } from "./support/servers.ts"
import { serving } from "./support/serving.ts"

describe("porthole serve", () => {
  it("answers a search, finishes running requests on SIGTERM, logs them, and ends with 0", async () => {
    const released = Promise.withResolvers<void>()
    const slow = await searxng({ until: released.promise })
    const { child, finished, url } = await serving({ env: { SEARXNG_URL: slow.url } })
    const answer = fetch(`${url}/search?q=ships&format=json`)
    await slow.hasReceived(1)
    child.kill("SIGTERM")
    // clock: polls until the server takes no connections
    while (await isListening(url)) await sleep(20)
    released.resolve()
    const { results } = (await (await answer).json()) as { readonly results: ReadonlyArray<{ readonly url: string }> }
    assert.strictEqual(results[0]?.url, "https://example.com/a")
    const end = await finished
    assert.deepInclude(end, { code: 0, signal: null, stdout: "" })
    assert.match(end.stderr, /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO default GET \/search 200 \d+ ms request=[0-9a-f]{16}$/m)
    assert.notInclude(end.stderr, "ships")
    slow.close()
  })

  it("writes nothing but objects on stderr with PORTHOLE_LOG_FORMAT=json", async () => {
    const env = { PORTHOLE_LOG_FORMAT: "json", PORTHOLE_MAXLENGTH: "900" }
    const { child, finished, url } = await serving({ env })
    await fetch(`${url}/nothing`)
    child.kill("SIGTERM")
    const [warned, served, answered] = (await finished).stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.include(warned.message, "Did you mean PORTHOLE_MAX_LENGTH?")
    assert.deepInclude(served, { level: "INFO", message: `serving on ${url}` })
    assert.deepInclude(answered, { status: 404 })
    const unusable = { ...env, PORTHOLE_LISTEN: "nowhere" }
    const [, refused] = (await porthole(["serve"], { env: unusable })).stderr.trimEnd().split("\n")
    assert.include(JSON.parse(refused ?? "").message, "PORTHOLE_LISTEN can't be used")
  })

  it("serves only /mcp as porthole mcp --http", async () => {
    const { child, finished, url } = await serving({ args: ["mcp", "--http", "--listen", "127.0.0.1:0"] })
    const client = new Client({ name: "test", version: "0" })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
    assert.lengthOf((await client.listTools()).tools, 3)
    await client.close()
    assert.strictEqual((await fetch(`${url}/search?q=ships&format=json`)).status, 404)
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 0 })
  })

  it("lets clients search the libraries that --docs names, and starts with no other", async () => {
    const folder = await mkdtemp(join(tmpdir(), "porthole-serve-docs-"))
    const env = { PORTHOLE_DOCS_DIR: join(folder, "indexes") }
    await writeFile(join(folder, "tides.md"), "# Tides\n\nThe tide is high at six.")
    for (const name of ["tides@1", "secret@1"])
      await porthole(["docs", "add", join(folder, "tides.md"), "--name", name], { env })
    const unknown = await startsProcess(["serve", "--listen", "127.0.0.1:0", "--docs", "moon"], { env })
    assert.deepInclude(unknown, { code: 2 })
    assert.include(unknown.stderr, "No documentation of moon is indexed")
    const { child, url } = await serving({ env, args: ["serve", "--listen", "127.0.0.1:0", "--docs", "tides"] })
    const client = new Client({ name: "test", version: "0" })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
    assert.lengthOf((await client.listTools()).tools, 5)
    const ask = async (library: string) =>
      JSON.stringify(await client.callTool({ name: "docs_search", arguments: { query: "tide", library } }))
    assert.include(await ask("tides"), "high at six")
    assert.include(await ask("secret"), "No documentation of secret is indexed")
    await client.close()
    child.kill("SIGTERM")
    await rm(folder, { recursive: true, force: true })
  })

  it("refuses to listen off loopback without a token", async () => {
    const { code, stderr } = await startsProcess(["serve", "--listen", "0.0.0.0:0"])
    assert.strictEqual(code, 2)
    assert.include(stderr, "token")
  })

  it("reports a taken address", async () => {
    const other = await silentListener()
    const { host } = new URL(other.url)
    const { code, stderr } = await startsProcess(["serve"], { env: { PORTHOLE_LISTEN: host } })
    other.close()
    assert.strictEqual(code, 1)
    assert.include(stderr, `address already in use ${host}`)
    assert.include(stderr, "--listen")
  })

  it.each([["127.0.0.1"], ["example.com:80"], ["127.0.0.1:99999"], ["[::1:80"]])(
    "refuses --listen %s",
    async (listen) => {
      const { code, stderr } = await porthole(["serve", "--listen", listen])
      assert.strictEqual(code, 2)
      assert.include(stderr, "listen")
    },
  )
})

const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })
