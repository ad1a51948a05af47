/** Tests the parts of language codes, and the parameters for providers that search Google for us. */
import { assert, describe, it } from "@effect/vitest"
import type { SearchQuery } from "@porthole/core"
import * as QuerySyntax from "../../src/provider/QuerySyntax.ts"
import * as When from "../../src/provider/When.ts"

const now = Date.UTC(2026, 2, 10, 23)

describe("dates of Google", () => {
  it.each<[Partial<SearchQuery.SearchQuery>, string | undefined]>([
    [{}, undefined],
    [{ time_range: "day" }, "qdr:d"],
    [{ time_range: "week" }, "qdr:w"],
    [{ time_range: "month" }, "qdr:m"],
    [{ time_range: "year" }, "qdr:y"],
    [{ start_date: "2026-01-05" }, "cdr:1,cd_min:1/5/2026"],
    [{ end_date: "2025-12-31" }, "cdr:1,cd_max:12/31/2025"],
    [{ start_date: "2026-01-05", end_date: "2026-02-06" }, "cdr:1,cd_min:1/5/2026,cd_max:2/6/2026"],
    [{ freshness_days: 3 }, "cdr:1,cd_min:3/7/2026"],
    [{ time_range: "week", freshness_days: 3 }, "cdr:1,cd_min:3/7/2026"],
  ])("%j", (query, expected) =>
    assert.strictEqual(QuerySyntax.googleTbs(When.whenOf({ query: "whales", ...query }, now)), expected),
  )
})

describe("languages of Google", () => {
  it.each([
    ["de-AT", "de"],
    ["EN", "en"],
    ["zh", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["he", "iw"],
    ["nb", "no"],
    ["nn-NO", "no"],
    ["fil", "tl"],
    ["xx", undefined],
  ])("%s is %s", (code, expected) => assert.strictEqual(QuerySyntax.googleLanguageOf(code), expected))
})

it.each([
  ["de", "de", undefined, undefined],
  ["DE_at", "de", undefined, "AT"],
  ["zh-hant-tw", "zh", "Hant", "TW"],
  ["sr-LATN", "sr", "Latn", undefined],
] as const)("%s", (code, language, script, region) =>
  assert.deepStrictEqual(QuerySyntax.languageParts(code), { language, script, region }),
)

it.each([
  ["zh", false],
  ["zh-CN", false],
  ["zh-TW", true],
  ["zh-HK", true],
  ["zh-MO", true],
  ["zh-Hant", true],
  ["zh-Hans-TW", false],
] as const)("%s is traditional: %s", (code, expected) =>
  assert.strictEqual(QuerySyntax.isTraditional(QuerySyntax.languageParts(code)), expected),
)
