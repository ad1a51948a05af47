/** Tests Serper's mapping: the exact requests, and the rows and errors of its answers. */
import { describe } from "@effect/vitest"
import { serper } from "../src/serper.ts"
import { testMapping } from "./support/mapping.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  link: `https://example.com/${at}`,
  snippet: "Large animals of the sea.",
  date: "Mar 3, 2026",
  position: at + 1,
})

const envelope = (organic?: ReadonlyArray<unknown>) => ({
  searchParameters: { q: "whales", type: "search", engine: "google" },
  ...(organic === undefined ? {} : { organic }),
  credits: 1,
})

const refusal = (statusCode: number, message: string, headers: Record<string, string> = {}) => ({
  status: statusCode,
  headers,
  body: { message, statusCode },
})

describe("search", () => {
  testSearch(serper, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope() },
    badRow: { body: envelope([result(0), { title: "no link" }]) },
    refusals: [
      { name: "400", answer: refusal(400, "Missing query parameter"), expected: { reason: "serper_unreachable" } },
      {
        name: "400 without credits",
        answer: refusal(400, "Not enough credits"),
        expected: { reason: "serper_quota_exceeded" },
      },
      {
        name: "another status with the same words",
        answer: refusal(418, "Not enough credits"),
        expected: { reason: "serper_unreachable" },
      },
      { name: "401", answer: refusal(401, "Unauthorized."), expected: { reason: "serper_unauthorized" } },
      { name: "403", answer: refusal(403, "Unauthorized."), expected: { reason: "serper_unauthorized" } },
      {
        name: "429",
        answer: refusal(429, "Too many requests", { "retry-after": "30" }),
        expected: { reason: "serper_rate_limited" },
      },
    ],
  })
})

testLive(serper, ["SERPER_API_KEY"])

const full = {
  title: "Whales",
  link: "https://example.com/whales",
  snippet: "They sing.",
  date: "Mar 3, 2026",
  imageUrl: "https://example.com/1.jpg",
  position: 1,
}
const row = {
  title: "Whales",
  url: "https://example.com/whales",
  snippet: "They sing.",
  metadata: {
    engine: "google",
    category: undefined,
    published_at: "Mar 3, 2026",
    thumbnail: "https://example.com/1.jpg",
  },
}

const asks = (parameters: Record<string, unknown>, kind = "search") => ({
  method: "POST",
  url: `https://serper.test/${kind}`,
  query: {},
  headers: { "content-type": "application/json", "x-api-key": "k" },
  body: { q: "whales", ...parameters },
})

testMapping(serper, {
  identity: {
    name: "serper",
    title: "Serper",
    url: "https://google.serper.dev",
    key: { variable: "SERPER_API_KEY" },
  },
  nothing: { searchParameters: {} },
  requests: [
    [{}, asks({})],
    [
      {
        category: "news",
        max_results: 30,
        page: 2,
        language: "de-AT",
        country: "AT",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["a.example", "b.example"],
        exclude_domains: ["c.a.example"],
      },
      asks(
        {
          q: "whales (site:a.example OR site:b.example) -site:c.a.example",
          num: 30,
          page: 2,
          tbs: "cdr:1,cd_min:1/5/2026,cd_max:2/6/2026",
          gl: "at",
          hl: "de",
        },
        "news",
      ),
    ],
    [{ category: "general" }, asks({})],
    [{ max_results: 100 }, asks({ num: 100 })],
    [{ max_results: 101 }, asks({ num: 100 })],
    [{ time_range: "week" }, asks({ tbs: "qdr:w" })],
    [{ freshness_days: 3 }, asks({ tbs: "cdr:1,cd_min:3/7/2026" })],
    [{ language: "xx" }, asks({}), ["language"]],
    [{ safesearch: "strict" }, asks({}), ["safesearch"]],
    [{ domains: ["d".repeat(2_048)] }, asks({}), ["domains"]],
    [{ exclude_domains: Array.from({ length: 32 }, () => "a.io") }, asks({}), ["exclude_domains"]],
  ],
  rows: [
    {
      name: "a full result, without an empty one",
      body: { searchParameters: {}, organic: [full, {}] },
      rows: [row],
      unusable: 1,
    },
    {
      name: "news",
      query: { category: "news" },
      body: { news: [full] },
      rows: [{ ...row, metadata: { ...row.metadata, category: "news" } }],
    },
  ],
  empty: [{ organic: null }, { credits: 1 }, { searchParameters: {}, organic: null }],
  foreign: [{}, { message: "x" }, { organic: null, error: "x" }, { credits: "many" }, { hello: "world" }],
})
