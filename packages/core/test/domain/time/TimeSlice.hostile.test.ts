/** Other work gets its turns while a use-case reads a hostile page or answer, of which the long tier tries all. */
import { assert, describe, it } from "@effect/vitest"
import { KnownUrls, webFetch, webSearch } from "@porthole/core"
import * as Effect from "effect/Effect"
import { sampleOf } from "../../../../../test/tiers/Sample.ts"
import { manyLines, pageOf, texts, turnsDuring, turnTests, url } from "./TurnTests.ts"

describe("other work gets turns", () => {
  turnTests(sampleOf(texts, 4), sampleOf(manyLines, 1))

  it("while the rows of an answer are cleaned", async () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({
      title: "<a".repeat(9_000),
      url: `${url}${n}`,
      snippet: "<b \u200b".repeat(7_000),
    }))
    assert.isAtLeast(await turnsDuring(webSearch({ query: "x" }), { search: () => Effect.succeed(rows) }), 100)
  })

  it("while the links of a page are read, of which the first 20,000 count", async () => {
    const links = Array.from({ length: 100_000 }, (_, n) => `${url}${n}`)
    const call = Effect.tap(webFetch({ url }), (page) =>
      Effect.sync(() => assert.strictEqual(page.links_total, 20_000)),
    )
    assert.isAtLeast(await turnsDuring(call, pageOf("Words.", links)), 60)
  })

  it("while a conversation learns URLs", async () => {
    const urls = Array.from({ length: 2_000 }, (_, n) => `${url}${n}/${"ä".repeat(2_000)}`)
    const { add } = KnownUrls.makeKnownUrls()
    assert.isAtLeast(await turnsDuring(add(urls, "web")), 50)
  })
})
