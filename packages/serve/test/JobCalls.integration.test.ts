/** Tests the endpoints of jobs over a real `redis-server` on loopback, with a worker in the same process. */
import type { WebBackend } from "@porthole/core"
import { WebError } from "@porthole/core"
import { Effect, Exit, Redacted, Scope } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { RedisJobs } from "../../store-redis/src/index.ts"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { send, start } from "./support/server.ts"

const tokens = { acme: `porthole_${"a".repeat(43)}`, zenith: `porthole_${"z".repeat(43)}` }

/** The fields of answers that the tests read. */
interface Body extends Readonly<Record<string, unknown>> {
  readonly status_url: string
  readonly status: string
  readonly message: string
  readonly ended_at: string
  readonly expires_at: string
  readonly pages: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly next_cursor?: string
}

/** A site of five pages, each of which links to the next one, and to its own Markdown that is missing. */
const chain: WebBackend.SiteReader = {
  robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
  file: () => WebError.fail({ error: "http_error", status_code: 404 }),
  page: ({ url }) => {
    const at = Number(new URL(url).pathname.slice(1) || "0")
    const links = at < 4 ? [new URL(`/${at + 1}`, url).href] : []
    const content = `Page ${at} of the chain says enough. `.repeat(20)
    const row = { url, title: `Page ${at}`, content, links, status_code: 200 }
    const linksOf = new Map(links.map((link) => [link, "Next"]))
    return Effect.succeed({
      row,
      size: 1_000,
      links: { title: row.title, links: linksOf, feeds: [], textHash: url, shapeHash: url },
    })
  },
}

const page: WebBackend.Extract = ({ url }) => {
  if (url.startsWith("https://slow.test/")) return Effect.never
  return url.endsWith("/missing")
    ? WebError.fail({ error: "http_error", status_code: 404 })
    : Effect.succeed({ url, title: "A page", content: `This is ${url}. `.repeat(30), links: [], status_code: 200 })
}

