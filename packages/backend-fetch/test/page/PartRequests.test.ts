/** Tests the requests for the parts of a rendering: their policy, their header fields and their bounds. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, SitePrefix } from "@porthole/core"
import { Clock, Effect, Stream } from "effect"
import { gzipSync } from "node:zlib"
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { inTime, publicA, type Site, to } from "../support/DoubledWeb.ts"
import { ok, part, partVectorTest, rendering, vectors, wireOf } from "./PartVectors.ts"

describe("the policy", () => {
  partVectorTest(sampleOf(vectors, 25))

  it.effect.each([
    ["a domain that isn't allowed", { allow_domains: ["a.test"] }, "https://b.test/x", "domain_not_allowed"],
    ["a domain that is denied", { deny_domains: ["b.test"] }, "https://b.test/x", "domain_not_allowed"],
    ["a port that isn't allowed", {}, "https://b.test:8443/x", "port_not_allowed"],
    ["http from an https page", {}, "http://b.test/x", "redirect_to_blocked_target"],
    ["a name with a private address", {}, "https://private.test/x", "private_or_metadata_target"],
  ] as const)("refuses %s, and dials nothing", ([, config, url, reason]) =>
    Effect.gen(function* () {
      const { dialled, run } = rendering({}, { config })
      const wire = yield* run(({ fetchPart }) => wireOf(fetchPart(part(url))))
      assert.deepInclude(wire, { error: "blocked_url", reason })
      assert.deepStrictEqual(dialled, [])
    }),
  )

  it.effect("keeps frames, and only them, to the site that the call may not leave", () =>
    Effect.gen(function* () {
      const within = SitePrefix.read("https://a.test/guide")
      if (within === undefined) return assert.fail()
      const { run } = rendering({}, { within })
      yield* run(({ fetchPart }) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* fetchPart(part("https://b.test/app.js", { kind: "script" }))).status, 200)
          const wire = yield* wireOf(fetchPart(part("https://b.test/frame", { kind: "document" })))
          assert.deepInclude(wire, { error: "blocked_url", reason: "outside_site" })
        }),
      )
    }),
  )

  it.effect("is asked again after a redirect, which is an answer", () =>
    Effect.gen(function* () {
      const { dialled, run } = rendering({ "a.test": () => to("http://10.0.0.1/") })
      const answer = yield* run(({ fetchPart }) => fetchPart(part("https://a.test/data")))
      assert.deepInclude(answer, { status: 302 })
      assert.strictEqual(answer.headers["location"], "http://10.0.0.1/")
      assert.lengthOf(dialled, 1)
    }),
  )
})

describe("the addresses of a host", () => {
  it.effect("are those of the conversation's first request to it, whatever DNS answers later", () =>
    Effect.gen(function* () {
      const answers = [[publicA], ["10.0.0.1"]]
      const table = Object.defineProperty({}, "a.test", { enumerable: true, get: () => answers.shift() })
      const { dialled, run } = rendering({}, { table })
      yield* run(({ fetchPart }) =>
        Effect.gen(function* () {
          for (const at of [1, 2, 3]) assert.strictEqual((yield* fetchPart(part(`https://a.test/${at}`))).status, 200)
        }),
      )
      assert.deepStrictEqual([dialled.length, answers], [3, [["10.0.0.1"]]])
    }),
  )
})

describe("robots.txt", () => {
  const site: Site = (path) => (path === "/robots.txt" ? { status: 200, body: "User-agent: *\nDisallow: /x" } : ok)

  it.effect("is asked for frames, and not for the page's own parts", () =>
    Effect.gen(function* () {
      const { dialled, run } = rendering({ "b.test": site }, { config: { robots: true } })
      yield* run(({ fetchPart }) =>
        Effect.gen(function* () {
          for (const kind of ["script", "style", "data"] as const) yield* fetchPart(part("https://b.test/x", { kind }))
          assert.lengthOf(dialled, 3)
          const wire = yield* wireOf(fetchPart(part("https://b.test/x", { kind: "document" })))
          assert.strictEqual(wire.error, "robots_disallowed")
        }),
      )
      assert.deepStrictEqual(
        dialled.map(({ url }) => new URL(url).pathname),
        ["/x", "/x", "/x", "/robots.txt"],
      )
    }),
  )

  it.effect("sets the time between frames by its Crawl-delay", () =>
    Effect.gen(function* () {
      const slow: Site = (path) =>
        path === "/robots.txt" ? { status: 200, body: "User-agent: *\nCrawl-delay: 3" } : ok
      const { run } = rendering({ "b.test": slow }, { config: { robots: true } })
      const frames = ["1", "2"].map((path) => part(`https://b.test/${path}`, { kind: "document" }))
      const times = yield* inTime(
        run(({ fetchPart }) =>
          Effect.forEach(frames, (frame) => Effect.andThen(fetchPart(frame), Clock.currentTimeMillis)),
        ),
      )
      assert.strictEqual((times[1] ?? 0) - (times[0] ?? 0), 3_000)
    }),
  )
})

describe("a request", () => {
  it.effect("has our usual fields, and of the browser's only four, without control characters", () =>
    Effect.gen(function* () {
      const { dialled, run } = rendering({})
      const browsers = {
        accept: "application/json",
        origin: "https://a.test",
        referer: "https://a.test/page",
        cookie: "a=1",
        "user-agent": "Other/1",
        authorization: "secret",
        "x-mine": "1",
        "if-none-match": '"1"',
      }
      const parts = yield* run((parts) =>
        Effect.gen(function* () {
          yield* parts.fetchPart(part("https://a.test/1"))
          assert.isFalse(parts.wasCookieSent())
          yield* parts.fetchPart(part("https://a.test/2", { headers: browsers }))
          yield* parts.fetchPart(
            part("https://a.test/3", { headers: { origin: "a\r\nx: y", cookie: "b".repeat(9_000) } }),
          )
          return parts
        }),
      )
      const [plain, own, broken] = dialled.map(({ headers }) => headers)
      assert.hasAllKeys(plain, ["user-agent", "accept", "accept-encoding"])
      const { accept, cookie, origin, referer } = browsers
      assert.deepStrictEqual(own, { ...plain, accept, cookie, origin, referer })
      assert.deepStrictEqual(broken, plain)
      assert.isTrue(parts.wasCookieSent())
    }),
  )
})

describe("an answer", () => {
  it.effect("has any status, decompressed bytes, and each cookie on its own", () =>
    Effect.gen(function* () {
      const site: Site = () => ({
        status: 404,
        headers: {
          "Content-Type": "application/json",
          "Content-Encoding": "gzip",
          "Content-Length": "29",
          ETag: '"1"',
        },
        setCookies: ["a=1", "b=2; Path=/"],
        body: gzipSync("{}"),
      })
      const { run } = rendering({ "a.test": site })
      const answer = yield* run(({ fetchPart }) => fetchPart(part("https://a.test/data")))
      assert.deepStrictEqual(answer, {
        status: 404,
        headers: { "content-type": "application/json", etag: '"1"' },
        setCookies: ["a=1", "b=2; Path=/"],
        bytes: new Uint8Array(Buffer.from("{}")),
      })
    }),
  )
})

describe("the bounds", () => {
  it.effect("are 100 parts", () =>
    Effect.gen(function* () {
      const { dialled, run } = rendering({})
      const { length, parts } = yield* run((parts) =>
        Effect.gen(function* () {
          const all = Array.from({ length: 150 }, (_, at) => parts.fetchPart(part(`https://a.test/${at}`)))
          const results = yield* Effect.forEach(all, Effect.result, { concurrency: "unbounded" })
          return { length: results.filter(({ _tag }) => _tag === "Success").length, parts }
        }),
      )
      assert.deepStrictEqual([length, dialled.length, parts.requested().length], [100, 100, 100])
    }),
  )

  it.effect("are max_body_bytes a part and 20 MiB together", () =>
    Effect.gen(function* () {
      const site: Site = (path) => ({ status: 200, body: new Uint8Array(path === "/large" ? 5_300_000 : 5_000_000) })
      const { run } = rendering({ "a.test": site })
      yield* run(({ fetchPart, requested }) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* wireOf(fetchPart(part("https://a.test/large")))).error, "response_too_large")
          for (let at = 0; at < 4; at++) yield* fetchPart(part("https://a.test/x"))
          assert.strictEqual((yield* wireOf(fetchPart(part("https://a.test/x")))).error, "response_too_large")
          assert.deepStrictEqual(
            requested().map(({ outcome }) => outcome),
            ["failed", 200, 200, 200, 200, "failed"],
          )
        }),
      )
    }),
  )

  it.effect("are the deadline of the rendering's call, in whichever fiber a part is asked for", () =>
    Effect.gen(function* () {
      const site: Site = () => ({ status: 200, body: Stream.never })
      const { run } = rendering({ "a.test": site })
      const now = yield* Clock.currentTimeMillis
      const rendered = run(({ fetchPart }) =>
        wireOf(fetchPart(part("https://a.test/endless"))).pipe(
          // A renderer's fiber has no deadline of its own.
          Effect.provideService(Deadline.Deadline, Deadline.at(Number.POSITIVE_INFINITY)),
          Effect.zip(Clock.currentTimeMillis),
        ),
      ).pipe(Effect.provideService(Deadline.Deadline, Deadline.at(now + 3_000)))
      const [wire, ended] = yield* inTime(rendered)
      assert.deepStrictEqual([wire.error, ended - now], ["timeout", 3_000])
    }),
  )

  it.effect("are those of the host", () =>
    Effect.gen(function* () {
      let atOnce = 0
      let most = 0
      const site: Site = () =>
        Effect.gen(function* () {
          most = Math.max(most, ++atOnce)
          // clock: TestClock decides
          yield* Effect.sleep("1 second")
          atOnce--
          return ok
        })
      const { run } = rendering(
        { "a.test": site },
        { config: { per_host_concurrency: 2 }, table: { "a.test": [publicA] } },
      )
      yield* inTime(
        run(({ fetchPart }) =>
          Effect.forEach(
            Array.from({ length: 6 }, (_, at) => part(`https://a.test/${at}`)),
            fetchPart,
            { concurrency: "unbounded" },
          ),
        ),
      )
      assert.strictEqual(most, 2)
    }),
  )
})
