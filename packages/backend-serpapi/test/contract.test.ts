/** SerpAPI's search as the kernel's suites want it, over recorded answers, whichever engine it asks. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { SerpApi } from "../src/index.ts"

const result = (at: number) => ({
  position: at + 1,
  title: `Whale ${at}`,
  link: `https://example.com/${at}`,
  displayed_link: "example.com",
  snippet: "Large animals of the sea.",
  date: "Mar 3, 2026",
})

const envelope = (rest: object) => ({
  search_metadata: { id: "0", status: "Success", total_time_taken: 0.9 },
  search_parameters: { q: "whales" },
  ...rest,
})

const refusal = (status: number, error: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { "retry-after": "0", ...headers },
  body: { error },
})

const unreachable = { reason: "serpapi_unreachable" }

describe.each(["google", "bing", "duckduckgo"] as const)("search over %s", (engine) => {
  const cases = ProviderSuite.searchCases({
    identity: SerpApi.identity,
    search: (options) => SerpApi.makeSearch({ ...options, engine }),
    found: { body: envelope({ organic_results: [0, 1, 2].map(result) }) },
    empty: {
      body: envelope({
        search_information: { organic_results_state: "Fully empty" },
        error: "Google hasn't returned any results for this query.",
      }),
    },
    badRow: { body: envelope({ organic_results: [result(0), { title: "no link" }] }) },
    refusals: [
      { name: "400", answer: refusal(400, "Unsupported `xx` interface language."), expected: unreachable },
      { name: "401", answer: refusal(401, "Invalid API key."), expected: { reason: "serpapi_unauthorized" } },
      { name: "403", answer: refusal(403, "The account is blocked."), expected: { reason: "serpapi_unauthorized" } },
      { name: "410", answer: refusal(410, "The search expired."), expected: unreachable },
      {
        name: "429 of the hour",
        answer: refusal(429, "You are exceeding the hourly throughput limit."),
        expected: { reason: "serpapi_rate_limited" },
      },
      {
        name: "429 of the plan",
        answer: refusal(429, "Your account has run out of searches."),
        expected: { reason: "serpapi_quota_exceeded" },
      },
      {
        name: "200 of the plan",
        answer: { body: { error: "Your account has run out of searches." } },
        expected: { reason: "serpapi_quota_exceeded" },
      },
      {
        name: "503 of a search that failed",
        answer: {
          ...refusal(503, ""),
          body: { search_metadata: { status: "Error" }, error: "We couldn't get valid results." },
        },
        expected: unreachable,
      },
      {
        name: "200 of a search that failed",
        answer: { body: envelope({ error: "We couldn't get valid results." }) },
        expected: unreachable,
      },
      {
        name: "200 of a search that isn't done",
        answer: { body: { search_metadata: { status: "Processing" } } },
        expected: unreachable,
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
