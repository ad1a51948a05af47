/** Firecrawl's search and pages as the kernel's suites want them, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Firecrawl } from "../src/index.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  description: "Large animals of the sea.",
  url: `https://example.com/${at}`,
  position: at + 1,
})

const envelope = (web: ReadonlyArray<unknown>) => ({ success: true, data: { web }, creditsUsed: 2 })

const refusal = (status: number, code?: string, rest: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { success: false, code, error: "No.", ...rest },
})

const atOnce = { "retry-after": "0" }

const limits = [
  { name: "401", answer: refusal(401), expected: { reason: "firecrawl_unauthorized" } },
  { name: "402", answer: refusal(402), expected: { reason: "firecrawl_quota_exceeded" } },
  {
    name: "429",
    answer: refusal(429, undefined, {}, { "retry-after": "30" }),
    expected: { reason: "firecrawl_rate_limited", retry_after: 30 },
  },
  {
    name: "429 with a hint of its own",
    answer: refusal(429, undefined, { details: { retryAfterSeconds: 40 } }, { "retry-after": "30" }),
    expected: { reason: "firecrawl_rate_limited", retry_after: 40 },
  },
  {
    name: "a full queue",
    answer: refusal(408, "CONCURRENCY_QUEUE_TIMEOUT", {}, atOnce),
    expected: { reason: "firecrawl_rate_limited" },
  },
  { name: "400", answer: refusal(400, "BAD_REQUEST"), expected: { reason: "firecrawl_unreachable" } },
  { name: "a success that is none", answer: refusal(200), expected: { reason: "firecrawl_unreachable" } },
  {
    name: "a success that is none, with data",
    answer: refusal(200, undefined, { data: { markdown: "# Whales", web: [] } }),
    expected: { reason: "firecrawl_unreachable", message: "Firecrawl answered with an error." },
  },
] as const

describe("search", () => {
  const cases = ProviderSuite.searchCases({
    identity: Firecrawl.identity,
    search: Firecrawl.makeSearch,
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      ...limits,
      { name: "403", answer: refusal(403), expected: { reason: "firecrawl_unauthorized" } },
      {
        name: "hits that didn't come in time",
        answer: { body: { ...envelope([]), warning: "The search ran out of time." } },
        expected: { reason: "firecrawl_unreachable" },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})

describe("extract", () => {
  const unread = { error: "extraction_failed" } as const
  const cases = ProviderSuite.extractCases({
    identity: Firecrawl.identity,
    extract: Firecrawl.makeExtract,
    modes: ["markdown"],
    found: {
      body: {
        success: true,
        data: {
          markdown: "# Whales\n\nThey [sing](https://example.com/song).",
          metadata: { title: "Whales", url: "https://example.com/whales", statusCode: 200 },
        },
      },
    },
    refusals: [
      ...limits,
      { name: "403", answer: refusal(403, "UNSUPPORTED_SITE"), expected: unread },
      { name: "408", answer: refusal(408, "SCRAPE_TIMEOUT", {}, atOnce), expected: { error: "timeout" } },
      { name: "no engine", answer: refusal(500, "SCRAPE_ALL_ENGINES_FAILED", {}, atOnce), expected: unread },
      { name: "a name without address", answer: refusal(400, "SCRAPE_DNS_RESOLUTION_ERROR"), expected: unread },
      {
        name: "a page that isn't there",
        answer: { body: { success: true, data: { markdown: "# Not found", metadata: { statusCode: 404 } } } },
        expected: { error: "http_error", status_code: 404 },
      },
      {
        name: "an empty success",
        answer: { body: { success: true, data: { markdown: "", metadata: { statusCode: 200 } }, warning: "Timeout." } },
        expected: unread,
      },
      {
        name: "a status that is none",
        answer: { body: { success: true, data: { markdown: "# Whales", metadata: { statusCode: 404.5 } } } },
        expected: { error: "invalid_backend_response" },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
