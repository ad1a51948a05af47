/** Other work gets its turns while a use-case reads a hostile page or answer. */
import { assert, describe, it } from "@effect/vitest"
import { KnownUrls, type WebBackend, type WebError, webFetch, webSearch } from "@porthole/core"
import { Doubles, HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"

/** The number of turns that another fiber gets while a call runs. */
const turnsDuring = (
  call: Effect.Effect<unknown, WebError.WebError, WebBackend.WebBackend>,
  answers: Parameters<typeof Doubles.backend>[0] = {},
): Promise<number> =>
  Effect.gen(function* () {
    let turns = 0
    // `forever` yields after each time.
    const others = Effect.forever(Effect.sync(() => turns++))
    yield* Effect.race(Effect.exit(Effect.provide(call, Doubles.backend(answers))), others)
    return turns
  }).pipe(Effect.runPromise)

const url = "https://example.com/"
const length = 400_000

const pageOf = (content: string, links: ReadonlyArray<string> = []) => ({
  extract: () => Effect.succeed({ title: "Page", url, content, links, status_code: 200 }),
})

describe("other work gets turns", () => {
  // The fewest turns are those of a page without a line, a word or a mark: 400,000 characters, looked at four times.
  it.each(Object.entries(HostileTexts.texts))("while passages of %s are found", async (_, make) => {
    const call = webFetch({ url, query: "a 字 x aaaaaa what is this", max_length: 2_000 })
    assert.isAtLeast(await turnsDuring(call, pageOf(make(length))), 12)
  })

  it.each(["newlines", "one-letter headings", "one-letter paragraphs", "items before blank lines"])(
    "for each line: %s",
    async (name) => {
      const content = HostileTexts.texts[name]?.(length) ?? ""
      for (const request of [{}, { section: "no such heading" }, { start_index: length / 2 }]) {
        const call = webFetch({ url: `${url}${encodeURI(name)}`, ...request })
        assert.isAtLeast(await turnsDuring(call, pageOf(content)), 15)
      }
    },
  )

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
