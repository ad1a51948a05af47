/** Wikipedia's search as the kernel's suites want it, over recorded answers. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Wikipedia } from "../src/index.ts"

const result = (at: number) => ({
  ns: 0,
  title: `Whale ${at}`,
  pageid: at,
  snippet: '<span class="searchmatch">Whales</span> are large.',
})

const envelope = (results: ReadonlyArray<unknown>) => ({
  batchcomplete: true,
  query: {
    general: { server: "https://en.wikipedia.org", articlepath: "/wiki/$1" },
    searchinfo: { totalhits: results.length },
    search: results,
  },
})

const error = (code: string) => ({ error: { code, info: "No." }, servedby: "mw1" })

describe("search", () => {
  const cases = ProviderSuite.searchCases({
    identity: Wikipedia.identity,
    search: Wikipedia.makeSearch,
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { pageid: 7 }]) },
    refusals: [
      {
        name: "a wiki that lags",
        answer: { headers: { "retry-after": "5" }, body: error("maxlag") },
        expected: { reason: "wikipedia_rate_limited", retry_after: 5 },
      },
      { name: "its limit", answer: { body: error("ratelimited") }, expected: { reason: "wikipedia_rate_limited" } },
      { name: "a block", answer: { body: error("blocked") }, expected: { reason: "wikipedia_unauthorized" } },
      {
        name: "a wiki for members",
        answer: { body: error("readapidenied") },
        expected: { reason: "wikipedia_unauthorized" },
      },
      {
        name: "an error with the status of a success",
        answer: { body: { ...envelope([result(0)]), ...error("internal_api_error_DBQueryError") } },
        expected: { reason: "wikipedia_unreachable" },
      },
      {
        name: "a query that is too long",
        answer: { body: error("cirrussearch-query-too-long") },
        expected: { error: "invalid_request", reason: "query" },
      },
      { name: "400", answer: { status: 400, body: {} }, expected: { reason: "wikipedia_unreachable" } },
      {
        name: "403",
        answer: { status: 403, body: "Set a user-agent." },
        expected: { reason: "wikipedia_unauthorized" },
      },
      {
        name: "429",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "Too many requests." },
        expected: { reason: "wikipedia_rate_limited", retry_after: 30 },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
