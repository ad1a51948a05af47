/** The properties of passages of arbitrary Markdown and of hostile text. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as BareText from "../../src/passages/BareText.ts"
import * as Passages from "../../src/passages/Passages.ts"
import { markdown } from "./MarkdownSamples.ts"

export const select = (text: string, question: string, maxLength: number, mainLength = text.length) =>
  Effect.runPromise(Passages.select({ text, mainLength }, question, maxLength))

/** Declares them: with so many runs, and hostile texts of this length. */
export const passageProperties = ({ length, runs }: { readonly runs: number; readonly length: number }): void => {
  it("are verbatim slices within the budget, the same each time", () =>
    fc.assert(
      fc.asyncProperty(
        markdown,
        markdown,
        fc.oneof(fc.string(), fc.constantFrom("heat pump", "東京 ferry", "when is 4,984.56", "the of")),
        fc.integer({ min: 50, max: 3_000 }),
        async (main, outside, question, maxLength) => {
          const text = `${main}\n\n${outside}`
          const { content, passages } = await select(text, question, maxLength, main.length)
          const bare = await Effect.runPromise(BareText.make({ text, mainLength: main.length }))
          const offsets = new Map(Array.from({ length: bare.text.length + 1 }, (_, at) => [bare.offsetOf(at), at]))
          assert.isAtMost(content.length, maxLength)
          let before = -1
          for (const { end, outside, start } of passages) {
            assert.isAbove(start, before)
            assert.isAbove(end, start)
            assert.include(content, bare.text.slice(offsets.get(start), offsets.get(end)))
            assert.strictEqual(outside === true, start >= main.length)
            before = end - 1
          }
          assert.deepStrictEqual(await select(text, question, maxLength, main.length), { content, passages })
        },
      ),
      { numRuns: runs },
    ))

  it("of hostile text are found in time", async () => {
    for (const unit of ["[", "](", "[a](", "|", "```\n", "- ", "> ", "#", "a(", "*", "_`", "\n", "x ", "😀", "字"]) {
      const text = unit.repeat(Math.ceil(length / unit.length))
      // Work that isn't linear in the text would take minutes.
      const { content } = await select(text, "x a 字 what is this", 4_000)
      assert.isAtMost(content.length, 4_000)
    }
  })
}
