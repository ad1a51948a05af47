/** Tests each rule of the redirect chain by name, over doubles of the ports; no socket is opened. clock: real where bytes are decoded. */
import { assert, describe, it } from "@effect/vitest"
import {
  Conversation,
  Deadline,
  Extractor,
  MediaType,
  PageRow,
  RequestBudget,
  type Settings,
  SitePrefix,
  WebBackend,
  WebError,
  WebUrl,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Duration, Effect, Exit, Fiber, Layer, Option, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { randomBytes } from "node:crypto"
import { gzipSync } from "node:zlib"
import { PinnedFetch } from "../../src/index.ts"
import {
  get,
  inTime,
  names,
  page,
  publicA,
  publicB,
  type Site,
  to,
  unreachable,
  web,
  wireOf,
} from "../support/DoubledWeb.ts"
import { withoutRobots } from "../support/robots.ts"

/** A page of a site, read by the backend itself. */
const pinned = (request: Partial<WebBackend.ExtractRequest>) =>
  Effect.flatMap(WebBackend.WebBackend, (backend) => {
    const target = Result.getOrThrow(WebUrl.judge("https://a.test/guide/a", { ports: [443] }))
    return backend.extract({ url: target.url, target, mode: "markdown", ...request })
  })

describe("the rules of the transport's own settings", () => {
  const request = (url: string, text = url) => {
    const target = Result.getOrThrow(WebUrl.judge(url, { ports: [80, 443, 22] }))
    return { url: Result.getOrThrow(WebUrl.parse(text, { ports: [80, 443, 22] })), target }
  }

  it.effect.each([
    ["a domain that they deny", request("https://b.test/"), "domain_not_allowed"],
    ["a port that they don't name", request("https://a.test:22/"), "port_not_allowed"],
    ["another URL than the proof's", request("https://a.test/guide/a", "https://b.test/"), "domain_not_allowed"],
  ] as const)("hold for the first URL, too, whoever admitted it: %s", ([, first, reason]) =>
    Effect.gen(function* () {
      const sites = { "a.test": () => page(), "b.test": () => page() }
      const { dialled, layer } = web(sites, names, { deny_domains: ["b.test"] })
      const error = yield* Effect.flip(Effect.provide(pinned(first), layer))
      assert.strictEqual(error.reason, reason)
      assert.deepStrictEqual(dialled, [])
    }),
  )
})

describe("the reader's report on a page", () => {
  it.effect("has the removed parts and the obstacle", () =>
    Effect.gen(function* () {
      const { layer } = web({ "a.test": () => page("<p>a wall</p>") })
      const result = yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.deepStrictEqual(result.removed, { hidden_elements: 2, invisible_characters: 3 })
      assert.include(result.message, "login")
    }),
  )
})

describe("the reader", () => {
  it.effect.each([
    ["markdown", true],
    ["text", false],
    ["html", false],
  ] as const)("requests, in mode %s, the text outside of the content: %s", ([mode, expected]) =>
    Effect.gen(function* () {
      const requested: Array<boolean | undefined> = []
      const extractor = Doubles.extractor(({ withOutside }) => {
        requested.push(withOutside)
        return { title: "T", content: "words", links: [], text_length: 5 }
      })
      const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
        Layer.provide([Doubles.dialer(() => page()), extractor, Doubles.resolver(names), withoutRobots]),
      )
      yield* pinned({ mode }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(requested, [expected])
    }),
  )
})

describe("a call that is pinned to a part of a site", () => {
  const within = SitePrefix.read("https://a.test/guide")
  if (within === undefined) assert.fail()

  it.effect.each([
    ["/guide/b", undefined],
    ["/secret", "outside_site"],
    ["https://b.test/guide/b", "outside_site"],
  ] as const)("follows a redirect to %s: %s", ([location, reason]) =>
    Effect.gen(function* () {
      const site: Site = (path) => (path === "/guide/a" ? to(location) : page())
      const { dialled, layer } = web({ "a.test": site, "b.test": () => page() })
      const answer = Effect.provide(pinned({ within }), layer)
      if (reason === undefined) assert.propertyVal(yield* answer, "url", "https://a.test/guide/b")
      else {
        assert.strictEqual((yield* Effect.flip(answer)).error, "blocked_url")
        assert.lengthOf(dialled, 1)
      }
    }),
  )
})

describe("redirects", () => {
  it.effect("are followed, relative ones too, and the page names its redirects and last URL", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "a.test": (path) => (path === "/" ? to("/next?x=1") : to("https://b.test/end")),
        "b.test": () => page(),
      })
      const result = yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.strictEqual(result.url, "https://b.test/end")
      assert.deepStrictEqual(
        dialled.map(({ address, url }) => [url, address]),
        [
          ["https://a.test/", publicA],
          ["https://a.test/next?x=1", publicA],
          ["https://b.test/end", publicB],
        ],
      )
    }),
  )

  it.effect.each([
    ["http://10.0.0.1/", "blocked_url", "redirect_to_blocked_target"],
    ["http://private.test/", "blocked_url", "redirect_to_blocked_target"],
    ["http://localhost/", "blocked_url", "redirect_to_blocked_target"],
    ["http://b.test:22/", "blocked_url", "redirect_to_blocked_target"],
    ["http://u:p@b.test/", "blocked_url", "redirect_to_blocked_target"],
    ["ftp://b.test/", "unsupported_scheme", undefined],
    ["/", "http_error", "too_many_redirects"],
    ["http://nowhere.test/", "http_error", "target_unreachable"],
  ] as const)("to %s end as %s / %s, and nothing private is dialled", ([location, error, reason]) =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": () => to(location) })
      const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(layer))
      assert.deepStrictEqual([wire.error, wire.reason], [error, reason])
      assert.isTrue(dialled.every(({ address }) => address === publicA))
    }),
  )

  it.effect("from https to http are refused", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": () => to("http://b.test/") })
      const wire = yield* wireOf(get("https://a.test/")).pipe(Effect.provide(layer))
      assert.strictEqual(wire.reason, "redirect_to_blocked_target")
      assert.strictEqual(dialled.length, 1)
    }),
  )

  it.effect("are at most five", () =>
    Effect.gen(function* () {
      const chain = web({ "a.test": (path) => (path === "/5" ? page() : to(`/${Number(path.slice(1)) + 1}`)) })
      yield* get("http://a.test/0").pipe(Effect.provide(chain.layer))
      assert.strictEqual(chain.dialled.length, 6)
      const longer = web({ "a.test": (path) => to(`/${Number(path.slice(1)) + 1}`) })
      assert.strictEqual(
        (yield* wireOf(get("http://a.test/0")).pipe(Effect.provide(longer.layer))).reason,
        "too_many_redirects",
      )
      assert.strictEqual(longer.dialled.length, 6)
    }),
  )

  it.effect("without a Location are http_error with the status, and so is a 304", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308, 300, 304]) {
        const { layer } = web({ "a.test": () => ({ status }) })
        const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(layer))
        assert.deepStrictEqual([wire.error, wire.status_code], ["http_error", status])
      }
    }),
  )

  it.effect("of the status 300 lead to its Location, through the whole policy", () =>
    Effect.gen(function* () {
      const choosing = (location: string) =>
        get("http://a.test/").pipe(
          Effect.provide(
            web({ "a.test": (path) => (path === "/" ? { status: 300, headers: { Location: location } } : page()) })
              .layer,
          ),
        )
      assert.strictEqual((yield* choosing("/chosen")).url, "http://a.test/chosen")
      assert.strictEqual((yield* wireOf(choosing("http://10.0.0.1/"))).reason, "redirect_to_blocked_target")
    }),
  )

  it.effect("carry no header of ours but the fixed ones, and nothing the site set", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "a.test": () => ({
          status: 302,
          headers: { Location: "http://b.test/", "Set-Cookie": "id=1", "Alt-Svc": 'h3=":443"' },
        }),
        "b.test": () => page(),
      })
      yield* get("http://a.test/").pipe(Effect.provide(layer))
      for (const { headers } of dialled) {
        assert.deepStrictEqual(Object.keys(headers).toSorted(), ["accept", "accept-encoding", "user-agent"])
        assert.match(headers["user-agent"] ?? "", /^Porthole\/\d+\.\d+\.\d+$/)
      }
    }),
  )
})

