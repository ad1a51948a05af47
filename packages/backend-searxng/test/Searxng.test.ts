/** clock: real, since a second attempt pauses. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { Deadline, type SearchQuery, Settings, WebBackend, type WebError, webSearch } from "@porthole/core"
import type * as Provider from "@porthole/provider-kit"
import { ProviderSuite } from "@porthole/provider-kit/testing"
import { WebBackendSuite } from "@porthole/testing"
import { searxng } from "../src/Searxng.ts"
import * as Instance from "./support/instance.ts"

const environment = (env: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromEnv({ env }))

const query: SearchQuery.SearchQuery = { query: "whales & ships" }

const ask = (options?: Provider.Options) => Effect.flatMap(searxng.makeSearch(options), (search) => search(query))

const good = Instance.json(200, Instance.envelope({ results: [{ url: "https://example.com/", title: "A" }] }))

/** The wire object of a failure, or `undefined`. */
const wireOf = (outcome: Result.Result<unknown, WebError.WebError>): WebError.Wire | undefined =>
  Result.isFailure(outcome) ? outcome.failure.wire : undefined

/** The kernel's search over an instance with these results. */
const webSearchOver = (results: ReadonlyArray<unknown>, input: Partial<SearchQuery.SearchQueryInput> = {}) => {
  const backend = WebBackend.layer({
    search: searxng.makeSearch({ url: "http://searx.test" }),
    extract: WebBackend.unavailable,
  }).pipe(Layer.provide(Instance.answering(Instance.json(200, Instance.envelope({ results }))).layer))
  return Effect.result(Effect.provide(webSearch({ query: "whales", ...input }), backend))
}

const over = (answer: Instance.Answer, url: string = Instance.url) =>
  WebBackend.layer({ search: searxng.makeSearch({ url }), extract: WebBackend.unavailable }).pipe(
    Layer.provide(Instance.answering(answer).layer),
  )

const row = (at: number) => ({
  url: `https://example.com/${at}`,
  title: `Whale ${at}`,
  content: "Large animals of the sea.",
  engine: "j",
  score: 1 / (at + 1),
  category: "general",
  publishedDate: null,
})

const unreachable = { error: "web_search_unavailable", reason: "searxng_unreachable" } as const

