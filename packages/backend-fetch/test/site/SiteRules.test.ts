/** Tests how robots.txt affects a fetch, over doubles of the ports: the requests made, and the error returned. */
import { assert, describe, it } from "@effect/vitest"
import { Refusal } from "@porthole/core"
import type { Doubles } from "@porthole/testing"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { get, publicA, to, web, wireOf } from "../support/DoubledWeb.ts"
import { asking, file, forAll, withFile } from "../support/RobotsSites.ts"

describe("a page", () => {
  it.effect("is fetched if the file allows its path and query, else not", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({ "a.test": withFile(forAll("Disallow: /private", "Disallow: /*?id=")) })
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* get("http://a.test/open?x")).status_code, 200)
        for (const path of ["/private/x", "/open?id=1"]) {
          const wire = yield* wireOf(get(`http://a.test${path}`))
          assert.deepStrictEqual(Object.keys(wire), ["error", "message"])
          assert.strictEqual(wire.error, "robots_disallowed")
        }
        assert.deepStrictEqual(urls(), ["http://a.test/robots.txt", "http://a.test/open?x"])
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("is judged by the token of the User-Agent in force", () =>
    Effect.gen(function* () {
      const sites = { "a.test": withFile(file("User-agent: mybot", "Disallow: /", "User-agent: porthole", "Allow: /")) }
      assert.strictEqual((yield* get("http://a.test/").pipe(Effect.provide(asking(sites).layer))).status_code, 200)
      const other = asking(sites, { user_agent: "MyBot/1.0 (+https://my.test)" })
      assert.strictEqual(
        (yield* wireOf(get("http://a.test/")).pipe(Effect.provide(other.layer))).error,
        "robots_disallowed",
      )
      assert.strictEqual(other.dialled[0]?.headers["user-agent"], "MyBot/1.0 (+https://my.test)")
    }),
  )

  it.effect("is fetched without robots.txt if robots is off", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({ "a.test": withFile(forAll("Disallow: /")) }, { robots: false })
      yield* get("http://a.test/").pipe(Effect.provide(layer))
      assert.deepStrictEqual(urls(), ["http://a.test/"])
    }),
  )

  it.effect("with a single permit doesn't block its own robots.txt", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({ "a.test": withFile(forAll("Allow: /")) }, { per_host_concurrency: 1 })
      const pages = [1, 2, 3].map((at) => get(`http://a.test/${at}`))
      yield* Effect.all(pages, { concurrency: "unbounded" }).pipe(Effect.provide(layer))
      assert.strictEqual(urls().length, 4)
    }),
  )
})

describe("each hop", () => {
  it.effect("requests the robots.txt of its own origin, each origin's once", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({
        "a.test": withFile(forAll("Allow: /"), (path) => (path === "/" ? to("/next") : to("https://b.test/end"))),
        "b.test": withFile(forAll("Disallow: /end")),
      })
      const wire = yield* wireOf(get("https://a.test/")).pipe(Effect.provide(layer))
      assert.strictEqual(wire.error, "robots_disallowed")
      assert.deepStrictEqual(urls(), [
        "https://a.test/robots.txt",
        "https://a.test/",
        "https://a.test/next",
        "https://b.test/robots.txt",
      ])
    }),
  )

  it.effect("counts scheme and port as another origin", () =>
    Effect.gen(function* () {
      const sites = { "a.test": withFile(forAll("Allow: /")) }
      const { layer, urls } = asking(sites, { ports: [80, 443, 8080] })
      yield* Effect.gen(function* () {
        for (const origin of ["http://a.test", "https://a.test", "http://a.test:8080"]) yield* get(`${origin}/`)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        urls().filter((url) => url.endsWith("robots.txt")),
        ["http://a.test/robots.txt", "https://a.test/robots.txt", "http://a.test:8080/robots.txt"],
      )
    }),
  )
})

