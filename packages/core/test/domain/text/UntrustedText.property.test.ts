import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as UntrustedText from "../../../src/domain/text/UntrustedText.ts"

/** The result of some work, and how often other tasks of the process ran meanwhile. */
const counted = <A>(work: Effect.Effect<A>): Effect.Effect<{ readonly value: A; readonly turns: number }> =>
  Effect.suspend(() => {
    let turns = 0
    let other = setImmediate(function next() {
      turns++
      other = setImmediate(next)
    })
    return work.pipe(
      Effect.map((value) => ({ value, turns })),
      Effect.ensuring(Effect.sync(() => clearImmediate(other))),
    )
  })

const units = fc.oneof(
  fc.constantFrom("\r", "\n", "\r\n", " ", "a", "م", "\u200b", "\u200d", "👩\u200d👩", "❤\ufe0f", "می\u200cخواهم"),
  fc.string({ minLength: 1, maxLength: 5 }),
)

describe("a page's text", () => {
  it.effect("has the same result when cleaned in parts, split at lines or words", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(units, { minLength: 1, maxLength: 40 }), fc.constantFrom(" ", "\n"), (words, gap) => {
          const text = `${words.join("")}${gap}`.repeat(70_000 / words.join("").length)
          const whole = UntrustedText.cleanLines(text)
          return Effect.runPromise(UntrustedText.cleanPage(text)).then((clean) =>
            assert.deepStrictEqual([clean.text === whole, clean.invisible], [true, UntrustedText.countInvisible(text)]),
          )
        }),
        { numRuns: 60 },
      ),
    ),
  )

  it.effect.each([
    ["pairs of surrogates", `a${"😀".repeat(40_000)}`],
    ["line breaks of Windows", `a${"\r\n".repeat(40_000)}`],
    ["joiners", `a${"\u200d".repeat(80_000)}`],
    ["halves of pairs", `a${"\ud83d".repeat(80_000)}`],
    ["signs of several signs", `a${"👩\u200d👩".repeat(20_000)}`],
    ["signs that are drawn in colour", `a${"❤\ufe0f".repeat(40_000)}`],
    ["words that are spelled with joiners", `a${"می\u200cخ".repeat(20_000)}`],
  ] as const)("without word boundaries is cleaned, too: %s", ([, text]) =>
    Effect.gen(function* () {
      const clean = yield* UntrustedText.cleanPage(text)
      assert.isTrue(clean.text === UntrustedText.cleanLines(text))
      assert.strictEqual(clean.invisible, UntrustedText.countInvisible(text))
    }),
  )

  it.effect("yields to other work between its parts", () =>
    Effect.gen(function* () {
      const { turns, value } = yield* counted(
        UntrustedText.cleanPage("wo\u200brd ".repeat((20 * UntrustedText.partLength) / 6)),
      )
      assert.isFalse(value.text.includes("\u200b"))
      assert.isAtLeast(turns, 15)
    }),
  )
})
