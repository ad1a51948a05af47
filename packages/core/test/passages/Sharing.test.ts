import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Passages from "../../src/passages/Passages.ts"
import * as Sharing from "../../src/passages/Sharing.ts"
import { markdown } from "./MarkdownSamples.ts"

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => a + b, 0)

describe("a budget of several pages", () => {
  it("shared evenly gives the unused part of short pages to the others", () => {
    assert.deepStrictEqual(Sharing.evenly([100, 5_000, 9_000], 3_000), [100, 1_450, 1_450])
    assert.deepStrictEqual(Sharing.evenly([10, 20], 3_000), [10, 20])
    assert.deepStrictEqual(Sharing.evenly([], 3_000), [])
  })

  it("shared by relevance goes to the pages that answer, and each gets a part", async () => {
    const filler = Array.from({ length: 80 }, (_, n) => `Sentence ${n} of no use.`).join("\n\n")
    const facts = Array.from({ length: 30 }, (_, n) => `The ferry number ${n} to the island leaves at ${n} o'clock.`)
    const texts = [filler, `${filler}\n\n${facts.join("\n\n")}`, `${filler}\n\nThe ferry is red.`]
    const question = "when does the ferry to the island leave"
    const ranked = await Effect.runPromise(
      Effect.forEach(texts, (text) => Passages.rank({ text, mainLength: text.length }, question)),
    )
    const budgets = Effect.runSync(Sharing.byRelevance(ranked, 3_000))
    assert.isAtMost(sum(budgets), 3_000)
    assert.isAbove(budgets[1] ?? 0, 1_500)
    for (const budget of budgets) assert.isAtLeast(budget, 200)
  })

  it("is never exceeded", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(markdown, { maxLength: 5 }),
        fc.integer({ min: 0, max: 5_000 }),
        async (texts, maxLength) => {
          const ranked = await Effect.runPromise(
            Effect.forEach(texts, (text) => Passages.rank({ text, mainLength: text.length }, "heat pump ferry")),
          )
          assert.isAtMost(sum(Effect.runSync(Sharing.byRelevance(ranked, maxLength))), maxLength)
          const lengths = texts.map(({ length }) => length)
          assert.strictEqual(sum(Sharing.evenly(lengths, maxLength)), Math.min(maxLength, sum(lengths)))
        },
      ),
      { numRuns: 100 },
    ))
})
