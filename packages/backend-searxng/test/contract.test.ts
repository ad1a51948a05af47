/** Runs the kernel's contract suites of search backends over an instance in memory. */
import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WebBackend } from "@porthole/core"
import { ProviderSuite } from "@porthole/provider-kit/testing"
import { WebBackendSuite } from "@porthole/testing"
import { searxng } from "../src/Searxng.ts"
import * as Instance from "./support/instance.ts"

const over = (answer: Instance.Answer, url: string = Instance.url) =>
  WebBackend.layer({ search: searxng.makeSearch({ url }), extract: WebBackend.unavailable }).pipe(
    Layer.provide(Instance.answering(answer).layer),
  )

const row = (at: number) => ({
  url: `https://example.com/${at}`,
  title: `Whale ${at}`,
  content: "Large animals of the sea.",
  engine: "j",
  score: 1 / (at + 1),
  category: "general",
  publishedDate: null,
})

const unreachable = { error: "web_search_unavailable", reason: "searxng_unreachable" } as const

describe("Searxng", () => {
  const cases = ProviderSuite.searchCases(searxng, {
    found: { body: Instance.envelope({ results: [0, 1, 2].map(row) }) },
    empty: { body: Instance.envelope() },
    badRow: { body: Instance.envelope({ results: [row(0), { title: "no url" }] }) },
    refusals: [
      { name: "JSON switched off", answer: { status: 403, body: "<html>" }, expected: unreachable },
      { name: "HTML", answer: { body: "<html>" }, expected: unreachable },
      {
        name: "engines that all failed",
        answer: { body: Instance.envelope({ unresponsive_engines: [["j", "timeout"]] }) },
        expected: unreachable,
      },
      {
        name: "a refused language",
        answer: { status: 400, body: { error: "Invalid value xx for parameter language" } },
        expected: { error: "invalid_request", reason: "language" },
      },
      {
        name: "429 of the limiter",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "Too Many Requests" },
        expected: { reason: "searxng_rate_limited", retry_after: 30 },
      },
    ],
  })
  for (const { name, run } of cases) it.live(name, () => run)

  it.effect.each(["nonsense", "ftp://searx.test"])("an invalid address, %s, is reported as such", (url) =>
    Effect.forEach(
      WebBackendSuite.searchCases({
        provider: "searxng",
        query: "whales",
        found: over(Instance.json(200, Instance.envelope()), url),
        empty: over(Instance.json(200, Instance.envelope()), url),
        faults: [
          {
            name: "an address that is none",
            layer: over(Instance.json(200, Instance.envelope()), url),
            expected: { error: "web_search_unavailable", reason: "searxng_not_configured" },
          },
        ],
      }).slice(-1),
      ({ run }) => run,
    ),
  )

  it.live("a failed connection has its own error, after a second try", () =>
    Effect.forEach(
      WebBackendSuite.searchCases({
        provider: "searxng",
        query: "whales",
        found: over(Effect.fail("broken")),
        empty: over(Effect.fail("broken")),
        faults: [{ name: "no connection", layer: over(Effect.fail("broken")), expected: unreachable }],
      }).slice(-1),
      ({ run }) => run,
    ),
  )
})
