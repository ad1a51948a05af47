import { assert, describe, it } from "@effect/vitest"
import {
  Deadline,
  ListsAttempts,
  type SearchQuery,
  Settings,
  type WebBackend,
  WebError,
  webSearch,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

const row = (at: number, extra: object = {}) => ({
  title: `Title ${at}`,
  url: `https://example.com/${at}`,
  snippet: `Snippet ${at}`,
  ...extra,
})

const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at))

/** Runs the use-case over rows, or over any other answer of a backend. */
const search = (answer: ReadonlyArray<unknown>, query: SearchQuery.SearchQueryInput = { query: "tides" }) =>
  webSearch(query).pipe(Effect.provide(Doubles.backend({ search: () => Effect.succeed(answer) })))

/** The request that the backend received. */
const request = (query: unknown) =>
  Effect.gen(function* () {
    let seen: WebBackend.SearchRequest | undefined
    const backend = Doubles.backend({ search: (input) => Effect.sync(() => ((seen = input), [])) })
    yield* webSearch(Object(query)).pipe(Effect.provide(backend))
    return seen
  })

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

describe("an answer that has no end", () => {
  const most = 200

  it.effect("is read for 200 rows, each of which must be valid", () =>
    Effect.gen(function* () {
      const bad = { title: "No URL", snippet: "" }
      const found = yield* search([...rows(most), bad, ...rows(5_000)], { query: "tides", max_results: 2 })
      assert.deepStrictEqual(
        found.hits.map(({ title }) => title),
        ["Title 0", "Title 1"],
      )
      const error = yield* Effect.flip(search([...rows(most - 1), bad], { query: "tides", max_results: 2 }))
      assert.strictEqual(error.error, "invalid_backend_response")
    }),
  )

  it.effect("isn't read further, nor in an answer that names its provider", () =>
    Effect.gen(function* () {
      let looked = 0
      const spy = Array.from({ length: 1_000 }, (_, at) => ({
        ...row(at),
        get snippet() {
          looked++
          return "Snippet"
        },
      }))
      const backend = Doubles.backend({ search: () => Effect.succeed({ provider: "spy", rows: spy }) })
      yield* Effect.provide(webSearch({ query: "tides" }), backend)
      assert.isAtLeast(looked, most)
      assert.isAtMost(looked, 4 * most)
    }),
  )
})

describe("the query", () => {
  it.effect.each([
    [9999, 100],
    [100, 100],
    [1, 1],
    [0, 1],
    [-3, 1],
    [1e300, 100],
  ])("clamps max_results %d to %d", ([input, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* request({ query: "x", max_results: input }))?.max_results, expected)
    }),
  )

  it.effect("comes with the time when the call ends", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000)
      let ends: number | undefined
      const backend = Doubles.backend({
        search: () => Effect.map(Deadline.Deadline, ({ endsAt }) => ((ends = endsAt), [])),
      })
      const layer = Layer.merge(backend, Layer.orDie(Settings.layer({ search_timeout: "3 seconds" })))
      yield* webSearch({ query: "x" }).pipe(Effect.provide(layer))
      assert.strictEqual(ends, 4_000)
    }),
  )

  it.effect("leaves an absent max_results to the backend", () =>
    Effect.gen(function* () {
      assert.notProperty(yield* request({ query: "x" }), "max_results")
    }),
  )

  it.effect.each([
    ["max_results", { query: "x", max_results: 1.5 }],
    ["max_results", { query: "x", max_results: Number.NaN }],
    ["max_results", { query: "x", max_results: "many" }],
    ["query", {}],
    ["query", { query: "" }],
    ["query", { query: "  " }],
    ["query", { query: 7 }],
    ["query", { query: "x".repeat(2_001) }],
    ["category", { query: "x", category: "images" }],
    ["language", { query: "x", language: "english please" }],
    ["time_range", { query: "x", time_range: "decade" }],
    ["domains", { query: "x", domains: "https://example.com:8080/" }],
    ["domains", { query: "x", domains: ["https://example.com/path"] }],
    ["domains", { query: "x", domains: ["https://example.com:8080/"] }],
    ["domains", { query: "x", domains: ["example.com/path"] }],
    ["domains", { query: "x", domains: ["example.com:80"] }],
    ["domains", { query: "x", domains: ["user@example.com"] }],
    ["domains", { query: "x", domains: ["10.0.0.1"] }],
    ["include_metadata", { query: "x", include_metadata: "yes" }],
  ])("names %s in invalid_request for %j", ([reason, query]) =>
    Effect.gen(function* () {
      const wire = yield* wireOf(request(query))
      assert.strictEqual(wire.error, "invalid_request")
      assert.strictEqual(wire.reason, reason)
    }),
  )

  it.effect("passes domains on in canonical form", () =>
    Effect.gen(function* () {
      const query = yield* request({ query: "x", domains: ["Example.COM.", "bücher.example", "example.com"] })
      assert.deepStrictEqual(query?.domains, ["example.com", "xn--bcher-kva.example"])
    }),
  )

  it.effect("isn't sent to the backend if it can't be read", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(webSearch({ query: "" }).pipe(Effect.provide(Doubles.backend({}))))
      assert.isTrue(Exit.isFailure(exit) && !Exit.hasDies(exit))
    }),
  )
})

