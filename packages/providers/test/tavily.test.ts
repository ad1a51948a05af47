/** Tavily's mapping: what exactly is asked, and what is made of an answer. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import { Json } from "@porthole/core/provider"
import { type ProviderDouble, ProviderTrial } from "@porthole/core/testing"
import { tavily } from "../src/tavily.ts"
import { testExtract, testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  content: "Large animals of the sea.",
  score: 0.9 - at / 10,
  raw_content: null,
})

const envelope = (results: ReadonlyArray<unknown>) => ({
  query: "whales",
  answer: null,
  images: [],
  results,
  response_time: "0.83",
  request_id: "00000000-0000-0000-0000-000000000000",
})

const refusal = (status: number, text: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { detail: { error: text } },
})

describe("search", () => {
  testSearch(tavily, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      { name: "400", answer: refusal(400, "Invalid country."), expected: { reason: "tavily_unreachable" } },
      {
        name: "400 of a long query",
        answer: refusal(400, "Query is too long. Max query length is 400 characters."),
        expected: { error: "invalid_request", reason: "query" },
      },
      { name: "422", answer: { status: 422, body: { detail: [] } }, expected: { reason: "tavily_unreachable" } },
      { name: "401", answer: refusal(401, "Unauthorized"), expected: { reason: "tavily_unauthorized" } },
      { name: "403", answer: refusal(403, "Not allowed"), expected: { reason: "tavily_unauthorized" } },
      {
        name: "429",
        answer: refusal(429, "Slow down", { "retry-after": "30" }),
        expected: { reason: "tavily_rate_limited", retry_after: 30 },
      },
      { name: "432", answer: refusal(432, "Plan limit"), expected: { reason: "tavily_quota_exceeded" } },
      { name: "433", answer: refusal(433, "Pay-as-you-go limit"), expected: { reason: "tavily_quota_exceeded" } },
    ],
  })
})

describe("extract", () => {
  testExtract(tavily, {
    modes: ["markdown", "text"],
    found: {
      body: {
        results: [
          { url: "https://example.com/whales", raw_content: "# Whales\n\nThey [sing](https://example.com/song)." },
        ],
        failed_results: [],
        response_time: 0.1,
      },
    },
    refusals: [
      {
        name: "a page that can't be read",
        answer: { body: { results: [], failed_results: [{ url: "https://example.com/whales", error: "403" }] } },
        expected: { error: "extraction_failed" },
      },
      { name: "401", answer: refusal(401, "Unauthorized"), expected: { reason: "tavily_unauthorized" } },
      { name: "432", answer: refusal(432, "Plan limit"), expected: { reason: "tavily_quota_exceeded" } },
      { name: "433", answer: refusal(433, "Pay-as-you-go limit"), expected: { reason: "tavily_quota_exceeded" } },
    ],
  })
})

testLive(tavily, ["TAVILY_API_KEY"])

it("is who it says", () => {
  assert.deepStrictEqual(tavily.identity, {
    name: "tavily",
    title: "Tavily",
    url: "https://api.tavily.com",
    key: { variable: "TAVILY_API_KEY" },
  })
})

const options = { url: "https://tavily.test", key: "k" }

const headers = { authorization: "Bearer k", "content-type": "application/json" }

const search = (query: Partial<WebBackend.SearchRequest>, answer: ProviderDouble.Outcome = { body: { results: [] } }) =>
  Effect.andThen(
    TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
    ProviderTrial.search(tavily.makeSearch(options), { query: "whales", ...query }, answer),
  )

describe("the request of a search", () => {
  it.effect("that is plain", () =>
    Effect.map(search({}), ({ answer, sent }) => {
      assert.deepStrictEqual(sent, [
        { method: "POST", url: "https://tavily.test/search", query: {}, headers, body: { query: "whales" } },
      ])
      assert.deepStrictEqual(answer, { provider: "tavily", rows: [] })
    }),
  )

  it.effect("holds 400 characters at most; a longer one isn't made", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* search({ query: "w".repeat(400) })).sent, 1)
      const { wire } = yield* Effect.flip(search({ query: "w".repeat(401) }))
      assert.deepInclude(wire, { error: "invalid_request", reason: "query" })
    }),
  )

  it.effect("that says everything", () =>
    Effect.map(
      search({
        category: "general",
        max_results: 15,
        country: "AT",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["a.example"],
        exclude_domains: ["b.a.example"],
      }),
      ({ answer, sent: [request] }) => {
        assert.deepStrictEqual(request?.body, {
          query: "whales",
          max_results: 15,
          topic: "general",
          start_date: "2026-01-05",
          end_date: "2026-02-06",
          include_domains: ["a.example"],
          exclude_domains: ["b.a.example"],
          country: "austria",
        })
        assert.isUndefined(answer.ignored)
      },
    ),
  )

  it.effect.each<[Partial<WebBackend.SearchRequest>, Record<string, unknown>, ReadonlyArray<string> | undefined]>([
    [{ max_results: 21 }, { max_results: 20 }, undefined],
    [{ time_range: "week" }, { time_range: "week" }, undefined],
    [{ freshness_days: 3 }, { start_date: "2026-03-07" }, undefined],
    [{ time_range: "week", end_date: "2026-03-09" }, { start_date: "2026-03-03", end_date: "2026-03-09" }, undefined],
    [{ category: "news" }, { topic: "news" }, undefined],
    [{ category: "news", country: "AT" }, { topic: "news" }, ["country"]],
    [{ country: "GL" }, {}, ["country"]],
    [{ language: "de", safesearch: "strict", page: 2 }, {}, ["language", "page", "safesearch"]],
  ])("%j", ([query, expected, ignored]) =>
    Effect.map(search(query), ({ answer, sent: [request] }) => {
      assert.deepStrictEqual(request?.body, { query: "whales", ...expected })
      assert.deepStrictEqual(answer.ignored, ignored)
    }),
  )
})

describe("a country's name", () => {
  const nameOf = (country: string) =>
    Effect.map(search({ country }), ({ sent: [request] }) => Json.text(request?.body, "country"))

  it.effect.each<[string, string]>([
    ["AT", "austria"],
    ["US", "united states"],
    ["ES", "spain"],
    ["KE", "kenya"],
    ["NZ", "new zealand"],
    ["ZA", "south africa"],
    ["BA", "bosnia and herzegovina"],
    ["CD", "congo"],
    ["CG", "congo"],
    ["CZ", "czech republic"],
    ["MK", "north macedonia"],
    ["MM", "myanmar"],
    ["TR", "turkey"],
    ["TT", "trinidad and tobago"],
  ])("%s is %s", ([code, name]) => Effect.map(nameOf(code), (sent) => assert.strictEqual(sent, name)))

  it.effect.each(["GL", "HK", "VA", "ZZ", "EU"])("%s isn't among them", (code) =>
    Effect.map(nameOf(code), (sent) => assert.isUndefined(sent)),
  )
})

describe("the rows", () => {
  it.effect("of nothing are none, and an error is no answer", () =>
    Effect.gen(function* () {
      for (const body of [{ results: null }, { results: [] }, { results: null, error: null }]) {
        assert.deepStrictEqual((yield* search({}, { body })).answer.rows, [], JSON.stringify(body))
      }
      for (const body of [{}, { error: "x" }, { results: null, error: "x" }, { results: {} }]) {
        const error = yield* Effect.flip(search({}, { body }))
        assert.strictEqual(error.reason, "tavily_unreachable", JSON.stringify(body))
      }
    }),
  )

  it.effect("of a full result, without an empty one", () =>
    Effect.map(
      search(
        {},
        {
          body: {
            results: [
              {
                title: "Whales",
                url: "https://example.com/whales",
                content: "They sing.",
                score: 0.7,
                raw_content: null,
                published_date: "Tue, 03 Mar 2026 10:00:00 GMT",
              },
              {},
            ],
          },
        },
      ),
      ({ answer }) =>
        assert.deepStrictEqual(answer.rows, [
          {
            title: "Whales",
            url: "https://example.com/whales",
            snippet: "They sing.",
            metadata: { score: 0.7, published_at: "Tue, 03 Mar 2026 10:00:00 GMT" },
          },
        ]),
    ),
  )
})

describe("a page", () => {
  const page = (mode: "markdown" | "text", answer: ProviderDouble.Outcome) =>
    ProviderTrial.extract(tavily.makeExtract(options), "https://example.com/whales", mode, answer)

  it.effect.each(["markdown", "text"] as const)("is asked for by its URL, as %s, and told as it ended up", (mode) =>
    Effect.map(
      page(mode, {
        body: {
          results: [
            {
              url: "https://example.com/whales/",
              raw_content: "# Whales\n\nThey [sing](https://example.com/song).",
            },
          ],
          failed_results: [],
        },
      }),
      ({ row, sent }) => {
        assert.deepStrictEqual(sent, [
          {
            method: "POST",
            url: "https://tavily.test/extract",
            query: {},
            headers,
            body: { urls: ["https://example.com/whales"], format: mode },
          },
        ])
        assert.deepStrictEqual(row, {
          title: "Whales",
          url: "https://example.com/whales/",
          content: "# Whales\n\nThey [sing](https://example.com/song).",
          links: ["https://example.com/song"],
          status_code: 200,
        })
      },
    ),
  )

  it.effect("has no title and its own URL where nothing else is told", () =>
    Effect.map(page("text", { body: { results: [{ raw_content: "They sing." }] } }), ({ row }) =>
      assert.deepStrictEqual(row, {
        title: "",
        url: "https://example.com/whales",
        content: "They sing.",
        links: [],
        status_code: 200,
      }),
    ),
  )

  it.effect("isn't read out of what isn't Tavily's", () =>
    Effect.map(Effect.flip(page("text", { body: { hello: "world" } })), ({ wire }) =>
      assert.strictEqual(wire.reason, "tavily_unreachable"),
    ),
  )
})
