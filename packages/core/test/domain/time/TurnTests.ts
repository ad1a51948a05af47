/** The turns that other work gets while a use-case reads, and the tests that it gets them with hostile pages. */
import { assert, it } from "@effect/vitest"
import { type WebBackend, type WebError, webFetch } from "@porthole/core"
import { Doubles, HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"

/** The number of turns that another fiber gets while a call runs. */
export const turnsDuring = (
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

export const url = "https://example.com/"
const length = 400_000

export const pageOf = (content: string, links: ReadonlyArray<string> = []) => ({
  extract: () => Effect.succeed({ title: "Page", url, content, links, status_code: 200 }),
})

/** The hostile texts by their names. */
export const texts = Object.entries(HostileTexts.texts)

/** Names of texts with many lines. */
export const manyLines = ["newlines", "one-letter headings", "one-letter paragraphs", "items before blank lines"]

/** Tests that other work gets turns during calls over these texts, and over these of many lines. */
export const turnTests = (texts: ReadonlyArray<[string, HostileTexts.Text]>, lines: ReadonlyArray<string>): void => {
  // The fewest turns are those of a page without a line, a word or a mark: 400,000 characters, looked at four times.
  it.each([...texts])("while passages of %s are found", async (_, make) => {
    const call = webFetch({ url, query: "a 字 x aaaaaa what is this", max_length: 2_000 })
    assert.isAtLeast(await turnsDuring(call, pageOf(make(length))), 12)
  })

  it.each([...lines])("for each line: %s", async (name) => {
    const content = HostileTexts.texts[name]?.(length) ?? ""
    for (const request of [{}, { section: "no such heading" }, { start_index: length / 2 }]) {
      const call = webFetch({ url: `${url}${encodeURI(name)}`, ...request })
      assert.isAtLeast(await turnsDuring(call, pageOf(content)), 15)
    }
  })
}
