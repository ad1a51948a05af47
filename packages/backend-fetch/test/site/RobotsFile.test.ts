/** Tests what a site may answer for robots.txt, over doubles of the ports: the requests made, and the error returned. clock: real, since zlib works beside. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import * as Robots from "../../src/site/Robots.ts"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { gzipSync } from "node:zlib"
import { get, page, publicA, type Site, to, unreachable, wireOf } from "../support/DoubledWeb.ts"
import { asking, fetching, file, forAll, withFile } from "../support/RobotsSites.ts"

const disallowed = "robots_disallowed"

describe("the answer for robots.txt", () => {
  it.effect.each([
    [200, disallowed],
    [203, disallowed],
    [400, "a page"],
    [401, "a page"],
    [403, "a page"],
    [404, "a page"],
    [410, "a page"],
    [429, "a page"],
    [499, "a page"],
    [500, disallowed],
    [503, disallowed],
    [599, disallowed],
    [300, disallowed],
    [304, disallowed],
    [302, disallowed],
    [600, disallowed],
  ] as const)("of status %d", ([status, expected]) =>
    Effect.gen(function* () {
      const { reported, urls } = fetching({ status, body: "User-agent: *\nDisallow: /" })
      assert.strictEqual(yield* reported, expected)
      assert.strictEqual(urls().length, expected === "a page" ? 2 : 1)
    }),
  )

  it.effect("may be any text, or absent", () =>
    Effect.gen(function* () {
      for (const body of ["", "<html>", "\u0000\uffff", Uint8Array.of(0xff, 0xfe, 0x80, 0x0a)]) {
        assert.strictEqual(yield* fetching({ status: 200, body }).reported, "a page")
      }
    }),
  )

  it.live("may be encoded", () =>
    Effect.gen(function* () {
      const body = gzipSync("User-agent: *\nDisallow: /")
      const headers = { "Content-Encoding": "gzip" }
      assert.strictEqual(yield* fetching({ status: 200, headers, body }).reported, disallowed)
    }),
  )

  it.live.each([
    ["an unknown coding", { status: 200, headers: { "Content-Encoding": "lzma" }, body: "x" }],
    ["a coding that it isn't in", { status: 200, headers: { "Content-Encoding": "gzip" }, body: "x" }],
    ["no HTTP at all", WebError.fail({ error: "http_error", reason: "malformed_response" })],
  ] as const)("in %s disallows all", ([, answer]) =>
    Effect.map(fetching(answer).reported, (reported) => assert.strictEqual(reported, disallowed)),
  )

  it.effect.each([
    ["target_unreachable", { error: "http_error", reason: "target_unreachable" }],
    ["tls_failed", { error: "http_error", reason: "tls_failed" }],
    ["timeout", { error: "timeout" }],
  ] as const)("%s is the page's own failure, and isn't remembered", ([, wire]) =>
    Effect.gen(function* () {
      let fails = true
      const { layer, urls } = asking({
        "a.test": withFile(Effect.suspend(() => (fails ? WebError.fail(wire) : Effect.succeed(forAll("Allow: /"))))),
      })
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(wireOf(get("http://a.test/")))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual({ ...(yield* Fiber.join(fiber)), message: undefined }, { ...wire, message: undefined })
        assert.isTrue(urls().every((url) => url.endsWith("/robots.txt")))
        fails = false
        assert.strictEqual((yield* get("http://a.test/")).status_code, 200)
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("that breaks off is a failed connection", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({ "a.test": withFile({ status: 200, body: Stream.fromEffect(unreachable) }) })
      const fiber = yield* Effect.forkChild(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "target_unreachable")
      assert.deepStrictEqual(urls(), ["http://a.test/robots.txt", "http://a.test/robots.txt"])
    }),
  )

  it.effect("that never arrives ends with the deadline of a fetch, also for later callers", () =>
    Effect.gen(function* () {
      let requested = 0
      const { layer } = asking({ "a.test": withFile(Effect.suspend(() => (requested++, Effect.never))) })
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(wireOf(get("http://a.test/1")))
        yield* TestClock.adjust("15 seconds")
        const late = yield* Effect.forkChild(wireOf(get("http://a.test/2")))
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* Fiber.join(first)).error, "timeout")
        assert.strictEqual((yield* Fiber.join(late)).error, "timeout")
        assert.strictEqual(requested, 1)
      }).pipe(Effect.provide(layer))
    }),
  )
})

describe("redirects of the file", () => {
  const chain =
    (length: number): Site =>
    (path) => {
      const at = path === "/robots.txt" ? 0 : Number(path.slice(2))
      if (!path.startsWith("/r")) return page()
      return at < length ? to(`/r${at + 1}`) : forAll("Disallow: /x")
    }

  it.effect("are followed, also to another host, to which the rules don't apply", () =>
    Effect.gen(function* () {
      const { layer, urls } = asking({
        "a.test": withFile(to("https://b.test/rules")),
        "b.test": (path) => (path === "/rules" ? forAll("Disallow: /x") : path === "/robots.txt" ? file() : page()),
      })
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* wireOf(get("http://a.test/x"))).error, "robots_disallowed")
        assert.strictEqual((yield* get("http://a.test/y")).status_code, 200)
        assert.strictEqual((yield* get("https://b.test/x")).status_code, 200)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(urls().slice(0, 2), ["http://a.test/robots.txt", "https://b.test/rules"])
    }),
  )

  it.effect("are at most five, on any page; after more all is allowed", () =>
    Effect.gen(function* () {
      const five = asking({ "a.test": chain(5) }, { max_redirects: 0 })
      assert.strictEqual(
        (yield* wireOf(get("http://a.test/x")).pipe(Effect.provide(five.layer))).error,
        "robots_disallowed",
      )
      const six = asking({ "a.test": chain(6) }, { max_redirects: 20 })
      assert.strictEqual((yield* get("http://a.test/x").pipe(Effect.provide(six.layer))).status_code, 200)
      assert.deepStrictEqual(six.urls().slice(-2), ["http://a.test/r5", "http://a.test/x"])
    }),
  )

  it.effect.each([
    ["http://10.0.0.1/", "redirect_to_blocked_target"],
    ["http://private.test/", "redirect_to_blocked_target"],
    ["http://b.test/robots.txt", "domain_not_allowed"],
    ["file:///etc/robots.txt", undefined],
  ] as const)("to %s, which the policy refuses, fail the page for that reason: %s", ([location, reason]) =>
    Effect.gen(function* () {
      const { dialled, layer } = asking({ "a.test": withFile(to(location)) }, { deny_domains: "b.test" })
      const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        [wire.error, wire.reason],
        [reason === undefined ? "unsupported_scheme" : "blocked_url", reason],
      )
      assert.deepStrictEqual(
        dialled.map(({ address }) => address),
        [publicA],
      )
    }),
  )
})

describe("a file larger than 500 KiB", () => {
  const head = "User-agent: *\nDisallow: /head\n"
  const rest = `#${"x".repeat(Robots.maxOctets - head.length - 2)}\n`

  it.live.each([undefined, "gzip"] as const)("is read that far and no further (%s)", (coding) =>
    Effect.gen(function* () {
      const whole = Buffer.from(`${head}${rest}Disallow: /tail\n${"#\n".repeat(500_000)}`)
      const headers = coding === undefined ? {} : { "Content-Encoding": coding }
      const body = coding === undefined ? whole : gzipSync(whole)
      assert.strictEqual(yield* fetching({ status: 200, headers, body }, "/head").reported, disallowed)
      assert.strictEqual(yield* fetching({ status: 200, headers, body }, "/tail").reported, "a page")
    }),
  )

  it.effect("is read without waiting for its end", () =>
    Effect.gen(function* () {
      const endless = Stream.make(new TextEncoder().encode(head + rest)).pipe(
        Stream.concat(Stream.make(new TextEncoder().encode("Disallow: /"))),
        Stream.concat(Stream.never),
      )
      assert.strictEqual(yield* fetching({ status: 200, body: endless }, "/head").reported, disallowed)
      assert.strictEqual(yield* fetching({ status: 200, body: endless }, "/tail").reported, "a page")
    }),
  )

  it.effect("loses a line that the limit cuts, but not one that ends there", () =>
    Effect.gen(function* () {
      const padded = (line: string, size: number) =>
        `${head}#${"x".repeat(size - head.length - line.length - 2)}\n${line}`
      const allow = "Allow: /head"
      // The complete last line contradicts its part within the limit.
      const cut = padded(allow, Robots.maxOctets)
      assert.strictEqual(
        yield* fetching({ status: 200, body: `${cut}/quarters` }, "/head/harbour").reported,
        disallowed,
      )
      assert.strictEqual(yield* fetching({ status: 200, body: `${cut}\n#` }, "/head").reported, "a page")
      assert.strictEqual(yield* fetching({ status: 200, body: cut }, "/head").reported, "a page")
    }),
  )
})