describe("a refusal of the policy comes before any request for robots.txt", () => {
  it.effect.each([
    ["http://10.0.0.1/", "private_or_metadata_target"],
    ["http://localhost/", "private_or_metadata_target"],
    ["http://private.test/", "private_or_metadata_target"],
    ["http://a.test:22/", "port_not_allowed"],
    ["http://b.test/", "domain_not_allowed"],
  ] as const)("%s", ([url, reason]) =>
    Effect.gen(function* () {
      const closed = withFile(forAll("Disallow: /"))
      const { layer, urls } = asking({ "a.test": closed, "b.test": closed }, { deny_domains: "b.test" })
      const error = yield* Effect.flip(get(url)).pipe(Effect.provide(layer))
      assert.deepStrictEqual([error.error, error.reason, urls()], ["blocked_url", reason, []])
      // The page was refused, not its robots.txt.
      assert.strictEqual(Refusal.of(error)?.url, url)
    }),
  )

  it.effect.each([
    ["http://10.0.0.1/", "redirect_to_blocked_target"],
    ["http://private.test/", "redirect_to_blocked_target"],
    ["http://b.test/", "domain_not_allowed"],
  ] as const)("%s on a later hop, too", ([url, reason]) =>
    Effect.gen(function* () {
      const { layer, urls } = asking(
        { "a.test": withFile({ status: 404 }, () => to(url)), "b.test": withFile(forAll("Disallow: /")) },
        { deny_domains: "b.test" },
      )
      const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(layer))
      assert.deepStrictEqual([wire.error, wire.reason], ["blocked_url", reason])
      assert.deepStrictEqual(urls(), ["http://a.test/robots.txt", "http://a.test/"])
    }),
  )
})

describe("the known rules of a site", () => {
  const counting = (answers: () => Doubles.Answer) => {
    let requested = 0
    return { requested: () => requested, site: withFile(Effect.sync(() => (requested++, answers()))) }
  }

  it.effect("are kept for 24 hours", () =>
    Effect.gen(function* () {
      let answer = forAll("Disallow: /x")
      const { requested, site } = counting(() => answer)
      yield* Effect.gen(function* () {
        yield* wireOf(get("http://a.test/x"))
        answer = forAll("Allow: /")
        yield* TestClock.adjust("23 hours")
        assert.strictEqual((yield* wireOf(get("http://a.test/x"))).error, "robots_disallowed")
        assert.strictEqual(requested(), 1)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* get("http://a.test/x")).status_code, 200)
        assert.strictEqual(requested(), 2)
      }).pipe(Effect.provide(asking({ "a.test": site }).layer))
    }),
  )

  it.effect("are kept for five minutes if the site fails temporarily", () =>
    Effect.gen(function* () {
      const { requested, site } = counting(() => ({ status: requested() === 1 ? 503 : 404 }))
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* wireOf(get("http://a.test/"))).retry_after, 300)
        yield* TestClock.adjust("299 seconds")
        assert.strictEqual((yield* wireOf(get("http://a.test/"))).error, "robots_disallowed")
        assert.strictEqual(requested(), 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* get("http://a.test/")).status_code, 200)
      }).pipe(Effect.provide(asking({ "a.test": site }).layer))
    }),
  )

  it.effect("are requested once for all parallel callers, also when the first of them leaves", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let requested = 0
      const slow = Effect.suspend(() => (requested++, Effect.as(Deferred.await(gate), forAll("Allow: /"))))
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(get("http://a.test/1"))
        const second = yield* Effect.forkChild(get("http://a.test/2"))
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual((yield* Fiber.join(second)).status_code, 200)
        assert.strictEqual(requested, 1)
      }).pipe(Effect.provide(asking({ "a.test": withFile(slow) }).layer))
    }),
  )

  it.effect("take a limited number of octets, however large the sites' files are", () =>
    Effect.gen(function* () {
      const { requested, site } = counting(() =>
        forAll(...Array.from({ length: 20_000 }, (_, at) => `Disallow: /private/${at}`)),
      )
      const hosts = Array.from({ length: 40 }, (_, at) => `h${at}.test`)
      const { layer } = web(
        Object.fromEntries(hosts.map((host) => [host, site])),
        Object.fromEntries(hosts.map((host) => [host, [publicA]])),
        { robots: true },
      )
      yield* Effect.gen(function* () {
        for (const host of hosts) yield* get(`http://${host}/`)
        assert.strictEqual(requested(), 40)
        // 40 files of a megabyte each exceed the cache.
        yield* get("http://h0.test/")
        assert.strictEqual(requested(), 41)
        yield* get("http://h39.test/")
        assert.strictEqual(requested(), 41)
      }).pipe(Effect.provide(layer))
    }),
  )
})
