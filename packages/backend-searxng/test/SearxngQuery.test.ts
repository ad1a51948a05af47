import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import type { SearchQuery } from "@porthole/core"
import * as SearxngQuery from "../src/SearxngQuery.ts"

const parametersOf = (query: Partial<SearchQuery.SearchQuery>): Record<string, string> =>
  Object.fromEntries(Result.getOrThrow(SearxngQuery.toParameters({ query: "whales", ...query })))

describe("parameters", () => {
  it("are the query and the format when nothing else is asked for", () => {
    assert.deepStrictEqual(parametersOf({}), { q: "whales", format: "json" })
  })

  it("carry category, language and time range, and no count", () => {
    assert.deepStrictEqual(
      parametersOf({
        category: "news",
        language: "de-AT",
        time_range: "week",
        max_results: 3,
        include_metadata: true,
      }),
      { q: "whales", format: "json", categories: "news", language: "de-AT", time_range: "week" },
    )
  })

  for (const [written, sent] of [
    ["en", "en"],
    ["DE", "de"],
    ["de_at", "de-AT"],
    ["zh-Hans-CN", "zh-CN"],
    ["zh-Hant", "zh-Hant"],
    ["xx-YY-zz", "xx-YY-ZZ"],
    ["all", "all"],
    ["auto", "auto"],
  ] as const) {
    it(`send the language ${written} as ${sent}`, () => {
      assert.strictEqual(parametersOf({ language: written })["language"], sent)
    })
  }

  it("name one domain in the query and leave several to the kernel", () => {
    assert.strictEqual(parametersOf({ domains: ["example.com"] })["q"], "whales site:example.com")
    assert.strictEqual(parametersOf({ domains: ["example.com", "example.org"] })["q"], "whales")
    assert.strictEqual(parametersOf({ domains: [] })["q"], "whales")
  })
})

describe("external bangs", () => {
  for (const [asked, sent] of [
    ["!!w whales", "w whales"],
    ["whales !!w", "whales w"],
    ["whales\t!!w\n!!g", "whales\tw\ng"],
    ["!!!!g whales", "g whales"],
    ["whales !! ships", "whales  ships"],
    ["whales\u00a0!!g", "whales\u00a0g"],
    ["whales\u3000!!g", "whales\u3000g"],
    ["whales\u001f!!g", "whales\u001fg"],
    ["wow!! whales", "wow!! whales"],
    ["a!!b", "a!!b"],
    ["!news whales", "!news whales"],
    [":de <3 whales !important", ":de <3 whales !important"],
  ] as const) {
    it(`${JSON.stringify(asked)} is sent as ${JSON.stringify(sent)}`, () => {
      assert.strictEqual(parametersOf({ query: asked })["q"], sent)
    })
  }

  it("alone are nothing to search for", () => {
    const outcome = SearxngQuery.toParameters({ query: "!! !!!" })
    assert.deepStrictEqual(Result.isFailure(outcome) ? [outcome.failure.error, outcome.failure.reason] : undefined, [
      "invalid_request",
      "query",
    ])
  })

  it("are in no part of any query that is sent", () => {
    const piece = fc.oneof(
      fc.constantFrom("!!", "!", "!!g", " ", "\t", "\u00a0", "\u0085", "\u001c", "\u2028", ":de", "<3", "a"),
      fc.string({ unit: "binary", maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // White space as Python's `str.isspace` and `\s` have it.
        // oxlint-disable-next-line no-control-regex
        const parts = SearxngQuery.withoutExternalBangs(pieces.join("")).split(/[\s\u001c-\u001f\u0085]+/u)
        return parts.every((part) => !part.startsWith("!!"))
      }),
      { numRuns: 500 },
    )
  })
})