describe.skipIf(RedisServer.isMissing())("jobs", () => {
  const scope = Scope.makeUnsafe()
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const jobs = await Effect.runPromise(
      Effect.gen(function* () {
        const { port } = yield* RedisServer.make()
        return yield* RedisJobs.make({ url: Redacted.make(`redis://127.0.0.1:${port}`), replyTimeout: "60 seconds" })
      }).pipe(Scope.provide(scope)),
    )
    server = await start({
      jobs,
      tokens,
      extract: page,
      site: chain,
      settings: { job_delay: 0, job_max_urls: 50, max_jobs: 2 },
    })
  })
  afterAll(async () => {
    await server.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const call = async (method: string, path: string, body?: object, tenant: keyof typeof tokens = "acme") => {
    const headers = { authorization: `Bearer ${tokens[tenant]}`, "content-type": "application/json" }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await send(server.port, path, { method, headers, ...text })
    const read: Body = JSON.parse(answer.text)
    return { status: answer.status, body: read }
  }
  const submit = async (kind: string, body: object) => {
    const { body: accepted, status } = await call("POST", `/api/v1/${kind}`, body)
    assert.strictEqual(status, 202)
    return String(accepted.status_url)
  }
  const ended = async (path: string) => {
    for (;;) {
      const { body } = await call("GET", path)
      if (body.status !== "running") return body
      // clock: polls until the job has ended
      await sleep(50)
    }
  }

  it("reads the pages of a batch, and shows them by cursor and as events", async () => {
    const urls = [
      "https://a.test/1",
      { url: "https://a.test/2", id: "two" },
      "https://b.test/missing",
      "http://10.0.0.1/",
    ]
    const path = await submit("batch", { urls, max_length: 300 })
    const status = await ended(path)
    assert.deepInclude(status, { status: "done", total: 4, done: 2, failed: 2, waiting: 0 })
    assert.deepStrictEqual(status["failures"], { http_404: 1, private_or_metadata_target: 1 })
    assert.strictEqual(Date.parse(status.expires_at) - Date.parse(status.ended_at), 86_400_000)
    const pages: Array<Record<string, unknown>> = []
    for (let cursor: string | undefined = "0"; cursor !== undefined;) {
      const { body } = await call("GET", `${path}/pages?limit=1&cursor=${cursor}`)
      pages.push(...body.pages)
      cursor = body.next_cursor
    }
    assert.sameMembers(
      pages.map(({ requested_url }) => requested_url),
      ["https://a.test/1", "https://a.test/2", "https://b.test/missing", "http://10.0.0.1/"],
    )
    assert.deepInclude(
      pages.find(({ id }) => id === "two"),
      { title: "A page", truncated: true },
    )
    assert.deepInclude(
      pages.find(({ status_code }) => status_code === 404),
      { error: "http_error" },
    )
    const twice = await call("GET", `${path}/pages?cursor=0&cursor=1`)
    assert.deepStrictEqual([twice.status, twice.body["error"]], [400, "invalid_request"])
    assert.include(twice.body.message, "Give each of its parameters once.")
    const offset = await call("GET", `${path}/pages?offset=1`)
    assert.deepStrictEqual([offset.status, offset.body["reason"]], [400, "offset"])
    const headers = { authorization: `Bearer ${tokens.acme}` }
    const { text } = await send(server.port, `${path}/events`, { headers })
    assert.deepStrictEqual(text.match(/(?<=event: )\w+/g), ["progress", "page", "page", "page", "page", "end"])
    const last = text.match(/(?<=id: )\d+/g)?.at(-1) ?? ""
    const again = await send(server.port, `${path}/events`, { headers: { ...headers, "last-event-id": last } })
    assert.deepStrictEqual(again.text.match(/(?<=event: )\w+/g), ["end"])
  })

  it("reads the pages of a site, no more than it may", async () => {
    const path = await submit("crawl", { url: "https://site.test/", max_pages: 3 })
    const status = await ended(path)
    assert.deepInclude(status, { status: "done", done: 3 })
    assert.match(status.message, /maximum of 3 URLs/)
    const { body } = await call("GET", `${path}/pages`)
    assert.deepStrictEqual(
      body.pages.map(({ depth, title }) => [depth, title]),
      [
        [0, "Page 0"],
        [1, "Page 1"],
        [2, "Page 2"],
      ],
    )
  })

  it("keeps a job from other tenants, whose answer is that of an unknown one", async () => {
    const path = await submit("batch", { urls: ["https://a.test/1"] })
    const unknown = path.replace(/[^/]+$/, "00000000-0000-4000-8000-000000000000")
    for (const [method, end] of [
      ["GET", ""],
      ["GET", "/pages"],
      ["GET", "/events"],
      ["DELETE", ""],
    ] as const) {
      const foreign = await call(method, `${path}${end}`, undefined, "zenith")
      assert.deepStrictEqual(foreign, await call(method, `${unknown}${end}`))
      assert.strictEqual(foreign.status, 404)
    }
    assert.strictEqual((await call("GET", path.replace("batch", "crawl"))).status, 404)
    assert.deepInclude(await ended(path), { status: "done", done: 1 })
  })

  it("bounds the clients that listen, and forgets those that go away", async () => {
    const path = await submit("batch", { urls: ["https://slow.test/1"] })
    let leave = new AbortController()
    const listen = (tenant: keyof typeof tokens, id = path) =>
      fetch(`${server.url}${id}/events`, {
        headers: { authorization: `Bearer ${tokens[tenant]}` },
        signal: leave.signal,
      }).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 64 }, () => listen("acme")))
    assert.sameMembers(Array.from(new Set(statuses)), [200, 503])
    const other = await call("POST", "/api/v1/batch", { urls: ["https://slow.test/2"] }, "zenith")
    assert.strictEqual(await listen("zenith", other.body.status_url), 200)
    leave.abort()
    leave = new AbortController()
    // clock: polls until the server has noticed
    while ((await listen("acme")) !== 200) await sleep(50)
    leave.abort()
    await call("DELETE", path)
    await call("DELETE", other.body.status_url, undefined, "zenith")
  })

  it("bounds what a tenant may ask for, and cancels", async () => {
    const many = Array.from({ length: 51 }, (_, at) => `https://a.test/${at}`)
    for (const [body, word] of [
      [{ urls: many }, "50"],
      [{ urls: [] }, "urls"],
      [{ urls: [5] }, "urls"],
      [{ url: "https://a.test/" }, "urls"],
      [{ urls: ["https://a.test/"], webhook: "https://a.test/hook" }, "webhook"],
    ] as const) {
      const refused = await call("POST", "/api/v1/batch", body)
      assert.strictEqual(refused.status, 400)
      assert.include(refused.body.message, word)
    }
    assert.strictEqual((await call("POST", "/api/v1/crawl", { url: "http://10.0.0.1/" })).status, 403)
    const slow = { urls: ["https://slow.test/1", "https://slow.test/2"] }
    const mixed = { urls: ["https://a.test/1", "https://b.test/missing", ...slow.urls] }
    const [one, two] = [await submit("batch", mixed), await submit("batch", slow)]
    for (let body: Partial<Body> = {}; body["done"] !== 1 || body["failed"] !== 1;) {
      // clock: polls until two pages are there
      await sleep(50)
      body = (await call("GET", one)).body
    }
    const third = await call("POST", "/api/v1/batch", slow)
    assert.strictEqual(third.status, 429)
    const headers = { authorization: `Bearer ${tokens.acme}` }
    let text = ""
    // clock: polls, since the metrics leave out what a busy Redis doesn't answer within a second
    for (; !text.includes('porthole_jobs{kind="batch",tenant="acme"} 2'); await sleep(250))
      text = (await send(server.port, "/metrics", { headers })).text
    assert.include(text, 'porthole_job_urls_waiting{kind="batch",tenant="acme"} 4')
    assert.include(text, 'porthole_job_urls{kind="batch",tenant="acme",outcome="done"} 1')
    assert.include(text, 'porthole_job_urls{kind="batch",tenant="acme",outcome="http_404"} 1')
    assert.match(text, /porthole_job_oldest_seconds\{kind="batch",tenant="acme"\} \d+\n/)
    for (const path of [one, two])
      assert.deepInclude((await call("DELETE", path)).body, { status: "cancelled", waiting: 2 })
    assert.deepInclude((await call("DELETE", one)).body, { status: "cancelled", done: 1 })
    const gone = await call("GET", one)
    assert.strictEqual(gone.status, 404)
    assert.include(gone.body.message, "evicted")
    assert.deepInclude((await call("GET", two)).body, { status: "cancelled" })
  })
})

describe("a server without a Redis", () => {
  it("names the setting that jobs need", async () => {
    const server = await start()
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ urls: ["https://a.test/"] })
    const answer = await send(server.port, "/api/v1/batch", { method: "POST", headers, body })
    await server.close()
    assert.strictEqual(answer.status, 501)
    assert.include(answer.text, "PORTHOLE_REDIS_URL")
  })
})
