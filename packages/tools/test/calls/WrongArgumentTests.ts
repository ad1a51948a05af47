/** The tests that a front end refuses wrong arguments and names them. */
import { assert, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { plenty } from "../support/backends.ts"
import type { FrontEnd, ToolName } from "../support/frontEnds.ts"

type Wrong = readonly [ToolName, Record<string, unknown>, reason: string]

export const wrong: ReadonlyArray<Wrong> = [
  ["web_search", {}, "query"],
  ["web_search", { query: "  " }, "query"],
  ["web_search", { query: 7 }, "query"],
  ["web_search", { query: "x".repeat(2_001) }, "query"],
  ["web_search", { query: "x", max_results: 1.5 }, "max_results"],
  ["web_search", { query: "x", max_results: "10 hits" }, "max_results"],
  ["web_search", { query: "x", max_results: [] }, "max_results"],
  ["web_search", { query: "x", category: "images" }, "category"],
  ["web_search", { query: "x", time_range: "decade" }, "time_range"],
  ["web_search", { query: "x", language: "english please" }, "language"],
  ["web_search", { query: "x", domains: ["https://user@example.com/path"] }, "domains"],
  ["web_search", { query: "x", domains: "https://example.com:8080/" }, "domains"],
  ["web_search", { query: "x", include_metadata: "yes" }, "include_metadata"],
  ["web_fetch", {}, "url"],
  ["web_fetch", { url: { href: "https://example.com/" } }, "url"],
  ["web_fetch", { url: "https://example.com/", extract: "pdf" }, "extract"],
  ["web_fetch", { url: "https://example.com/", max_length: "long" }, "max_length"],
  ["web_fetch", { url: "https://example.com/", max_bytes: 0.5 }, "max_bytes"],
  ["web_fetch", { url: "https://example.com/", start_index: 1e9 }, "start_index"],
  ["web_fetch", { url: "https://example.com/", section: "nowhere" }, "section"],
  ["web_fetch", { url: "https://example.com/", query: "x".repeat(8_000) }, "query"],
  ["web_fetch", { url: "https://example.com/", extract: "html", query: "x" }, "query"],
  ["web_fetch", { url: "https://example.com/", urls: ["https://example.com/"] }, "urls"],
  ["web_fetch", { urls: [] }, "url"],
  ["web_search_and_fetch", {}, "query"],
  ["web_search_and_fetch", { query: "x", max_results: 1.5 }, "max_results"],
  ["web_search_and_fetch", { query: "x", domains: ["a/b"] }, "domains"],
]
/** Tests that a front end refuses these. */
export const wrongArgumentTests = (frontEnd: FrontEnd, rows: ReadonlyArray<Wrong>): void => {
  for (const [name, args, reason] of rows) {
    const shown = JSON.stringify(args).slice(0, 60)
    it.effect(`${name} ${shown} is invalid_request, ${reason}`, () =>
      Effect.gen(function* () {
        const { isFailure, value } = yield* frontEnd(plenty, name, args)
        assert.isTrue(isFailure)
        const message = Predicate.hasProperty(value, "message") ? value.message : undefined
        assert.deepStrictEqual(value, { error: "invalid_request", reason, message })
        assert.isTrue(typeof message === "string" && message.length > 0)
      }),
    )
  }
}
