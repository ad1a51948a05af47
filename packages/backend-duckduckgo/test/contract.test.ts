/** DuckDuckGo's search as the kernel's suites want it, over recorded pages. */
import { describe, it } from "@effect/vitest"
import { ProviderSuite } from "@porthole/core/testing"
import { Duckduckgo } from "../src/index.ts"
import * as Pages from "./support/Pages.ts"

describe("search", () => {
  const challenged = { reason: "duckduckgo_challenged" } as const
  const cases = ProviderSuite.searchCases({
    identity: Duckduckgo.identity,
    search: Duckduckgo.makeSearch,
    found: { body: Pages.page([0, 1, 2].map(Pages.hit).join("")) },
    empty: { body: Pages.page(Pages.none) },
    badRow: { body: Pages.page(Pages.hit(0) + Pages.hitOf({ href: "javascript:alert(1)" })) },
    refusals: [
      { name: "a challenge with 200", answer: { body: Pages.challenge }, expected: challenged },
      { name: "a challenge with 202", answer: { status: 202, body: Pages.challenge }, expected: challenged },
      { name: "a challenge with 403", answer: { status: 403, body: Pages.challenge }, expected: challenged },
      { name: "202 without one", answer: { status: 202, body: Pages.page("") }, expected: challenged },
      {
        name: "202 that says there is nothing",
        answer: { status: 202, body: Pages.page(Pages.none) },
        expected: challenged,
      },
      { name: "403 without one", answer: { status: 403, body: "" }, expected: challenged },
      {
        name: "429",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "" },
        expected: { reason: "duckduckgo_rate_limited", retry_after: 30 },
      },
      { name: "303", answer: { status: 303, body: "" }, expected: { reason: "duckduckgo_unreachable" } },
      { name: "400", answer: { status: 400, body: "" }, expected: { reason: "duckduckgo_unreachable" } },
      {
        name: "a page without hits or a mark",
        answer: { body: Pages.page("") },
        expected: { reason: "duckduckgo_unreachable" },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)
})
