/** Tests docs/scale.md as written: two servers over a real Redis behind a real nginx. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Exit, Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort } from "../../../test/freePort.ts"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { porthole } from "./support/inProcess.ts"
import { searxng } from "./support/servers.ts"
import { serving } from "./support/serving.ts"

const isMissing = (): boolean => {
  if (RedisServer.isMissing()) return true
  if (spawnSync("nginx", ["-v"]).status === 0 || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  console.warn("SKIPPED: nginx is missing, so nothing is tested behind one (apt-get install nginx-light).")
  return true
}

/** The configuration of the page, with the ports of this test; and at `byDefault` one that sets no header. */
const startNginx = async (listen: number, byDefault: number, ports: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-nginx-"))
  const page = readFileSync(join(import.meta.dirname, "../../../docs/scale.md"), "utf8")
  const site = (/```nginx\n([^]*?)```/.exec(page)?.[1] ?? "")
    .replaceAll("127.0.0.1:8711", `127.0.0.1:${ports[0]}`)
    .replaceAll("127.0.0.1:8712", `127.0.0.1:${ports[1]}`)
    .replace("listen 80;", `listen 127.0.0.1:${listen}; add_header upstream $upstream_addr always;`)
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; `
  const plain = `server { listen 127.0.0.1:${byDefault}; location / { proxy_pass http://127.0.0.1:${ports[0]}; } }`
  writeFileSync(join(folder, "nginx.conf"), `${main}${temporary.join(" ")}\n${site}\n${plain}\n}\n`)
  const child = spawn("nginx", ["-e", `${folder}/error.log`, "-c", join(folder, "nginx.conf")], { stdio: "ignore" })
  while (!(await fetch(`http://127.0.0.1:${listen}/health`).catch(() => undefined))) {
    // clock: polls until it listens
    await sleep(50)
  }
  return {
    url: `http://127.0.0.1:${listen}`,
    plainUrl: `http://127.0.0.1:${byDefault}`,
    close: () => child.kill("SIGTERM"),
  }
}

describe.skipIf(isMissing())("two servers over one Redis behind nginx", () => {
  const scope = Scope.makeUnsafe()
  let provider: Awaited<ReturnType<typeof searxng>>
  let servers: ReadonlyArray<Awaited<ReturnType<typeof serving>>> = []
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let env: Readonly<Record<string, string>>
  const tokens = new Map<string, string>()
  const add = async (tenant: string) => (await porthole(["tokens", "add", tenant], { env })).stdout.trim()
  beforeAll(async () => {
    const redis = await Effect.runPromise(Scope.provide(RedisServer.make(), scope))
    provider = await searxng()
    env = {
      PORTHOLE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      PORTHOLE_MAX_REQUESTS_PER_MINUTE: "4",
      // Calls wait for their turn within it: two more get one. Replies of the Redis get a twentieth of it.
      PORTHOLE_SEARCH_TIMEOUT: "30 s",
      SEARXNG_URL: provider.url,
    }
    for (const tenant of ["acme", "sessions"]) tokens.set(tenant, await add(tenant))
    servers = await Promise.all([serving({ env }), serving({ env })])
    const listen = await Effect.runPromise(freePort)
    const byDefault = await Effect.runPromise(freePort)
    nginx = await startNginx(
      listen,
      byDefault,
      servers.map(({ url }) => new URL(url).port),
    )
  })
  afterAll(async () => {
    nginx.close()
    for (const { child, finished } of servers) {
      child.kill("SIGTERM")
      await finished
    }
    provider.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const headersOf = (tenant: string) => ({ authorization: `Bearer ${tokens.get(tenant)}` })
  const search = (query: string, signal: AbortSignal | null = null) =>
    fetch(`${nginx.url}/search?format=json&q=${query}`, { headers: headersOf("acme"), signal })

  it("demands a token although they listen on loopback, whatever nginx forwards", async () => {
    for (const base of [nginx.url, nginx.plainUrl]) {
      for (const path of ["/search?format=json&q=x", "/openapi.json", "/docs", "/nowhere"]) {
        assert.strictEqual((await fetch(base + path)).status, 401, base + path)
      }
      for (const path of ["/api/v1/search", "/mcp", "/extract", "/v2/scrape", "/openwebui/load"]) {
        assert.strictEqual((await fetch(base + path, { method: "POST", body: "{}" })).status, 401, base + path)
      }
      for (const path of ["/health", "/ready"]) assert.strictEqual((await fetch(base + path)).status, 200)
      assert.strictEqual((await fetch(`${base}/openapi.json`, { headers: headersOf("sessions") })).status, 200)
    }
    assert.strictEqual((await fetch(`${nginx.plainUrl}/metrics`)).status, 401)
  })

  it("hides the figures of one, however their path is written", async () => {
    const headers = headersOf("sessions")
    const paths = ["/METRICS", "/metrics/", "/metrics;x", "/metrics%3bx", "/metrics%2f", "/metrics%20", "/Metrics?x"]
    for (const path of ["/metrics", "//metrics", "/%6detrics", ...paths]) {
      assert.strictEqual((await fetch(nginx.url + path, { headers })).status, 404, path)
    }
    for (const path of paths) assert.strictEqual((await fetch(nginx.plainUrl + path, { headers })).status, 404, path)
  })

  it("shares cached answers and a tenant's budget", async () => {
    assert.strictEqual((await search("tides")).status, 200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => search("tides")))
    const upstreams = new Set(answers.map(({ headers }) => headers.get("upstream")))
    assert.strictEqual(upstreams.size, 2)
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.strictEqual(provider.queries.filter((query) => query.get("q") === "tides").length, 1)

    // One budget admits 4 calls and one more every 15 s, the first search among them; two would admit 11 of these. Two
    // calls wait for their turn, and are left when the others are answered.
    const waiting = new AbortController()
    const statuses: Array<number> = []
    const calls = Array.from({ length: 12 }, async (_, at) => {
      const { status } = await search(`other+${at}`, waiting.signal)
      if (statuses.push(status) >= 10) waiting.abort()
    })
    await Promise.allSettled(calls)
    assert.isAtLeast(statuses.length, 10)
    assert.isAtMost(statuses.filter((status) => status === 200).length, 7)
    assert.include(statuses, 429)
  })

  it("keeps a client's MCP session at one of them", async () => {
    const client = new Client({ name: "test", version: "0" })
    const requestInit = { headers: headersOf("sessions") }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${nginx.url}/mcp`), { requestInit }))
    for (let times = 0; times < 4; times++) assert.lengthOf((await client.listTools()).tools, 3)
    await client.close()
  })

  it("continues to serve when one of them ends", async () => {
    const [one] = servers
    one?.child.kill("SIGTERM")
    assert.deepInclude(await one?.finished, { code: 0 })
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await fetch(`${nginx.url}/ready`)).status),
    )
    assert.deepStrictEqual(new Set(statuses), new Set([200]))
  })
})
