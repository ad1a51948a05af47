/** Tests the checks on a provider's answer: domains, dates, and the fields that it reports as ignored. */
import { assert, describe, it } from "@effect/vitest"
import { type SearchQuery, type WebBackend, webSearch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"

const hosts = ["example.com", "docs.example.com", "notexample.com", "example.org", "xn--bcher-kva.example"]

const row = (url: string, published_at?: unknown) => ({
  title: "T",
  url,
  snippet: "S",
  ...(published_at === undefined ? {} : { metadata: { published_at } }),
})

/** Rows of the first days of March 2026, and one without a date. */
const dated = [1, 2, 3, 4].map((day) => row(`https://day.test/${day}`, `2026-03-0${day}T12:00:00Z`))
const undated = row("https://day.test/none")

/** The answer over a provider that returns these rows and reports these fields as ignored. */
const over = Effect.fnUntraced(function* (
  rows: ReadonlyArray<unknown>,
  input: Partial<SearchQuery.SearchQueryInput>,
  ignored: ReadonlyArray<string> = [],
) {
  yield* TestClock.setTime(Date.UTC(2026, 2, 4, 12))
  const backend = Doubles.backend({ search: () => Effect.succeed({ provider: "acme", rows, ignored }) })
  return yield* Effect.provide(webSearch({ query: "x", ...input }), backend)
})

const ends = (hits: ReadonlyArray<{ readonly url: string }>) => hits.map(({ url }) => url.split("/").at(-1))

describe("hosts excluded", () => {
  const found = (input: Partial<SearchQuery.SearchQueryInput>, ignored: ReadonlyArray<string> = []) =>
    Effect.map(
      over(
        hosts.map((host) => row(`https://${host}/`)),
        input,
        ignored,
      ),
      (result) => ({ hosts: result.hits.map(({ url }) => new URL(url).hostname), message: result.message }),
    )

  it.effect.each([
    [{ exclude_domains: ["Example.COM."] }, ["notexample.com", "example.org", "xn--bcher-kva.example"]],
    [{ exclude_domains: ["docs.example.com", "bücher.example"] }, ["example.com", "notexample.com", "example.org"]],
    [{ domains: ["example.com"], exclude_domains: ["docs.example.com"] }, ["example.com"]],
    [{ domains: ["docs.example.com", "example.org"], exclude_domains: ["example.com"] }, ["example.org"]],
  ] as const)("are left out with all below them: %j", ([input, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found(input), { hosts: Array.from(expected), message: undefined })
    }),
  )

  it.effect("win over the same included domains", () =>
    Effect.gen(function* () {
      const none = yield* found({ domains: ["example.org"], exclude_domains: ["example.org"] })
      assert.deepStrictEqual(none, { hosts: [], message: "No results in these domains. Try without domains." })
    }),
  )

  it.effect("may leave nothing, which is reported", () =>
    Effect.gen(function* () {
      const none = yield* found({ exclude_domains: hosts })
      assert.deepStrictEqual(none, {
        hosts: [],
        message: "No results outside the excluded domains. Try without exclude_domains.",
      })
    }),
  )

  it.effect("are sent to the provider in canonical form, and the error names them", () =>
    Effect.gen(function* () {
      let seen: Option.Option<WebBackend.SearchRequest> = Option.none()
      const backend = Doubles.backend({ search: (query) => Effect.sync(() => ((seen = Option.some(query)), [])) })
      const ask = (exclude_domains: ReadonlyArray<string>) =>
        Effect.provide(webSearch({ query: "x", exclude_domains }), backend)
      yield* ask(["Bücher.example", "EXAMPLE.com.", "example.com"])
      assert.deepStrictEqual(Option.getOrThrow(seen).exclude_domains, ["xn--bcher-kva.example", "example.com"])
      for (const bad of ["https://example.com:8080/", "example.com/path", "example.com:80", "10.0.0.1", "a b"]) {
        const { wire } = yield* Effect.flip(ask([bad]))
        assert.deepInclude(wire, { error: "invalid_request", reason: "exclude_domains" })
        assert.isTrue(wire.message?.startsWith("exclude_domains: "))
      }
    }),
  )
})

