/** Tests Tavily's mapping: the exact requests, and the rows and errors of its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Json } from "@porthole/provider-kit"
import { type ProviderDouble, ProviderTrial } from "@porthole/provider-kit/testing"
import { tavily } from "../src/tavily.ts"
import { searching, testMapping } from "./support/mapping.ts"
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
      {
        name: "500 that calls something too long",
        answer: refusal(500, "The request took too long."),
        expected: { reason: "tavily_unreachable" },
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

const options = { url: "https://tavily.test", key: "k" }

const headers = { authorization: "Bearer k", "content-type": "application/json" }

const asks = (parameters: Record<string, unknown>) => ({
  method: "POST",
  url: "https://tavily.test/search",
  query: {},
  headers,
  body: { query: "whales", ...parameters },
})

const nothing = { results: [] }

testMapping(tavily, {
  identity: {
    name: "tavily",
    title: "Tavily",
    url: "https://api.tavily.com",
    key: { variable: "TAVILY_API_KEY" },
  },
  nothing,
  requests: [
    [{}, asks({})],
    [{ query: "w".repeat(400) }, asks({ query: "w".repeat(400) })],
    [
      {
        category: "general",
        max_results: 15,
        country: "AT",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["a.example"],
        exclude_domains: ["b.a.example"],
      },
      asks({
        max_results: 15,
        topic: "general",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        include_domains: ["a.example"],
        exclude_domains: ["b.a.example"],
        country: "austria",
      }),
    ],
    [{ max_results: 21 }, asks({ max_results: 20 })],
    [{ time_range: "week" }, asks({ time_range: "week" })],
    [{ freshness_days: 3 }, asks({ start_date: "2026-03-07" })],
    [{ time_range: "week", end_date: "2026-03-09" }, asks({ start_date: "2026-03-03", end_date: "2026-03-09" })],
    [{ category: "news" }, asks({ topic: "news" })],
    [{ category: "news", country: "AT" }, asks({ topic: "news" }), ["country"]],
    [{ country: "GL" }, asks({}), ["country"]],
    [{ language: "de", safesearch: "strict", page: 2 }, asks({}), ["language", "page", "safesearch"]],
  ],
  rows: [
    {
      name: "a full result, without an empty one",
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
      rows: [
        {
          title: "Whales",
          url: "https://example.com/whales",
          snippet: "They sing.",
          metadata: { score: 0.7, published_at: "Tue, 03 Mar 2026 10:00:00 GMT" },
        },
      ],
      unusable: 1,
    },
  ],
  empty: [{ results: null }, { results: [] }, { results: null, error: null }],
  foreign: [{}, { error: "x" }, { results: null, error: "x" }, { results: {} }],
})

const search = searching(tavily, nothing)

it.effect("sends no query of more than 400 characters", () =>
  Effect.map(Effect.flip(search({ query: "w".repeat(401) })), ({ wire }) =>
    assert.deepInclude(wire, { error: "invalid_request", reason: "query" }),
  ),
)

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

describe("a page", () => {
  const page = (mode: "markdown" | "text", answer: ProviderDouble.Outcome) =>
    ProviderTrial.extract(tavily.makeExtract(options), "https://example.com/whales", mode, answer)

  it.effect.each(["markdown", "text"] as const)("is requested by its URL, as %s, and has its last URL", (mode) =>
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

  it.effect("has no title and its own URL if the answer has none", () =>
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

  it.effect("isn't read from foreign data", () =>
    Effect.map(Effect.flip(page("text", { body: { hello: "world" } })), ({ wire }) =>
      assert.strictEqual(wire.reason, "tavily_unreachable"),
    ),
  )
})