describe("the contract of search backends", () => {
  const cases = ProviderSuite.searchCases(searxng, {
    found: { body: Instance.envelope({ results: [0, 1, 2].map(row) }) },
    empty: { body: Instance.envelope() },
    badRow: { body: Instance.envelope({ results: [row(0), { title: "no url" }] }) },
    refusals: [
      { name: "JSON switched off", answer: { status: 403, body: "<html>" }, expected: unreachable },
      { name: "HTML", answer: { body: "<html>" }, expected: unreachable },
      {
        name: "engines that all failed",
        answer: { body: Instance.envelope({ unresponsive_engines: [["j", "timeout"]] }) },
        expected: unreachable,
      },
      {
        name: "a refused language",
        answer: { status: 400, body: { error: "Invalid value xx for parameter language" } },
        expected: { error: "invalid_request", reason: "language" },
      },
      {
        name: "429 of the limiter",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "Too Many Requests" },
        expected: { reason: "searxng_rate_limited", retry_after: 30 },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)

  it.effect.each(["nonsense", "ftp://searx.test"])("an invalid address, %s, is reported as such", (url) =>
    Effect.forEach(
      WebBackendSuite.searchCases({
        provider: "searxng",
        query: "whales",
        found: over(Instance.json(200, Instance.envelope()), url),
        empty: over(Instance.json(200, Instance.envelope()), url),
        faults: [
          {
            name: "an address that is none",
            layer: over(Instance.json(200, Instance.envelope()), url),
            expected: { error: "web_search_unavailable", reason: "searxng_not_configured" },
          },
        ],
      }).slice(-1),
      ({ run }) => run,
    ),
  )

  it.live("a failed connection has its own error, after a second try", () =>
    Effect.forEach(
      WebBackendSuite.searchCases({
        provider: "searxng",
        query: "whales",
        found: over(Effect.fail("broken")),
        empty: over(Effect.fail("broken")),
        faults: [{ name: "no connection", layer: over(Effect.fail("broken")), expected: unreachable }],
      }).slice(-1),
      ({ run }) => run,
    ),
  )
})

describe("the address", () => {
  for (const [address, expected] of [
    ["http://searx.test", "http://searx.test/search"],
    ["http://searx.test/", "http://searx.test/search"],
    ["https://searx.test:8443/searx", "https://searx.test:8443/searx/search"],
    ["https://searx.test/a/b///", "https://searx.test/a/b/search"],
    ["  HTTP://searx.test/  ", "http://searx.test/search"],
    ["http://[::1]:8080/#top", "http://[::1]:8080/search"],
    ["http://me:pw@searx.test/", "http://searx.test/search"],
  ] as const) {
    it.effect(`${address} is requested at ${expected}`, () =>
      Effect.gen(function* () {
        const instance = Instance.answering(good)
        yield* ask().pipe(Effect.provide(Layer.merge(instance.layer, environment({ SEARXNG_URL: address }))))
        const url = instance.seen[0]?.url
        assert.strictEqual(`${url?.origin}${url?.pathname}`, expected)
        assert.strictEqual(url?.searchParams.get("q"), "whales & ships")
        assert.strictEqual(url?.hash, "")
        assert.strictEqual(`${url?.username}${url?.password}`, "")
      }),
    )
  }

  it.effect("of the argument wins over the environment's, an empty one doesn't", () =>
    Effect.gen(function* () {
      const instance = Instance.answering(good)
      const layer = Layer.merge(instance.layer, environment({ SEARXNG_URL: "http://environment.test" }))
      for (const url of ["http://argument.test", "", undefined]) yield* Effect.provide(ask({ url }), layer)
      assert.deepStrictEqual(
        instance.seen.map(({ url }) => url.host),
        ["argument.test", "environment.test", "environment.test"],
      )
    }),
  )

  it.effect("is read when the search runs", () =>
    Effect.gen(function* () {
      const instance = Instance.answering(good)
      const backend = yield* Effect.provide(searxng.search, instance.layer)
      assert.strictEqual(
        wireOf(yield* Effect.result(backend(query).pipe(Effect.provide(environment({})))))?.reason,
        "searxng_not_configured",
      )
      yield* backend(query).pipe(Effect.provide(environment({ SEARXNG_URL: "http://later.test" })))
      assert.strictEqual(instance.seen[0]?.url.host, "later.test")
    }),
  )

  it.effect("is read from the process's current environment", () =>
    Effect.gen(function* () {
      const before = process.env["SEARXNG_URL"]
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          if (before === undefined) delete process.env["SEARXNG_URL"]
          else process.env["SEARXNG_URL"] = before
        }),
      )
      const instance = Instance.answering(good)
      const backend = yield* Effect.provide(searxng.search, instance.layer)
      process.env["SEARXNG_URL"] = "http://first.test"
      yield* backend(query)
      process.env["SEARXNG_URL"] = "http://second.test"
      yield* backend(query)
      delete process.env["SEARXNG_URL"]
      assert.strictEqual(wireOf(yield* Effect.result(backend(query)))?.reason, "searxng_not_configured")
      assert.deepStrictEqual(
        instance.seen.map(({ url }) => url.host),
        ["first.test", "second.test"],
      )
    }),
  )

  for (const env of [{}, { SEARXNG_URL: "" }, { SEARXNG_URL: "   " }]) {
    it.effect(`is missing: ${JSON.stringify(env)}`, () =>
      Effect.gen(function* () {
        const instance = Instance.answering(good)
        const outcome = yield* Effect.result(ask()).pipe(Effect.provide(Layer.merge(instance.layer, environment(env))))
        assert.deepStrictEqual(wireOf(outcome), {
          error: "web_search_unavailable",
          reason: "searxng_not_configured",
          message: "Set SEARXNG_URL.",
        })
        assert.strictEqual(instance.seen.length, 0)
      }),
    )
  }

  for (const value of [
    "searx.test:8080",
    "localhost",
    "/search",
    "ftp://searx.test",
    "file:///etc",
    "http://",
    "http:searx.test",
    "//searx.test",
  ]) {
    it.effect(`can't be used, and isn't repeated: ${value}`, () =>
      Effect.gen(function* () {
        const instance = Instance.answering(good)
        const outcome = yield* Effect.result(ask()).pipe(
          Effect.provide(Layer.merge(instance.layer, environment({ SEARXNG_URL: value }))),
        )
        const wire = wireOf(outcome)
        assert.strictEqual(wire?.reason, "searxng_not_configured")
        assert.include(wire?.message, "SEARXNG_URL")
        assert.notInclude(wire?.message, "searx.test")
        assert.strictEqual(instance.seen.length, 0)
      }),
    )
  }
})

