/** Brave's search as the kernel's suites want it, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Brave } from "../src/index.ts"

const result = (at: number) => ({
  type: "search_result",
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  description: "Large <strong>animals</strong> of the sea.",
  page_age: "2026-03-01T10:00:00",
  family_friendly: true,
})

const envelope = (results?: ReadonlyArray<unknown>) => ({
  type: "search",
  query: { original: "whales", more_results_available: false },
  ...(results === undefined ? {} : { web: { type: "search", results } }),
})

const refusal = (status: number, code: string, meta: unknown = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { type: "ErrorResponse", error: { id: "1", status, code, detail: "No.", meta }, time: 1_700_000_000 },
})

const invalid = (...loc: ReadonlyArray<string>) => ({ errors: [{ loc, msg: "no", type: "value_error", input: null }] })

const limits = (remaining: string, limit = "1, 2000") => ({
  "x-ratelimit-limit": limit,
  "x-ratelimit-policy": "1;w=1, 2000;w=2592000",
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": "1, 3600",
})

const unauthorized = { reason: "brave_unauthorized" }
const spent = { reason: "brave_quota_exceeded" }
const tooOften = { reason: "brave_rate_limited" }

describe("search", () => {
  const cases = ProviderSuite.searchCases({
    identity: Brave.identity,
    search: Brave.makeSearch,
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope() },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      { name: "401", answer: refusal(401, "UNAUTHORIZED"), expected: unauthorized },
      { name: "402", answer: refusal(402, "QUOTA_EXCEEDED"), expected: spent },
      { name: "403", answer: refusal(403, "FORBIDDEN"), expected: unauthorized },
      { name: "422 of a bad key", answer: refusal(422, "SUBSCRIPTION_TOKEN_INVALID"), expected: unauthorized },
      {
        name: "422 of a missing key",
        answer: refusal(422, "VALIDATION", invalid("header", "X-Subscription-Token")),
        expected: unauthorized,
      },
      {
        name: "422 of the query",
        answer: refusal(422, "VALIDATION", invalid("query", "q")),
        expected: { error: "invalid_request", reason: "query" },
      },
      {
        name: "422 of another parameter",
        answer: refusal(422, "VALIDATION", invalid("query", "count")),
        expected: { reason: "brave_unreachable" },
      },
      { name: "429", answer: refusal(429, "RATE_LIMITED"), expected: tooOften },
      { name: "429 of the second", answer: refusal(429, "RATE_LIMITED", {}, limits("0, 1000")), expected: tooOften },
      { name: "429 of the month", answer: refusal(429, "RATE_LIMITED", {}, limits("1, 0")), expected: spent },
      {
        name: "429 of a plan without a month",
        answer: refusal(429, "RATE_LIMITED", {}, limits("0, 0", "50, 0")),
        expected: tooOften,
      },
      {
        name: "429 of the month, told in the body",
        answer: refusal(429, "RATE_LIMITED", { quota_limit: 2000, quota_current: 2000 }),
        expected: spent,
      },
      {
        name: "429 of the second, told in the body",
        answer: refusal(429, "RATE_LIMITED", { quota_limit: 2000, quota_current: 3 }),
        expected: tooOften,
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
