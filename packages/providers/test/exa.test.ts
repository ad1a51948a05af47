/** Tests Exa's mapping: the exact requests, and the rows and errors of its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ProviderDouble, ProviderTrial } from "@porthole/provider-kit/testing"
import { exa } from "../src/exa.ts"
import { testMapping } from "./support/mapping.ts"
import { testExtract, testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  id: `https://example.com/${at}`,
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  publishedDate: "2026-03-01T00:00:00.000Z",
  author: null,
  highlights: ["Large animals of the sea."],
  highlightScores: [0.9],
})

const envelope = (results: ReadonlyArray<unknown>) => ({
  requestId: "0",
  results,
  resolvedSearchType: "neural",
  costDollars: { total: 0.005 },
})

const refusal = (status: number, tag: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { "retry-after": "0", ...headers },
  body: { requestId: "0", error: "No.", tag },
})

const unreachable = { reason: "exa_unreachable" }
const spent = { reason: "exa_quota_exceeded" }

const refusals = [
  { name: "400", answer: refusal(400, "INVALID_REQUEST_BODY"), expected: unreachable },
  { name: "401", answer: refusal(401, "INVALID_API_KEY"), expected: { reason: "exa_unauthorized" } },
  { name: "402", answer: refusal(402, "NO_MORE_CREDITS"), expected: spent },
  { name: "402 of a key's budget", answer: refusal(402, "API_KEY_BUDGET_EXCEEDED"), expected: spent },
  { name: "403", answer: refusal(403, "ACCESS_DENIED"), expected: { reason: "exa_unauthorized" } },
  { name: "409", answer: refusal(409, "CONFLICT"), expected: unreachable },
  { name: "422", answer: refusal(422, "INVALID_REQUEST"), expected: unreachable },
  { name: "503", answer: refusal(503, "SERVICE_OVERLOADED"), expected: unreachable },
  { name: "504", answer: refusal(504, "TIMEOUT"), expected: unreachable },
  {
    name: "429 without a tag",
    answer: { status: 429, headers: { "retry-after": "30" }, body: { error: "Rate limit exceeded" } },
    expected: { reason: "exa_rate_limited" },
  },
]

describe("search", () => {
  testSearch(exa, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { title: null }]) },
    refusals: [
      ...refusals,
      { name: "400 of too many", answer: refusal(400, "NUM_RESULTS_EXCEEDED"), expected: unreachable },
    ],
  })
})

describe("extract", () => {
  const url = "https://example.com/whales"
  const status = (tag: string, httpStatusCode: number) => ({
    body: { ...envelope([]), statuses: [{ id: url, status: "error", error: { tag, httpStatusCode } }] },
  })
  const unread = { error: "extraction_failed" } as const
  testExtract(exa, {
    modes: ["markdown"],
    found: {
      body: {
        ...envelope([{ id: url, url, title: "Whales", text: "# Whales\n\nThey sing." }]),
        statuses: [{ id: url, status: "success" }],
      },
    },
    refusals: [
      ...refusals,
      { name: "a page that isn't there", answer: status("CRAWL_NOT_FOUND", 404), expected: { error: "http_error" } },
      { name: "a site that is slow", answer: status("CRAWL_TIMEOUT", 408), expected: { error: "timeout" } },
      {
        name: "a live crawl that is slow",
        answer: status("CRAWL_LIVECRAWL_TIMEOUT", 408),
        expected: { error: "timeout" },
      },
      { name: "a source that is closed", answer: status("SOURCE_NOT_AVAILABLE", 403), expected: unread },
      { name: "a crawl that failed", answer: status("CRAWL_UNKNOWN_ERROR", 500), expected: unread },
      { name: "a tag of tomorrow", answer: status("UNSUPPORTED_URL", 400), expected: unread },
      { name: "a page in neither list", answer: { body: envelope([]) }, expected: unread },
      { name: "a page without text", answer: { body: envelope([{ url, title: "Whales" }]) }, expected: unread },
      { name: "400 of the URL", answer: refusal(400, "INVALID_URLS"), expected: unread },
      { name: "503 of its content", answer: refusal(503, "NO_CONTENT_FOUND"), expected: unreachable },
      { name: "400 of its content", answer: refusal(400, "NO_CONTENT_FOUND"), expected: unread },
    ],
  })
})

testLive(exa, ["EXA_API_KEY"])

const options = { url: "https://exa.test", key: "k" }

const asks = (parameters: Record<string, unknown>) => ({
  method: "POST",
  url: "https://exa.test/search",
  query: {},
  headers: { "content-type": "application/json", "x-api-key": "k" },
  body: { query: "whales", ...parameters, contents: { highlights: true } },
})

testMapping(exa, {
  identity: { name: "exa", title: "Exa", url: "https://api.exa.ai", key: { variable: "EXA_API_KEY" } },
  nothing: { results: [] },
  requests: [
    [{}, asks({})],
    [
      {
        category: "news",
        max_results: 30,
        country: "AT",
        safesearch: "strict",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["a.example"],
        exclude_domains: ["b.a.example"],
      },
      asks({
        numResults: 30,
        category: "news",
        startPublishedDate: "2026-01-05T00:00:00.000Z",
        endPublishedDate: "2026-02-06T23:59:59.999Z",
        includeDomains: ["a.example"],
        excludeDomains: ["b.a.example"],
        userLocation: "AT",
        moderation: true,
      }),
    ],
    [{ category: "general" }, asks({})],
    [{ max_results: 101 }, asks({ numResults: 100 })],
    [{ time_range: "week" }, asks({ startPublishedDate: "2026-03-03T00:00:00.000Z" })],
    [{ freshness_days: 3 }, asks({ startPublishedDate: "2026-03-07T00:00:00.000Z" })],
    [{ safesearch: "off" }, asks({ moderation: false })],
    [{ safesearch: "moderate" }, asks({}), ["safesearch"]],
    [{ page: 2, language: "de" }, asks({}), ["language", "page"]],
  ],
  rows: [
    {
      name: "full and of sparse results",
      body: {
        results: [
          {
            title: "Whales",
            url: "https://example.com/whales",
            publishedDate: "2026-03-01T00:00:00.000Z",
            score: 0.7,
            image: "https://example.com/1.jpg",
            highlights: ["They sing.", "They dive.", 7],
            text: "All of it.",
          },
          { title: "Text", url: "https://example.com/text", text: "Only text.", highlights: [] },
          { title: null, publishedDate: null, score: null },
        ],
      },
      rows: [
        {
          title: "Whales",
          url: "https://example.com/whales",
          snippet: "They sing. … They dive.",
          metadata: {
            score: 0.7,
            published_at: "2026-03-01T00:00:00.000Z",
            thumbnail: "https://example.com/1.jpg",
          },
        },
        {
          title: "Text",
          url: "https://example.com/text",
          snippet: "Only text.",
          metadata: { score: undefined, published_at: undefined, thumbnail: undefined },
        },
      ],
      unusable: 1,
    },
  ],
  empty: [{ results: null }, { requestId: "x" }, { requestId: "x", results: null }],
  foreign: [{}, { requestId: "x", error: "x" }, { requestId: "x", error: "x", results: null }, { requestId: 1 }],
})

const page = (answer: ProviderDouble.Outcome) =>
  ProviderTrial.extract(exa.makeExtract(options), "https://example.com/whales", "markdown", answer)

describe("a page", () => {
  it.effect("is requested by its URL, and has its last URL", () =>
    Effect.map(
      page({
        body: {
          results: [
            {
              url: "https://example.com/whales/",
              title: "All about whales",
              text: "# Whales\n\nThey [sing](https://example.com/song).",
            },
          ],
        },
      }),
      ({ row, sent }) => {
        assert.deepStrictEqual(sent, [
          {
            method: "POST",
            url: "https://exa.test/contents",
            query: {},
            headers: { "content-type": "application/json", "x-api-key": "k" },
            body: { urls: ["https://example.com/whales"], text: true },
          },
        ])
        assert.deepStrictEqual(row, {
          title: "All about whales",
          url: "https://example.com/whales/",
          content: "# Whales\n\nThey [sing](https://example.com/song).",
          links: ["https://example.com/song"],
          status_code: 200,
        })
      },
    ),
  )

  it.effect("has the title of its text and its own URL if the answer has none", () =>
    Effect.map(page({ body: { results: [{ text: "# Whales" }] } }), ({ row }) =>
      assert.deepStrictEqual(row, {
        title: "Whales",
        url: "https://example.com/whales",
        content: "# Whales",
        links: [],
        status_code: 200,
      }),
    ),
  )

  it.effect("has no title if the answer has none", () =>
    Effect.map(page({ body: { results: [{ text: "They sing." }] } }), ({ row }) =>
      assert.deepInclude(row, { title: "" }),
    ),
  )

  it.effect.each<[Record<string, unknown>, number]>([
    [{ tag: "CRAWL_NOT_FOUND", httpStatusCode: 410 }, 410],
    [{ tag: "CRAWL_NOT_FOUND" }, 404],
  ])("that doesn't exist: %j", ([error, status_code]) =>
    Effect.map(Effect.flip(page({ body: { results: [], statuses: [{ error }] } })), ({ wire }) =>
      assert.deepInclude(wire, { error: "http_error", status_code }),
    ),
  )

  it.effect("isn't read from foreign data", () =>
    Effect.map(Effect.flip(page({ body: { hello: "world" } })), ({ wire }) =>
      assert.strictEqual(wire.reason, "exa_unreachable"),
    ),
  )
})
