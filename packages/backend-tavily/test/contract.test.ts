/** Tavily's search as the kernel's suites want it, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Tavily } from "../src/index.ts"

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
  const cases = ProviderSuite.searchCases({
    identity: Tavily.identity,
    search: Tavily.makeSearch,
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
  for (const { name, run } of cases) it.live(name, () => run)
})

describe("extract", () => {
  const cases = ProviderSuite.extractCases({
    identity: Tavily.identity,
    extract: Tavily.makeExtract,
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
  for (const { name, run } of cases) it.live(name, () => run)
})
