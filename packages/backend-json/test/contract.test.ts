/** A search API of one's own as the kernel's suites want it, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Json } from "../src/index.ts"

const result = (at: number) => ({ title: `Whale ${at}`, url: `https://example.com/${at}`, snippet: "Large animals." })

const refusal = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: { error: "no" } })

describe("search", () => {
  const cases = ProviderSuite.searchCases({
    identity: Json.identity,
    search: Json.makeSearch,
    found: { body: { results: [0, 1, 2].map(result) } },
    empty: { body: { results: [] } },
    badRow: { body: { results: [result(0), { title: "no url" }] } },
    refusals: [
      { name: "400", answer: refusal(400), expected: { reason: "json_unreachable" } },
      { name: "401", answer: refusal(401), expected: { reason: "json_unauthorized" } },
      { name: "402", answer: refusal(402), expected: { reason: "json_quota_exceeded" } },
      { name: "403", answer: refusal(403), expected: { reason: "json_unauthorized" } },
      {
        name: "429",
        answer: refusal(429, { "retry-after": "30" }),
        expected: { reason: "json_rate_limited", retry_after: 30 },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