describe("dates that the provider couldn't express", () => {
  it.effect.each([
    [{ start_date: "2026-03-03" }, ["3", "4"]],
    [{ end_date: "2026-03-02" }, ["1", "2"]],
    [{ start_date: "2026-03-02", end_date: "2026-03-03" }, ["2", "3"]],
    [{ freshness_days: 1 }, ["3", "4"]],
    [{ time_range: "day" }, ["3", "4"]],
    [{ freshness_days: 1, end_date: "2026-03-03" }, ["3"]],
  ] as const)("are applied, and not reported as ignored: %j", ([input, expected]) =>
    Effect.gen(function* () {
      const result = yield* over(dated, input, Object.keys(input))
      assert.deepStrictEqual<ReadonlyArray<unknown>>(ends(result.hits), expected)
      assert.notProperty(result, "ignored")
      assert.strictEqual(result.message, `Hits with other dates are left out (${4 - expected.length} here).`)
      for (const hit of result.hits) assert.notProperty(hit, "metadata")
    }),
  )

  it.effect("are reported if a shown hit has no date", () =>
    Effect.gen(function* () {
      const result = yield* over([...dated, undated], { start_date: "2026-03-04" }, ["start_date", "language"])
      assert.deepStrictEqual(ends(result.hits), ["4", "none"])
      assert.deepStrictEqual(result.ignored, ["start_date", "language"])
      assert.strictEqual(result.message, "Hits with other dates are left out (3 here).")
      const few = yield* over([...dated, undated], { start_date: "2026-03-04", max_results: 1 }, ["start_date"])
      assert.deepStrictEqual([ends(few.hits), few.ignored], [["4"], undefined])
    }),
  )

  it.effect("that can't be read are no dates", () =>
    Effect.gen(function* () {
      for (const published of ["yesterday", 7, null, {}]) {
        const result = yield* over([row("https://day.test/odd", published)], { end_date: "2026-03-01" }, ["end_date"])
        assert.deepStrictEqual([ends(result.hits), result.ignored], [["odd"], ["end_date"]])
      }
    }),
  )

  it.effect("are judged in UTC", () =>
    Effect.gen(function* () {
      const late = row("https://day.test/late", "2026-03-02T23:30:00-05:00")
      const result = yield* over([late], { end_date: "2026-03-02" }, ["end_date"])
      assert.deepStrictEqual([result.count, result.message], [0, "No results with these dates. Try without dates."])
    }),
  )

  it.effect("alone are compared with the hits: the provider's own filters don't count", () =>
    Effect.gen(function* () {
      const both = { start_date: "2026-03-02", end_date: "2026-03-03" } as const
      assert.deepStrictEqual(ends((yield* over(dated, both)).hits), ["1", "2", "3", "4"])
      assert.deepStrictEqual(ends((yield* over(dated, both, ["end_date"])).hits), ["1", "2", "3"])
    }),
  )

  it.effect("leave as many hits as are wanted, as far as there are", () =>
    Effect.gen(function* () {
      const result = yield* over(dated, { start_date: "2026-03-03", max_results: 2 }, ["start_date"])
      assert.deepStrictEqual(ends(result.hits), ["3", "4"])
    }),
  )

  it.effect("that leave no day are refused before any provider is called", () =>
    Effect.gen(function* () {
      for (const [input, reason] of [
        [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "start_date"],
        [{ time_range: "day", end_date: "2026-03-01" }, "end_date"],
      ] as const) {
        yield* TestClock.setTime(Date.UTC(2026, 2, 4))
        const { wire } = yield* Effect.flip(Effect.provide(webSearch({ query: "x", ...input }), Doubles.backend({})))
        assert.deepInclude(wire, { error: "invalid_request", reason })
      }
    }),
  )
})

describe("the filters that a provider ignored", () => {
  it.effect.each([
    [{}, ["domains", "exclude_domains", "max_results", "include_metadata", "page"], undefined],
    [{ page: 1, max_results: 3, domains: ["day.test"] }, ["page", "max_results", "domains"], undefined],
    [{ page: 2 }, ["page"], ["page"]],
    [{ country: "at", safesearch: "strict" }, ["country", "safesearch", "country"], ["country", "safesearch"]],
    [{}, ["start_date", "time_range"], undefined],
  ] as const)("%j, %j is reported as %j", ([input, ignored, reported]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* over([undated], input, ignored)).ignored, reported)
    }),
  )
})
