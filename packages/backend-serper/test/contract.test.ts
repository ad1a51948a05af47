/** Serper's search as the kernel's suites want it, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Serper } from "../src/index.ts"

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
  const cases = ProviderSuite.searchCases({
    identity: Serper.identity,
    search: Serper.makeSearch,
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
  for (const { name, run } of cases) it.live(name, () => run)
})