describe("addresses", () => {
  it.effect("that mix public and private refuse the host", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({}, { "mixed.test": [publicA, "10.0.0.1"], "none.test": [] })
      assert.strictEqual(
        (yield* wireOf(get("http://mixed.test/")).pipe(Effect.provide(layer))).reason,
        "private_or_metadata_target",
      )
      assert.strictEqual(
        (yield* wireOf(get("http://none.test/")).pipe(Effect.provide(layer))).reason,
        "target_unreachable",
      )
      assert.strictEqual(dialled.length, 0)
    }),
  )

  it.effect("of a literal are never resolved", () =>
    Effect.gen(function* () {
      const { dialled, layer, resolved } = web({ [publicA]: () => page() })
      yield* get(`http://${publicA}/`).pipe(Effect.provide(layer))
      assert.deepStrictEqual([dialled.length, resolved], [1, []])
    }),
  )

  it.effect("are tried strictly in turn: the next after a failed connection", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "both.test": (_, { address }) => (address === publicA ? unreachable : page()) })
      yield* get("http://both.test/").pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        dialled.map(({ address, connectTimeout }) => [address, connectTimeout !== undefined]),
        [
          [publicA, true],
          [publicB, false],
        ],
      )
    }),
  )

  it.effect("get two seconds to connect while another is left; then the next is tried", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "both.test": (_, { address }) => (address === publicA ? WebError.fail({ error: "timeout" }) : page()),
      })
      yield* get("http://both.test/").pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        dialled.map(({ address, connectTimeout }) => [address, connectTimeout]),
        [
          [publicA, Duration.seconds(2)],
          [publicB, undefined],
        ],
      )
    }),
  )

  it.effect("aren't all tried after a bad certificate", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "both.test": () => WebError.fail({ error: "http_error", reason: "tls_failed" }),
      })
      assert.strictEqual((yield* wireOf(get("https://both.test/")).pipe(Effect.provide(layer))).reason, "tls_failed")
      assert.strictEqual(dialled.length, 1)
    }),
  )
})

