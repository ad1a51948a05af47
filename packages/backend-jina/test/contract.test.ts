/** Jina's search and pages as the kernel's suites want them, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Jina } from "../src/index.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  description: "Large animals of the sea.",
  date: "Jan 5, 2026",
})

const envelope = (data: unknown) => ({ code: 200, status: 20_000, data, meta: { usage: { tokens: 10_000 } } })

const refusal = (status: number, name: string, rest: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { data: null, code: status, name, status: status * 100, message: `${name} it is.`, ...rest },
})

const limits = [
  { name: "401", answer: refusal(401, "AuthenticationRequiredError"), expected: { reason: "jina_unauthorized" } },
  { name: "402", answer: refusal(402, "InsufficientBalanceError"), expected: { reason: "jina_quota_exceeded" } },
  { name: "403", answer: refusal(403, "Forbidden"), expected: { reason: "jina_unauthorized" } },
  {
    name: "429",
    answer: refusal(429, "RateLimitTriggeredError", {}, { "retry-after": "30" }),
    expected: { reason: "jina_rate_limited", retry_after: 30 },
  },
  {
    name: "429 with a hint of its own",
    answer: refusal(429, "RateLimitTriggeredError", { retryAfter: 40 }, { "retry-after": "30" }),
    expected: { reason: "jina_rate_limited", retry_after: 40 },
  },
] as const

describe("search", () => {
  const cases = ProviderSuite.searchCases({
    identity: Jina.searchIdentity,
    search: Jina.makeSearch,
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: {
      status: 422,
      body: {
        data: null,
        code: 422,
        name: "AssertionFailureError",
        message: "No search results available for query x",
      },
    },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      ...limits,
      { name: "400", answer: refusal(400, "ParamValidationError"), expected: { reason: "jina_unreachable" } },
      { name: "422", answer: refusal(422, "AssertionFailureError"), expected: { reason: "jina_unreachable" } },
      { name: "451", answer: refusal(451, "SecurityCompromiseError"), expected: { reason: "jina_unreachable" } },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})

describe("extract", () => {
  const page = { title: "Whales", url: "https://example.com/whales", content: "They [sing](https://example.com/song)." }
  const unread = { error: "extraction_failed" } as const
  const warned = (warning: string) => ({ body: envelope({ ...page, warning }) })
  const cases = ProviderSuite.extractCases({
    identity: Jina.identity,
    extract: Jina.makeExtract,
    modes: ["markdown", "text"],
    found: { body: envelope(page) },
    refusals: [
      ...limits,
      { name: "400", answer: refusal(400, "ParamValidationError"), expected: unread },
      { name: "409", answer: refusal(409, "BudgetExceededError"), expected: unread },
      { name: "422", answer: refusal(422, "AssertionFailureError"), expected: unread },
      { name: "451", answer: refusal(451, "SecurityCompromiseError"), expected: unread },
      { name: "a page without content", answer: { body: envelope({ ...page, content: "" }) }, expected: unread },
      {
        name: "a page that isn't there",
        answer: warned("Target URL returned error 404: Not Found"),
        expected: { error: "http_error", status_code: 404 },
      },
      { name: "a page for persons", answer: warned("This page maybe requiring CAPTCHA."), expected: unread },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