describe("the request", () => {
  const headersAt = Effect.fnUntraced(function* (url: string) {
    const instance = Instance.answering(good)
    yield* Effect.provide(ask({ url }), instance.layer)
    return instance.seen[0]?.headers
  })

  it.effect("passes the limiter, and has our headers", () =>
    Effect.gen(function* () {
      const headers = yield* headersAt("http://searx.test")
      assert.include(headers?.["accept"], "text/html")
      assert.include(headers?.["accept"], "application/json")
      assert.isNotEmpty(headers?.["accept-language"])
      assert.match(headers?.["accept-encoding"] ?? "", /gzip|deflate/)
      assert.strictEqual(headers?.["user-agent"], Settings.userAgent(Settings.table.defaults))
      assert.deepStrictEqual(Object.keys(headers ?? {}).toSorted(), [
        "accept",
        "accept-encoding",
        "accept-language",
        "user-agent",
      ])
    }),
  )

  for (const [url, credentials] of [
    ["http://me:pass@searx.test", "me:pass"],
    ["http://me@searx.test", "me:"],
    ["http://:pass@searx.test", ":pass"],
    ["http://m%40e:p%3A%C3%BC@searx.test", "m@e:p:ü"],
    ["http://100%:50%@searx.test", "100%:50%"],
  ] as const) {
    it.effect(`carries ${credentials} as Basic credentials`, () =>
      Effect.gen(function* () {
        const headers = yield* headersAt(url)
        assert.strictEqual(headers?.["authorization"], `Basic ${Buffer.from(credentials).toString("base64")}`)
      }),
    )
  }
})

