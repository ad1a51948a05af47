import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import type { SearchQuery } from "@porthole/core"
import { ProviderTrial } from "@porthole/provider-kit/testing"
import { searxng } from "../src/Searxng.ts"
import { withoutExternalBangs } from "../src/SearxngQuery.ts"

/** The parameters that a query becomes, and the fields reported as ignored. */
const made = Effect.fnUntraced(function* (query: Partial<SearchQuery.SearchQuery>) {
  yield* TestClock.setTime(Date.UTC(2026, 2, 31, 12))
  const backend = searxng.makeSearch({ url: "http://searx.test" })
  const { answer, sent } = yield* ProviderTrial.search(
    backend,
    { query: "whales", ...query },
    { body: { results: [] } },
  )
  return { parameters: sent[0]?.query ?? {}, ignored: answer.ignored ?? [] }
})

const parametersOf = (query: Partial<SearchQuery.SearchQuery>) =>
  Effect.map(made(query), ({ parameters }) => parameters)

describe("parameters", () => {
  it.effect("are the query and the format if the request has nothing else", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parametersOf({}), { q: "whales", format: "json" })
    }),
  )

  it.effect("carry category, language and time range, and no count", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* parametersOf({
          category: "news",
          language: "de-AT",
          time_range: "week",
          max_results: 3,
          include_metadata: true,
        }),
        { q: "whales", format: "json", categories: "news", language: "de-AT", time_range: "week" },
      )
    }),
  )

  it.effect("are listed as ignored only if they aren't sent", () =>
    Effect.gen(function* () {
      const { ignored } = yield* made({
        category: "news",
        language: "de-AT",
        country: "AT",
        time_range: "week",
        safesearch: "strict",
        page: 2,
        domains: ["example.com"],
      })
      assert.deepStrictEqual(ignored, [])
    }),
  )

  for (const [written, sent] of [
    ["en", "en"],
    ["DE", "de"],
    ["de_at", "de-AT"],
    ["zh-Hans-CN", "zh-CN"],
    ["zh-Hant", "zh-Hant"],
    ["xx-YY-zz", "xx-YY-ZZ"],
    ["all", "all"],
    ["auto", "auto"],
  ] as const) {
    it.effect(`send the language ${written} as ${sent}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* parametersOf({ language: written }))["language"], sent)
      }),
    )
  }

  it.effect("carry page and safe search", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parametersOf({ page: 3, safesearch: "strict" }), {
        q: "whales",
        format: "json",
        safesearch: "2",
        pageno: "3",
      })
      assert.strictEqual((yield* parametersOf({ safesearch: "off" }))["safesearch"], "0")
      assert.strictEqual((yield* parametersOf({ safesearch: "moderate" }))["safesearch"], "1")
    }),
  )

  for (const [language, country, sent, ignored] of [
    ["de", "AT", "de-AT", []],
    ["DE", "AT", "de-AT", []],
    ["de-AT", "AT", "de-AT", []],
    ["de_at", "AT", "de-AT", []],
    ["de-CH", "AT", "de-CH", ["country"]],
    ["zh-Hant", "TW", "zh-TW", []],
    ["zh-Hans-CN", "TW", "zh-CN", ["country"]],
    ["es-419", "MX", "es-419", ["country"]],
    ["all", "AT", "all", ["country"]],
    ["auto", "AT", "auto", ["country"]],
    [undefined, "AT", undefined, ["country"]],
  ] as const) {
    it.effect(`send ${language} and ${country} as ${sent}`, () =>
      Effect.gen(function* () {
        const query = yield* made({ country, ...(language === undefined ? {} : { language }) })
        assert.strictEqual(query.parameters["language"], sent)
        assert.deepStrictEqual<ReadonlyArray<string>>(query.ignored, ignored)
      }),
    )
  }

  for (const [dates, range, ignored] of [
    [{ time_range: "month" }, "month", []],
    [{ freshness_days: 7 }, "week", []],
    [{ freshness_days: 3 }, "week", ["freshness_days"]],
    [{ freshness_days: 1_000 }, undefined, ["freshness_days"]],
    [{ start_date: "2026-03-30" }, "day", ["start_date"]],
    [{ end_date: "2026-03-30" }, undefined, ["end_date"]],
    [{ start_date: "2026-03-03", end_date: "2026-03-04" }, "month", ["end_date", "start_date"]],
    [{ time_range: "year", start_date: "2026-03-30" }, "day", ["start_date"]],
  ] as const) {
    it.effect(`send ${JSON.stringify(dates)} as ${range}`, () =>
      Effect.gen(function* () {
        const query = yield* made(dates)
        assert.strictEqual(query.parameters["time_range"], range)
        assert.deepStrictEqual<ReadonlyArray<string>>(query.ignored, ignored)
      }),
    )
  }

  it.effect("leave several domains, and excluded ones, to the kernel and report that", () =>
    Effect.gen(function* () {
      const exclude_domains = ["example.net"]
      assert.deepStrictEqual((yield* made({ domains: ["example.com"] })).ignored, [])
      assert.deepStrictEqual((yield* made({ domains: ["example.com", "example.org"], exclude_domains })).ignored, [
        "domains",
        "exclude_domains",
      ])
      assert.strictEqual((yield* parametersOf({ exclude_domains }))["q"], "whales")
    }),
  )

  it.effect("name one domain in the query and leave several to the kernel", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parametersOf({ domains: ["example.com"] }))["q"], "whales site:example.com")
      assert.strictEqual((yield* parametersOf({ domains: ["example.com", "example.org"] }))["q"], "whales")
      assert.strictEqual((yield* parametersOf({ domains: [] }))["q"], "whales")
    }),
  )
})

describe("external bangs", () => {
  for (const [requested, sent] of [
    ["!!w whales", "w whales"],
    ["whales !!w", "whales w"],
    ["whales\t!!w\n!!g", "whales\tw\ng"],
    ["!!!!g whales", "g whales"],
    ["whales !! ships", "whales  ships"],
    ["whales\u00a0!!g", "whales\u00a0g"],
    ["whales\u3000!!g", "whales\u3000g"],
    ["whales\u001f!!g", "whales\u001fg"],
    ["wow!! whales", "wow!! whales"],
    ["a!!b", "a!!b"],
    ["!news whales", "!news whales"],
    [":de <3 whales !important", ":de <3 whales !important"],
  ] as const) {
    it.effect(`${JSON.stringify(requested)} is sent as ${JSON.stringify(sent)}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* parametersOf({ query: requested }))["q"], sent)
      }),
    )
  }

  it.effect("alone are an empty search", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(made({ query: "!! !!!" }))
      assert.deepStrictEqual([error.error, error.reason], ["invalid_request", "query"])
    }),
  )

  it("are in no part of any query that is sent", () => {
    const piece = fc.oneof(
      fc.constantFrom("!!", "!", "!!g", " ", "\t", "\u00a0", "\u0085", "\u001c", "\u2028", ":de", "<3", "a"),
      fc.string({ unit: "binary", maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // White space as Python's `str.isspace` and `\s` have it.
        // oxlint-disable-next-line no-control-regex
        const parts = withoutExternalBangs(pieces.join("")).split(/[\s\u001c-\u001f\u0085]+/u)
        return parts.every((part) => !part.startsWith("!!"))
      }),
      { numRuns: 500 },
    )
  })
})
