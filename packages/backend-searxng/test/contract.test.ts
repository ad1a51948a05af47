/** The search half as the kernel's suite wants it, over an instance in memory. */
import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WebBackend } from "@porthole/core"
import { WebBackendSuite } from "@porthole/core/testing"
import { Searxng } from "../src/index.ts"
import * as Instance from "./support/instance.ts"

const over = (answer: Instance.Answer, url: string = Instance.url) =>
  WebBackend.layer({ search: Searxng.makeSearch({ url }), extract: WebBackend.unavailable }).pipe(
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
  const cases = WebBackendSuite.searchCases({
    provider: "searxng",
    query: "whales",
    found: over(Instance.json(200, Instance.envelope({ results: [0, 1, 2].map(row) }))),
    empty: over(Instance.json(200, Instance.envelope())),
    faults: [
      {
        name: "an address that is none",
        layer: over(Instance.json(200, Instance.envelope()), "nonsense"),
        expected: { error: "web_search_unavailable", reason: "searxng_not_configured" },
      },
      { name: "JSON switched off", layer: over(Instance.text(403, "<html>")), expected: unreachable },
      { name: "HTML", layer: over(Instance.text(200, "<html>")), expected: unreachable },
      {
        name: "engines that all failed",
        layer: over(Instance.json(200, Instance.envelope({ unresponsive_engines: [["j", "timeout"]] }))),
        expected: unreachable,
      },
      {
        name: "a refused language",
        layer: over(Instance.json(400, { error: "Invalid value xx for parameter language" })),
        expected: { error: "invalid_request", reason: "language" },
      },
    ],
  })
  for (const { name, run } of cases) it.effect(name, () => run)

  it.live("a connection that comes to nothing is told as it should, twice tried", () =>
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