describe("an answer", () => {
  const rows = [{ url: "https://example.com/", title: "A", content: "b", score: 1, engine: "e", category: "general" }]

  const answers = [{ text: "42", url: undefined }]

  for (const [what, answer, asides] of [
    ["of searx 1.1.0", { number_of_results: 0, answers: ["42"] }, { answers }],
    [
      "of SearXNG of August 2026",
      { answers: [{ answer: "42", url: null, engine: "e", parsed_url: null, template: "answer.html" }] },
      { answers },
    ],
    ["with nothing but results", { answers: undefined, unresponsive_engines: undefined, query: undefined }, {}],
    ["with garbage around the results", { answers: 7, unresponsive_engines: "none", suggestions: null }, {}],
  ] as const) {
    it.effect(`${what} is a list of rows`, () =>
      Effect.gen(function* () {
        const outcome = yield* Instance.search(Instance.json(200, Instance.envelope({ results: rows, ...answer })))
        assert.deepStrictEqual(
          outcome,
          Result.succeed({
            provider: "searxng",
            rows: [
              {
                title: "A",
                url: "https://example.com/",
                snippet: "b",
                metadata: { engine: "e", score: 1, category: "general" },
              },
            ],
            ...asides,
          }),
        )
      }),
    )
  }

  it.effect("with rows names the engines that failed beside them as attempts", () =>
    Effect.gen(function* () {
      const unresponsive_engines = [
        ["slow", "timeout"],
        ["asks", "CAPTCHA"],
        ["busy", "Suspended: too many requests"],
        ["shut", "access denied"],
        ["closed", "Forbidden"],
        ["odd", "HTTP error"],
        ["fallen", "unexpected crash"],
        7,
      ]
      const outcome = yield* Instance.search(
        Instance.json(200, Instance.envelope({ results: rows, unresponsive_engines })),
      )
      assert.deepStrictEqual(Object(Result.getOrThrow(outcome)).attempts, [
        { provider: "searxng", outcome: "answered" },
        { provider: "searxng:slow", outcome: "failed", reason: "timeout" },
        { provider: "searxng:asks", outcome: "failed", reason: "challenged" },
        { provider: "searxng:busy", outcome: "failed", reason: "rate_limited" },
        { provider: "searxng:shut", outcome: "failed", reason: "unauthorized" },
        { provider: "searxng:closed", outcome: "failed", reason: "unauthorized" },
        { provider: "searxng:odd", outcome: "failed", reason: "unreachable" },
        { provider: "searxng:fallen", outcome: "failed", reason: "unreachable" },
        { provider: "searxng:unknown", outcome: "failed", reason: "failed" },
      ])
    }),
  )

  it.effect("returns no thumbnail of the instance itself", () =>
    Effect.gen(function* () {
      const thumbnail = "http://searx.intranet.example:8931/deep/image_proxy?url=x"
      const results = [{ url: "https://example.com/", title: "A", thumbnail }]
      assert.deepStrictEqual(
        yield* Instance.search(Instance.json(200, Instance.envelope({ results }))),
        Result.succeed({
          provider: "searxng",
          rows: [{ title: "A", url: "https://example.com/", snippet: "", metadata: {} }],
        }),
      )
    }),
  )

  for (const [what, parts] of [
    ["past the last page, or for a time range that no engine knows", {}],
    ["without a word on its engines", { unresponsive_engines: undefined }],
    ["with nothing but a table", { results: [{ template: "keyvalue.html", kvmap: {}, url: null, title: "" }] }],
  ] as const) {
    it.effect(`${what} is a success without rows`, () =>
      Effect.gen(function* () {
        const outcome = yield* Instance.search(Instance.json(200, Instance.envelope(parts)))
        assert.deepStrictEqual(outcome, Result.succeed({ provider: "searxng", rows: [] }))
      }),
    )
  }

  for (const message of [
    "timeout",
    "too many requests",
    "blocked",
    "access denied",
    "HTTP error",
    "HTTP connection error",
    "unexpected crash",
    "parsing error",
    "Suspended: too many requests",
    "Zeitüberschreitung",
  ]) {
    it.effect(`without rows whose engine failed (${message}) is a failure`, () =>
      Effect.gen(function* () {
        const answer = Instance.json(200, Instance.envelope({ unresponsive_engines: [["engine", message]] }))
        const wire = wireOf(yield* Instance.search(answer))
        assert.strictEqual(wire?.reason, "searxng_unreachable")
        assert.include(wire?.message, "no engine answered")
      }),
    )
  }
})

it("is known by its name, its title and the variable of its address", () => {
  assert.deepStrictEqual(searxng.identity, {
    name: "searxng",
    title: "SearXNG",
    urlVariables: ["SEARXNG_URL", "PORTHOLE_SEARXNG_URL"],
    addressMayHold: ["credentials", "query", "fragment"],
  })
})