describe("pins", () => {
  it.effect("last for a conversation, so that a changed DNS answer has no effect", () =>
    Effect.gen(function* () {
      const table: Record<string, ReadonlyArray<string>> = { "flip.test": [publicA] }
      const { dialled, layer, resolved } = web({ "flip.test": () => page() }, table)
      yield* Effect.gen(function* () {
        yield* get("http://flip.test/")
        table["flip.test"] = ["127.0.0.1"]
        yield* get("http://flip.test/again")
        assert.deepStrictEqual([dialled.length, resolved.length], [2, 1])
        // Another conversation resolves for itself and gets the new answer.
        const other = yield* wireOf(get("http://flip.test/")).pipe(
          Effect.provideService(Conversation.Conversation, { id: "other", tenant: "default" }),
        )
        assert.strictEqual(other.reason, "private_or_metadata_target")
        // After the time to live the same conversation resolves and classifies anew.
        yield* TestClock.adjust("301 seconds")
        assert.strictEqual((yield* wireOf(get("http://flip.test/"))).reason, "private_or_metadata_target")
        assert.strictEqual(dialled.length, 2)
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("aren't made from failures", () =>
    Effect.gen(function* () {
      const table: Record<string, ReadonlyArray<string>> = {}
      const { layer } = web({ "late.test": () => page() }, table)
      yield* Effect.gen(function* () {
        yield* wireOf(get("http://late.test/"))
        table["late.test"] = [publicA]
        assert.strictEqual((yield* get("http://late.test/")).status_code, 200)
      }).pipe(Effect.provide(layer))
    }),
  )
})

describe("the second try", () => {
  const failingFirst = (first: Doubles.Answer | typeof unreachable) => {
    let requested = 0
    return web({ "a.test": () => (requested++ === 0 ? first : page()) })
  }

  it.effect.each([408, 429, 500, 502, 503, 504])("comes after %d", (status) =>
    Effect.gen(function* () {
      const { dialled, layer } = failingFirst({ status })
      assert.strictEqual((yield* inTime(get("http://a.test/").pipe(Effect.provide(layer)))).status_code, 200)
      assert.strictEqual(dialled.length, 2)
    }),
  )

  it.effect("comes after a connection that failed or broke off", () =>
    Effect.gen(function* () {
      const refused = failingFirst(unreachable)
      yield* inTime(get("http://a.test/").pipe(Effect.provide(refused.layer)))
      assert.strictEqual(refused.dialled.length, 2)
      const broken = failingFirst({
        status: 200,
        headers: { "Content-Type": "text/html" },
        body: Stream.fromEffect(unreachable),
      })
      yield* inTime(get("http://a.test/").pipe(Effect.provide(broken.layer)))
      assert.strictEqual(broken.dialled.length, 2)
    }),
  )

  it.effect("that breaks off, too, says so: the host was reached", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "a.test": () => ({
          status: 200,
          headers: { "Content-Type": "text/html" },
          body: Stream.concat(Stream.make(new TextEncoder().encode("<p>Tides")), Stream.fromEffect(unreachable)),
        }),
      })
      const wire = yield* inTime(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      assert.deepStrictEqual([wire.error, wire.reason, dialled.length], ["http_error", "malformed_response", 2])
      assert.include(wire.message, "broke before the answer was complete")
    }),
  )

  it.effect("is the last", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": () => ({ status: 503 }) })
      const wire = yield* inTime(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      assert.deepStrictEqual([wire.status_code, dialled.length], [503, 2])
    }),
  )

  it.effect.each([400, 401, 403, 404, 410, 451, 600, 999])("never comes after %d", (status) =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": () => ({ status }) })
      const wire = yield* inTime(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      assert.deepStrictEqual([wire.status_code, dialled.length], [status, 1])
    }),
  )

  it.effect.each([
    ["http://private.test/", []],
    ["http://mixed.test/", []],
    ["http://a.test/?to=http://10.0.0.1/", ["a.test"]],
    ["http://a.test/?to=http://private.test/", ["a.test"]],
  ] as const)("never follows a blocked target, which fails immediately: %s", ([url, expected]) =>
    Effect.gen(function* () {
      const { dialled, layer } = web(
        { "a.test": (path) => to(path.replace("/?to=", "")) },
        { ...names, "mixed.test": [publicA, "10.0.0.1"] },
      )
      // The clock stands still here, so a second attempt would never start.
      const fiber = yield* Effect.forkChild(wireOf(get(url)).pipe(Effect.provide(layer)))
      for (let turn = 0; turn < 100 && fiber.pollUnsafe() === undefined; turn++) yield* Effect.yieldNow
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual((yield* Fiber.join(fiber)).error, "blocked_url")
      assert.deepStrictEqual(
        dialled.map(({ url }) => new URL(url).hostname),
        Array.from<string>(expected),
      )
    }),
  )

  it.effect("waits for Retry-After", () =>
    Effect.gen(function* () {
      const { dialled, layer } = failingFirst({ status: 429, headers: { "Retry-After": "5" } })
      const fiber = yield* Effect.forkChild(get("http://a.test/").pipe(Effect.provide(layer)))
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual(dialled.length, 1)
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
      assert.strictEqual(dialled.length, 2)
    }),
  )

  it.effect("isn't made if Retry-After ends after the deadline: the 429 is the answer", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": () => ({ status: 429, headers: { "Retry-After": "60" } }) })
      const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(layer))
      assert.deepStrictEqual([wire.error, wire.status_code, wire.retry_after], ["http_error", 429, 60])
      assert.strictEqual(dialled.length, 1)
    }),
  )
})

