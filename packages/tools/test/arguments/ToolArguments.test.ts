import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { anyInputProperties, requests } from "./AnyInput.ts"

describe("arguments", () => {
  anyInputProperties(200)

  const texts: ReadonlyArray<readonly [keyof typeof requests, string, object]> = [
    ["web_search", "query", {}],
    ["web_search", "language", { query: "x" }],
    ["web_search", "country", { query: "x" }],
    ["web_search", "category", { query: "x" }],
    ["web_search", "time_range", { query: "x" }],
    ["web_search", "start_date", { query: "x" }],
    ["web_search", "max_results", { query: "x" }],
    ["web_search", "domains", { query: "x" }],
    ["web_search", "exclude_domains", { query: "x" }],
    ["web_fetch", "query", { url: "https://example.com/" }],
    ["web_fetch", "section", { url: "https://example.com/" }],
    ["web_fetch", "extract", { url: "https://example.com/" }],
    ["web_search_and_fetch", "focus", { query: "x" }],
  ]
  it.each(texts)("of %s are judged by the length of %s before it is read", (tool, name, others) => {
    for (const long of [`x${" ".repeat(1_000_000)}x`, "a".repeat(16_385)]) {
      for (const argument of name.endsWith("domains") ? [long, ["a.test", long]] : [long]) {
        const exit = Effect.runSyncExit(Effect.flip(requests[tool]({ ...others, [name]: argument })))
        if (Exit.isFailure(exit)) return assert.fail(String(exit.cause))
        assert.deepStrictEqual(exit.value.wire, {
          error: "invalid_request",
          reason: name,
          message: `${name}: expected at most 16384 characters.`,
        })
      }
    }
  })
})