describe("the rows", () => {
  it.effect.each([
    {},
    { url: undefined },
    { url: null },
    { url: 42 },
    { url: "" },
    { url: "not a url" },
    { url: "/relative" },
    { url: "ftp://example.com/" },
    { url: "javascript:alert(1)" },
    { title: null },
    { snippet: 3 },
  ])("fails the whole call for one bad row: %j", (extra) =>
    Effect.gen(function* () {
      const bad = Object.keys(extra).length === 0 ? {} : row(1, extra)
      const wire = yield* wireOf(search([row(0), bad, row(2)]))
      assert.deepStrictEqual(Object.keys(wire), ["error", "message"])
      assert.strictEqual(wire.error, "invalid_backend_response")
    }),
  )

  it.effect("makes an empty list a success that reports that", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* search([]), {
        hits: [],
        count: 0,
        provider: "custom",
        message: "No results. Try other words.",
      })
    }),
  )

  it.effect("reports an empty page after the first as the end", () =>
    Effect.gen(function* () {
      const { message } = yield* search([], { query: "x", page: 2 })
      assert.strictEqual(message, "No more results.")
    }),
  )

  it.effect("trims to max_results", () =>
    Effect.gen(function* () {
      const result = yield* search(rows(30), { query: "x", max_results: 4 })
      assert.deepStrictEqual([result.count, result.hits.length], [4, 4])
    }),
  )

  it.effect("strips tags and invisible characters, folds white space, and reports shortened snippets", () =>
    Effect.gen(function* () {
      const result = yield* search([
        row(0, { title: "A <b>bold</b>\u200b\u{e0041} <scr<script>ipt>title", snippet: `${"word ".repeat(300)}` }),
      ])
      const [hit] = result.hits
      assert.strictEqual(hit?.title, "A bold title")
      assert.isAtMost(hit?.snippet.length ?? 0, 500)
      assert.match(hit?.snippet ?? "", /…$/)
      assert.include(result.message, "500 characters")
    }),
  )

  it.effect("returns metadata only on request, without keys that have no value", () =>
    Effect.gen(function* () {
      const metadata = {
        engine: "e",
        score: 0,
        category: "",
        published_at: "2025-03-17T07:07:47",
        thumbnail: "//cdn.example/x.png",
        secret: "x",
      }
      const without = yield* search([row(0, { metadata })])
      assert.notProperty(without.hits[0], "metadata")
      const withIt = yield* search([row(0, { metadata }), row(1, { metadata: "garbage" })], {
        query: "x",
        include_metadata: true,
      })
      assert.deepStrictEqual(withIt.hits[0]?.metadata, { engine: "e", published_at: "2025-03-17T07:07:47.000Z" })
      assert.notProperty(withIt.hits[1], "metadata")
    }),
  )

  it.effect("keeps hits of a domain and its subdomains, never of a name that merely ends like it", () =>
    Effect.gen(function* () {
      const urls = [
        "https://example.com/a",
        "https://www.EXAMPLE.com./b",
        "https://notexample.com/c",
        "https://example.com.evil.test/d",
        "https://xn--bcher-kva.example/e",
        "https://93.184.216.34/f",
      ]
      const result = yield* search(
        urls.map((url, at) => row(at, { url })),
        { query: "x", domains: ["example.com", "bücher.example"] },
      )
      assert.deepStrictEqual(
        result.hits.map(({ url }) => url),
        [urls[0], urls[1], urls[4]],
      )
    }),
  )

  it.effect("keeps within the output budget and reports omitted parts", () =>
    Effect.gen(function* () {
      const long = Array.from({ length: 100 }, (_, at) => row(at, { snippet: "s".repeat(500) }))
      const result = yield* search(long, { query: "x", max_results: 100 })
      assert.isAtMost(JSON.stringify(result.hits).length, 20_000 + result.count + 1)
      assert.include(result.message, `Only ${result.count} of 100 hits fit.`)
    }),
  )
})

