/** Each step from a text to its passages is done in slices: other work gets turns, which are counted. */
import { assert, describe, it } from "@effect/vitest"
import { HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"
import * as Steps from "./Steps.ts"

const { "64 compounds": compounds = "", usual = "" } = HostileTexts.questions
const { "headings with spaces inside": headings = HostileTexts.usual } = HostileTexts.texts

/** The turns that other work gets during each step. */
const turnsOf = (text: string, question: string): Effect.Effect<Readonly<Record<string, number>>> =>
  Effect.suspend(() => {
    const turns: Record<string, number> = {}
    const counted: Steps.Watch = (name, step) =>
      Effect.suspend(() => {
        let count = 0
        let other = setImmediate(function next() {
          count++
          other = setImmediate(next)
        })
        return Effect.tap(step, () =>
          Effect.sync(() => {
            clearImmediate(other)
            turns[name] = count
          }),
        )
      })
    return Effect.as(Steps.take(text, question, counted), turns)
  })

describe("during the passages of a long page, other work gets turns", () => {
  it.effect.each([
    [
      "usual text",
      HostileTexts.usual,
      usual,
      { targets: 3, parse: 3, chunks: 2, index: 12, rank: 55, order: 2, select: 11, quote: 25 },
    ],
    ["usual text and a question of many terms", HostileTexts.usual, compounds, { question: 20, rank: 390 }],
    ["headings", headings, usual, { targets: 2, parse: 2, index: 2 }],
  ] as const)("%s", ([, make, question, least]) =>
    Effect.gen(function* () {
      const turns = yield* turnsOf(make(200_000), question)
      for (const [step, count] of Object.entries(least)) assert.isAtLeast(turns[step] ?? 0, count, step)
    }),
  )
})