it.effect("a second attempt isn't made if the wait for a turn used up the call's time", () =>
  Effect.gen(function* () {
    const { dialled, layer } = web({ "a.test": () => ({ status: 429, headers: { "Retry-After": "10" } }) })
    const turn = Layer.succeed(
      RequestBudget.RequestBudget,
      // clock: TestClock decides
      RequestBudget.RequestBudget.of({ spend: Effect.sleep("12 seconds") }),
    )
    const fiber = yield* Effect.forkChild(wireOf(get("http://a.test/")).pipe(Effect.provide(Layer.merge(layer, turn))))
    yield* TestClock.adjust("12 seconds")
    assert.isDefined(fiber.pollUnsafe())
    assert.deepInclude(yield* Fiber.join(fiber), { error: "http_error", status_code: 429 })
    assert.lengthOf(dialled, 1)
  }),
)

describe("the deadline", () => {
  it.effect.each(["dial", "body"])("ends the request of a site that hangs in its %s", (where) =>
    Effect.gen(function* () {
      const { layer } = web({
        "a.test": () => (where === "dial" ? Effect.never : { ...page(), body: Stream.never }),
      })
      const fiber = yield* Effect.forkChild(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )

  it.effect("ends a reader that exceeds its waiting time and extract_timeout, at any time of the site", () =>
    Effect.gen(function* () {
      const slow = Layer.succeed(Extractor.Extractor, Extractor.Extractor.of({ extract: () => Effect.never }))
      const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
        Layer.provide([Doubles.dialer(() => page()), Doubles.resolver(names), slow]),
      )
      // Called like a provider in a chain, with a deadline that the caller doesn't enforce.
      const read = WebBackend.WebBackend.use(({ extract }) =>
        Effect.flatMap(Effect.fromResult(WebUrl.judge("http://a.test/", { ports: [80] })), (target) =>
          extract({ url: target.url, target, mode: "markdown" }),
        ),
      ).pipe(Effect.provideService(Deadline.Deadline, Deadline.at(5_000)))
      const fiber = yield* Effect.forkChild(wireOf(read).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("36999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )

  it.effect("covers all redirects together", () =>
    Effect.gen(function* () {
      // clock: TestClock decides
      const { layer } = web({ "a.test": (path) => Effect.delay(Effect.succeed(to(`${path}x`)), "6 seconds") })
      const fiber = yield* Effect.forkChild(wireOf(get("http://a.test/")).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )
})

describe("a cookie that a redirect sets", () => {
  const setting = (location: string, ...setCookies: ReadonlyArray<string>): Doubles.Answer => ({
    ...to(location),
    setCookies,
  })
  const cookiesOf = ({ dialled }: ReturnType<typeof web>) =>
    dialled.map(({ headers, url }) => [url, headers["cookie"] ?? ""])

  it.effect("opens a site that redirects to itself without it, and is forgotten", () =>
    Effect.gen(function* () {
      const site = web({ "a.test": (_, { headers }) => (headers["cookie"] === "id=1" ? page() : setting("/", "id=1")) })
      const read = Effect.provide(get("http://a.test/"), site.layer)
      assert.strictEqual((yield* read).status_code, 200)
      assert.strictEqual((yield* read).cached, false)
      const chain = [
        ["http://a.test/", ""],
        ["http://a.test/", "id=1"],
      ]
      assert.deepStrictEqual(cookiesOf(site), [...chain, ...chain])
    }),
  )

  it.effect("returns after a redirect to another host and back, and that host never gets it", () =>
    Effect.gen(function* () {
      const site = web({
        "a.test": (path, { headers }) =>
          path === "/" && headers["cookie"] === undefined
            ? setting("http://b.test/login", "id=1; Domain=b.test", "id=2; Domain=test; Path=/")
            : page(),
        "b.test": () => setting("http://a.test/", "id=3; Domain=a.test"),
      })
      yield* get("http://a.test/").pipe(Effect.provide(site.layer))
      assert.deepStrictEqual(cookiesOf(site), [
        ["http://a.test/", ""],
        ["http://b.test/login", ""],
        ["http://a.test/", "id=2"],
      ])
    }),
  )

  it.effect("doesn't let a loop go on: the same cookie again ends it, another one at the limit", () =>
    Effect.gen(function* () {
      for (const [value, requests] of [
        [() => "1", 2],
        [(at: number) => String(at), 6],
      ] as const) {
        const site = web({ "a.test": () => setting("/", `id=${value(site.dialled.length)}`) })
        const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(site.layer))
        assert.strictEqual(wire.reason, "too_many_redirects")
        assert.lengthOf(site.dialled, requests)
      }
    }),
  )

  it.effect("keeps a page out of the cache of other conversations", () =>
    Effect.gen(function* () {
      const read = (url: string) =>
        Effect.gen(function* () {
          const { extract } = yield* WebBackend.WebBackend
          const target = yield* Effect.fromResult(WebUrl.judge(url, { ports: [80] }))
          return yield* Effect.flatMap(extract({ url: target.url, target, mode: "markdown" }), PageRow.read)
        })
      const site = web({ "a.test": (path) => (path === "/" ? setting("/page", "id=1") : page()) })
      const storable = (url: string) =>
        Effect.map(Effect.provide(read(url), site.layer), (row) => Option.getOrThrow(row).storable)
      assert.isFalse(yield* storable("http://a.test/"))
      assert.isTrue(yield* storable("http://a.test/page"))
    }),
  )
})

describe("a document that leads on", () => {
  const leading = (by: "redirect" | "frame", url: string): Doubles.Answer => page(`leads by ${by} to ${url}`)

  it.effect("is followed once, with the cookies of its chain", () =>
    Effect.gen(function* () {
      const site = web({
        "a.test": (path) =>
          path === "/" ? { ...leading("redirect", "http://a.test/real"), setCookies: ["id=1"] } : page("<p>real"),
      })
      const read = yield* get("http://a.test/").pipe(Effect.provide(site.layer))
      assert.deepStrictEqual([read.url, read.content_md], ["http://a.test/real", "<p>real"])
      assert.deepStrictEqual(
        site.dialled.map(({ headers }) => headers["cookie"]),
        [undefined, "id=1"],
      )
    }),
  )

  it.effect("is followed no second time, and never in a loop", () =>
    Effect.gen(function* () {
      const site = web({ "a.test": (path) => leading("redirect", `http://a.test${path}x`) })
      const read = yield* get("http://a.test/").pipe(Effect.provide(site.layer))
      assert.strictEqual(read.url, "http://a.test/x")
      assert.lengthOf(site.dialled, 2)
      const loop = web({ "a.test": (path) => (path === "/" ? leading("redirect", "http://a.test/x") : to("/")) })
      assert.strictEqual(
        (yield* wireOf(get("http://a.test/")).pipe(Effect.provide(loop.layer))).reason,
        "too_many_redirects",
      )
    }),
  )

  it.effect("counts as a redirect, and passes the whole policy", () =>
    Effect.gen(function* () {
      const none = web({ "a.test": () => leading("redirect", "http://a.test/x") }, names, { max_redirects: 0 })
      assert.strictEqual(
        (yield* wireOf(get("http://a.test/")).pipe(Effect.provide(none.layer))).reason,
        "too_many_redirects",
      )
      for (const url of ["http://10.0.0.1/", "http://private.test/", "http://a.test:25/"]) {
        for (const by of ["redirect", "frame"] as const) {
          const site = web({ "a.test": () => leading(by, url) })
          const result = yield* Effect.result(get("http://a.test/").pipe(Effect.provide(site.layer)))
          if (by === "redirect") {
            assert.isTrue(Result.isFailure(result) && result.failure.reason === "redirect_to_blocked_target", url)
          }
          assert.lengthOf(site.dialled, 1)
        }
      }
    }),
  )

  it.effect("by a frame is followed on its own origin, else named as a link", () =>
    Effect.gen(function* () {
      const framed = (url: string) => {
        const site = web({
          "a.test": (path) => (path === "/" ? leading("frame", url) : page()),
          "b.test": () => page(),
        })
        return Effect.map(get("http://a.test/").pipe(Effect.provide(site.layer)), ({ links, url }) => ({ links, url }))
      }
      assert.strictEqual((yield* framed("http://a.test/inner")).url, "http://a.test/inner")
      const other = yield* framed("http://b.test/inner")
      assert.strictEqual(other.url, "http://a.test/")
      assert.include(other.links, "http://b.test/inner")
    }),
  )
})

describe("a Refresh header", () => {
  const refreshing = (refresh: string, body = "", more: object = {}): Doubles.Answer => ({
    ...page(body),
    headers: { "Content-Type": "text/html", Refresh: refresh },
    ...more,
  })

  it.effect.each([
    ["0; url=/real", "http://a.test/real"],
    ["3;URL='https://b.test/x'", "https://b.test/x"],
    ["0,real", "http://a.test/real"],
  ] as const)("of a document without a text is followed: %s", ([refresh, url]) =>
    Effect.gen(function* () {
      const site = web({
        "a.test": (path) => (path === "/" ? refreshing(refresh, "", { setCookies: ["id=1"] }) : page("<p>real")),
        "b.test": () => page("<p>real"),
      })
      const read = yield* get("http://a.test/").pipe(Effect.provide(site.layer))
      assert.deepStrictEqual([read.url, read.content_md], [url, "<p>real"])
      assert.lengthOf(site.dialled, 2)
    }),
  )

  it.effect.each([
    ["of a page with a text", refreshing("0; url=/real", "words ".repeat(50))],
    ["without an address", refreshing("300")],
    ["to the page itself", refreshing("5; url=/#top")],
    ["to what is no web address", refreshing("0; url=javascript:alert(1)")],
  ] as const)("isn't followed %s", ([, answer]) =>
    Effect.gen(function* () {
      const site = web({ "a.test": () => answer })
      assert.strictEqual((yield* get("http://a.test/").pipe(Effect.provide(site.layer))).url, "http://a.test/")
      assert.lengthOf(site.dialled, 1)
    }),
  )

  it.effect("is followed no second time, never in a loop, and through the whole policy", () =>
    Effect.gen(function* () {
      const chain = web({ "a.test": (path) => refreshing(`0; url=${path}x`) })
      const read = yield* get("http://a.test/").pipe(Effect.provide(chain.layer))
      assert.deepStrictEqual([read.url, chain.dialled.length], ["http://a.test/x", 2])
      const reasonOf = (refresh: string, site: Site = () => refreshing(refresh), url = "http://a.test/") =>
        wireOf(get(url)).pipe(
          Effect.provide(web({ "a.test": site }).layer),
          Effect.map(({ reason }) => reason),
        )
      const loop: Site = (path) => (path === "/" ? refreshing("0; url=/x") : to("/"))
      assert.strictEqual(yield* reasonOf("", loop), "too_many_redirects")
      for (const url of ["http://10.0.0.1/", "http://private.test/", "http://a.test:25/", "http://localhost/"])
        assert.strictEqual(yield* reasonOf(`0; url=${url}`), "redirect_to_blocked_target", url)
      const downgrade = yield* reasonOf("0; url=http://a.test/", undefined, "https://a.test/")
      assert.strictEqual(downgrade, "redirect_to_blocked_target")
    }),
  )
})

describe("Markdown without any text", () => {
  const negotiated =
    (html: Doubles.Answer, empty = " \n"): Site =>
    (_, { headers }) =>
      headers["accept"]?.includes("text/markdown") === true
        ? { status: 200, headers: { "Content-Type": "text/markdown; charset=utf-8", ETag: '"m"' }, body: empty }
        : html

  it.effect("is requested once more, as HTML", () =>
    Effect.gen(function* () {
      const site = web({ "a.test": negotiated(page("<p>real")) })
      const read = yield* get("http://a.test/").pipe(Effect.provide(site.layer))
      assert.strictEqual(read.content_md, "<p>real")
      assert.deepStrictEqual(
        site.dialled.map(({ headers }) => headers["accept"]?.split(",", 1)[0]),
        ["text/markdown", "text/html;q=0.9"],
      )
    }),
  )

  it.effect.each([
    ["fails", negotiated({ status: 404 })],
    ["is empty, too", negotiated(page(""))],
    ["leads nowhere", negotiated(to("http://10.0.0.1/"))],
  ] as const)("stays an empty page if the other request %s", ([, site]) =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": site })
      const read = yield* get("http://a.test/").pipe(Effect.provide(layer))
      assert.deepStrictEqual([read.url, read.content_md?.trim(), read.warning], ["http://a.test/", "", "low_content"])
      assert.lengthOf(dialled, 2)
    }),
  )

  it.effect("stays an empty page if the other request is slower than the call's time", () =>
    Effect.gen(function* () {
      const slow: Site = (path, request) =>
        request.headers["accept"]?.includes("text/markdown") === true ? negotiated(page())(path, request) : Effect.never
      const { layer } = web({ "a.test": slow })
      const read = yield* inTime(get("http://a.test/")).pipe(Effect.provide(layer))
      assert.deepStrictEqual([read.content_md?.trim(), read.warning], ["", "low_content"])
    }),
  )

  it.effect("is requested once only where it has a text, or is another type", () =>
    Effect.gen(function* () {
      const filled = web({ "a.test": negotiated(page(), "# Tides") })
      assert.strictEqual((yield* get("http://a.test/").pipe(Effect.provide(filled.layer))).content_md, "# Tides")
      assert.lengthOf(filled.dialled, 1)
      const html = web({ "a.test": () => page("") })
      yield* get("http://a.test/").pipe(Effect.provide(html.layer))
      assert.lengthOf(html.dialled, 1)
    }),
  )
})

describe("a part that nobody asked for", () => {
  const serve = (range: string | undefined) =>
    get("http://a.test/").pipe(
      Effect.provide(
        web({
          "a.test": () => ({
            ...page(),
            status: 206,
            headers: { "Content-Type": "text/html", ...(range === undefined ? {} : { "Content-Range": range }) },
          }),
        }).layer,
      ),
    )

  it.effect.each([
    ["bytes 0-11/4000", true, "Only the first 12 of 4000 bytes of the document are read."],
    ["bytes 100-111/4000", true, "Some bytes of the document weren't read."],
    ["bytes 0-11/*", true, "Some bytes of the document weren't read."],
    [`bytes 0-${"9".repeat(400)}/5`, true, "Some bytes of the document weren't read."],
    [undefined, true, "Some bytes of the document weren't read."],
    ["bytes 0-11/12", false, undefined],
  ] as const)("with the range %j is told: %s", ([range, truncated, message]) =>
    Effect.map(serve(range), (read) => {
      assert.deepStrictEqual([read.status_code, read.truncated, read.message], [206, truncated, message])
    }),
  )
})

describe("the body", () => {
  const serve = (answer: Doubles.Answer, config: Settings.SettingsInput = {}) =>
    get("http://a.test/").pipe(Effect.provide(web({ "a.test": () => answer }, names, config).layer))

  it.effect("may be as large as max_body_bytes, decoded, and no larger", () =>
    Effect.gen(function* () {
      const config = { max_body_bytes: 65_536 }
      const body = (size: number) => ({ ...page(), body: "x".repeat(size) })
      assert.strictEqual((yield* serve(body(65_536), config)).status_code, 200)
      assert.strictEqual((yield* wireOf(serve(body(65_537), config))).error, "response_too_large")
    }),
  )

  it.effect("isn't read at all when its Content-Length is too large or its type unsupported", () =>
    Effect.gen(function* () {
      const untouched = Stream.die("read")
      const large = {
        status: 200,
        headers: { "Content-Type": "text/html", "Content-Length": "999999999" },
        body: untouched,
      }
      assert.strictEqual((yield* wireOf(serve(large))).error, "response_too_large")
      for (const type of [
        "application/pdf",
        "image/png",
        "application/json",
        "application/octet-stream",
        "text/css",
        "video/mp4",
      ]) {
        const wire = yield* wireOf(serve({ status: 200, headers: { "Content-Type": type }, body: untouched }))
        assert.strictEqual(wire.error, "unsupported_content_type")
      }
    }),
  )

  it.live("is decoded", () =>
    Effect.gen(function* () {
      const headers = { "Content-Type": "text/html", "Content-Encoding": "gzip" }
      const result = yield* serve({ status: 200, headers, body: gzipSync("<p>words</p>") })
      assert.strictEqual(result.content_md, "<p>words</p>")
    }),
  )

  it.effect.each([
    ["TEXT/HTML; charset=utf-8", "<p>x", "TEXT/HTML; charset=utf-8"],
    ["application/xhtml+xml", "<p>x", "application/xhtml+xml"],
    ["text/plain", "x", "text/plain"],
    ["text/markdown", "x", "text/markdown"],
    [undefined, "  <!DOCTYPE html><p>x", "text/html"],
    [undefined, "<div>x</div>", "text/html"],
    [undefined, "just words", "text/plain"],
    [undefined, "a < b", "text/plain"],
    [undefined, "", "text/html"],
  ] as const)("declared as %s and with the content %j is read as %s", ([type, body, expected]) =>
    Effect.gen(function* () {
      const result = yield* serve({ status: 200, headers: type === undefined ? {} : { "Content-Type": type }, body })
      assert.strictEqual(result.title, expected)
    }),
  )

  it.effect.each([
    [undefined, "%PDF-1.7"],
    [undefined, "\u0000\u0001\u0002"],
    ["text/html", "%PDF-1.7 lies"],
    ["text/plain", "PNG\u0000\u0000"],
  ] as const)("declared as %s but binary is unsupported_content_type: %j", ([type, body]) =>
    Effect.gen(function* () {
      const answer = { status: 200, headers: type === undefined ? {} : { "Content-Type": type }, body }
      assert.strictEqual((yield* wireOf(serve(answer))).error, "unsupported_content_type")
    }),
  )
})

describe("a body of a type that is any file's", () => {
  const sealed = {
    mediaTypes: ["application/x-sealed"],
    extensions: [],
    weight: 0.5,
    isBinary: true,
    magicBytes: "SEAL",
    magicBytesWithin: 1_024,
  }
  const formats = [sealed, ...MediaType.basicFormats]
  const anyFile = ["application/octet-stream", "binary/octet-stream; charset=binary", "Application/X-Download"]
  const serve = (headers: Readonly<Record<string, string>>, body: string | Uint8Array | Stream.Stream<Uint8Array>) =>
    get("http://a.test/").pipe(
      Effect.provide(web({ "a.test": () => ({ status: 200, headers, body }) }, names, {}, formats).layer),
    )

  it.effect("is read if the magic bytes of a format are near its beginning", () =>
    Effect.gen(function* () {
      for (const type of anyFile) {
        for (const before of [0, 3, 1_023]) {
          const { title } = yield* serve({ "Content-Type": type }, `${"\0".repeat(before)}SEAL${"x".repeat(3_000)}`)
          assert.strictEqual(title, "application/x-sealed")
        }
      }
      assert.strictEqual((yield* serve({}, "\0\0SEAL")).title, "application/x-sealed")
    }),
  )

  it.effect("is refused without them, even text and HTML", () =>
    Effect.gen(function* () {
      for (const body of ["<!doctype html><p>x", "just words", "", `${"\0".repeat(1_024)}SEAL`]) {
        const wire = yield* wireOf(serve({ "Content-Type": "application/octet-stream" }, body))
        assert.strictEqual(wire.error, "unsupported_content_type", body.slice(0, 20))
      }
    }),
  )

  it.live("isn't read further than that requires", () =>
    Effect.gen(function* () {
      const type = { "Content-Type": "application/octet-stream" }
      for (const [headers, parts] of [
        [type, Array.from({ length: 20 }, () => new Uint8Array(100))],
        [{ ...type, "Content-Encoding": "gzip" }, [gzipSync(randomBytes(200_000)).subarray(0, 100_000)]],
      ] as const) {
        const body = Stream.concat(Stream.fromIterable(parts).pipe(Stream.rechunk(1)), Stream.die("read"))
        assert.strictEqual((yield* wireOf(serve(headers, body))).error, "unsupported_content_type")
      }
    }),
  )
})

describe("one host", () => {
  it.effect("gets at most four parallel requests; other hosts don't wait for it", () =>
    Effect.gen(function* () {
      let underWay = 0
      let peak = 0
      const slow: Site = () =>
        Effect.acquireUseRelease(
          Effect.sync(() => (peak = Math.max(peak, ++underWay))),
          // clock: TestClock decides
          () => Effect.delay(Effect.succeed(page()), "1 second"),
          () => Effect.sync(() => underWay--),
        )
      const { layer } = web({ "a.test": slow, "b.test": () => page() })
      yield* Effect.gen(function* () {
        const many = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 12 }, (_, at) => get(`http://a.test/${at}`)),
            { concurrency: "unbounded" },
          ),
        )
        yield* TestClock.adjust("100 millis")
        yield* get("http://b.test/")
        yield* TestClock.adjust("3 seconds")
        yield* Fiber.join(many)
        assert.strictEqual(peak, 4)
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("gets its permit back when a caller leaves", () =>
    Effect.gen(function* () {
      const { layer } = web({ "a.test": (path) => (path === "/hang" ? Effect.never : page()) })
      yield* Effect.gen(function* () {
        for (let round = 0; round < 10; round++) {
          const fiber = yield* Effect.forkChild(get("http://a.test/hang"))
          yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        }
        assert.isTrue(Exit.isSuccess(yield* Effect.exit(get("http://a.test/"))))
      }).pipe(Effect.provide(layer))
    }),
  )
})