it.effect("a search ends when its caller leaves, not at search_timeout", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(5_000)
    const instance = Instance.answering(Effect.never)
    const backend = Effect.flatMap(searxng.makeSearch({ url: "http://searx.test" }), (search) => search(query))
    const call = Effect.provideService(backend, Deadline.Deadline, Deadline.at(7_000))
    const fiber = yield* Effect.forkChild(Effect.result(Effect.provide(call, instance.layer)))
    yield* TestClock.adjust("1999 millis")
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(wireOf(yield* Fiber.join(fiber))?.error, "timeout")
  }),
)

describe("tries", () => {
  for (const [status, times] of [
    [200, 1],
    [302, 1],
    [400, 1],
    [403, 1],
    [408, 1],
    [429, 1],
    [500, 2],
  ] as const) {
    it.live(`are ${times} for ${status}`, () =>
      Effect.gen(function* () {
        const instance = Instance.answering(Instance.json(status, Instance.envelope()))
        yield* Effect.result(Effect.provide(ask({ url: "http://searx.test" }), instance.layer))
        assert.strictEqual(instance.seen.length, times)
      }),
    )
  }
})

describe("under the kernel", () => {
  it.effect("a result without a title or an absolute http(s) URL is dropped and counted", () =>
    Effect.gen(function* () {
      const good = { title: "A", url: "https://example.com/" }
      const bad = [{ title: "A" }, { ...good, url: "/a" }, { ...good, url: "javascript:alert(1)" }, { url: good.url }]
      for (const row of [...bad, { ...good, url: "ftp://example.com/" }, null, 7]) {
        const { count, message } = Result.getOrThrow(yield* webSearchOver([good, row]))
        assert.deepStrictEqual([count, message], [1, "Results without a title or a web address are left out (1 here)."])
      }
    }),
  )

  it.effect("hits of private hosts or with credentials are dropped and counted, equal ones merged", () =>
    Effect.gen(function* () {
      const urls = ["https://example.com/", "http://10.0.0.1/", "http://intranet/", "https://a:b@example.com/"]
      const rows = [...urls, "https://example.com/"].map((url) => ({ title: "A", url }))
      const { hits, message } = Result.getOrThrow(yield* webSearchOver(rows))
      assert.deepStrictEqual(
        hits.map(({ url }) => url),
        ["https://example.com/"],
      )
      assert.strictEqual(message, "Hits that lead to private addresses or hold credentials are left out (3 here).")
    }),
  )

  it.effect("dates that SearXNG can't filter are applied to results with dates", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 10))
      const results = [
        { title: "Old", url: "https://example.com/old", publishedDate: "2026-03-06T23:59:59" },
        { title: "New", url: "https://example.com/new", publishedDate: "2026-03-07T00:00:00" },
      ]
      const found = Effect.map(webSearchOver(results, { freshness_days: 3 }), Result.getOrThrow)
      const { hits, ignored } = yield* found
      assert.deepStrictEqual([hits.map(({ url }) => url), ignored], [["https://example.com/new"], undefined])
      const undated = [...results, { title: "Undated", url: "https://example.com/undated" }]
      const more = Result.getOrThrow(yield* webSearchOver(undated, { freshness_days: 3 }))
      assert.deepStrictEqual([more.count, more.ignored], [2, ["freshness_days"]])
    }),
  )

  it.effect("returns metadata on request, dates in UTC, garbage without its key", () =>
    Effect.gen(function* () {
      const results = [
        {
          url: "https://example.com/",
          title: "A",
          content: null,
          engine: "e",
          score: 0,
          category: ["general"],
          publishedDate: "2025-03-17T07:07:47+01:00",
          thumbnail: "javascript:alert(1)",
        },
      ]
      const outcome = yield* webSearchOver(results, { include_metadata: true })
      assert.deepStrictEqual(Result.isSuccess(outcome) ? outcome.success.hits : undefined, [
        {
          title: "A",
          url: "https://example.com/",
          snippet: "",
          metadata: { engine: "e", published_at: "2025-03-17T06:07:47.000Z" },
        },
      ])
    }),
  )
})
