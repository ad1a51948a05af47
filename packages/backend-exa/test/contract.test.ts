/** Exa's halves as the kernel's suites want them, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Exa } from "../src/index.ts"

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
  const cases = ProviderSuite.searchCases({
    identity: Exa.identity,
    search: Exa.makeSearch,
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { title: null }]) },
    refusals: [
      ...refusals,
      { name: "400 of too many", answer: refusal(400, "NUM_RESULTS_EXCEEDED"), expected: unreachable },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})

describe("extract", () => {
  const url = "https://example.com/whales"
  const status = (tag: string, httpStatusCode: number) => ({
    body: { ...envelope([]), statuses: [{ id: url, status: "error", error: { tag, httpStatusCode } }] },
  })
  const unread = { error: "extraction_failed" } as const
  const cases = ProviderSuite.extractCases({
    identity: Exa.identity,
    extract: Exa.makeExtract,
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
      { name: "400 of its content", answer: refusal(400, "NO_CONTENT_FOUND"), expected: unread },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