it.effect("one hit that is too long hides no later ones", () =>
  Effect.gen(function* () {
    const result = yield* search([row(0), row(1, { url: `https://example.com/${"x".repeat(30_000)}` }), row(2)])
    assert.deepStrictEqual(
      result.hits.map(({ title }) => title),
      ["Title 0", "Title 2"],
    )
    assert.include(result.message, "Only 2 of 3 hits fit.")
  }),
)

describe("the backend", () => {
  it.effect("names itself, the ignored filters, and with include_metadata its attempts", () =>
    Effect.gen(function* () {
      const answer = {
        provider: "acme",
        rows: rows(1),
        ignored: ["language"],
        attempts: [{ provider: "acme", outcome: "answered" as const }],
      }
      const backend = Doubles.backend({ search: () => Effect.succeed(answer) })
      const plain = yield* webSearch({ query: "x" }).pipe(Effect.provide(backend))
      assert.deepStrictEqual([plain.provider, plain.ignored, plain.attempts], ["acme", ["language"], undefined])
      const full = yield* webSearch({ query: "x", include_metadata: true }).pipe(Effect.provide(backend))
      assert.deepStrictEqual(full.attempts, answer.attempts)
      const listed = webSearch({ query: "x" }).pipe(Effect.provideService(ListsAttempts, true), Effect.provide(backend))
      assert.deepStrictEqual((yield* listed).attempts, answer.attempts)
    }),
  )

  it.effect("reports only the valid ones of its attempts", () =>
    Effect.gen(function* () {
      const answer: object = {
        provider: "acme",
        rows: [],
        attempts: [
          { provider: "acme", outcome: "exploded" },
          { provider: "acme", outcome: "failed", reason: 7 },
          null,
          { provider: "acme", outcome: "failed", reason: "timeout", secret: "10.0.0.1" },
        ],
      }
      const backend = Doubles.backend({ search: () => Effect.succeed(Object(answer)) })
      const { attempts } = yield* webSearch({ query: "x", include_metadata: true }).pipe(Effect.provide(backend))
      assert.deepStrictEqual(attempts, [{ provider: "acme", outcome: "failed", reason: "timeout" }])
    }),
  )

  it.effect("that hangs is a timeout at search_timeout", () =>
    Effect.gen(function* () {
      const backend = Doubles.backend({ search: () => Effect.never })
      const fiber = yield* Effect.forkChild(wireOf(webSearch({ query: "x" })).pipe(Effect.provide(backend)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )

  it.effect("that is down is a failure, passed on unchanged", () =>
    Effect.gen(function* () {
      const out = WebError.unavailable("acme", "unreachable", "Down.")
      const backend = Doubles.backend({ search: () => Effect.fail(out) })
      assert.deepStrictEqual(yield* wireOf(webSearch({ query: "x" })).pipe(Effect.provide(backend)), out.wire)
    }),
  )

  it.effect("that answers garbage never makes the kernel die", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.anything(),
            fc.array(fc.anything()),
            fc.record({ provider: fc.string(), rows: fc.array(fc.anything()) }),
          ),
          (answer) =>
            Effect.runPromise(
              Effect.map(
                Effect.exit(
                  webSearch({ query: "x", include_metadata: true }).pipe(
                    Effect.provide(Doubles.backend({ search: () => Effect.succeed(Object(answer)) })),
                  ),
                ),
                (exit) => assert.isFalse(Exit.hasDies(exit)),
              ),
            ),
        ),
        { numRuns: 500 },
      ),
    ),
  )
})

it.effect("settings out of bounds are refused by name", () =>
  Effect.gen(function* () {
    for (const [config, setting] of [
      [{ max_length: 10 }, "max_length"],
      [{ search_timeout: "0 s" }, "search_timeout"],
      [{ search_timeout: "soon" }, "search_timeout"],
      [{ ports: "80,70000" }, "ports"],
      [{ user_agent: "a\r\nb" }, "user_agent"],
      [{ max_lenght: 300 }, "max_lenght"],
    ] as const) {
      const error = yield* Effect.flip(Settings.make(Object(config)))
      assert.instanceOf(error, Settings.SettingsError)
      assert.strictEqual(error instanceof Settings.SettingsError && error.setting, setting)
    }
  }),
)
