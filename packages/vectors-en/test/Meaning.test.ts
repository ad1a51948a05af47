import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Passages } from "@porthole/core"
import { layer } from "@porthole/vectors-en"

const filler = (from: number) =>
  Array.from({ length: 25 }, (_, n) => `The village has a wall: x${from + n}, y${from + n} and z${from + n}.`).join(
    "\n\n",
  )
const other = "The moon is far away.\n\nGravity bends light.\n\nRain fell on Monday."

const select = (answer: string, question: string) => {
  const text = `${filler(0)}\n\n${other}\n\n${answer}\n\n${other}\n\n${filler(30)}`
  return Effect.map(Passages.select({ text, mainLength: text.length }, question, 400), ({ content }) => content)
}

describe("word vectors", () => {
  it.effect.each([
    ["A vessel sails to the island twice a day.", "How often does a boat of the village go there?"],
    ["Physicians treat injured children free of charge.", "Which doctors help kids of the village?"],
    ["Farmers harvest their crops in autumn.", "Which season brings the corn and wheat of the village?"],
  ])("find %s", ([answer = "", question = ""]) =>
    Effect.gen(function* () {
      assert.notInclude(yield* select(answer, question), answer)
      assert.include(yield* Effect.provide(select(answer, question), layer), answer)
    }),
  )

  it.effect("take words that they don't know, and no words", () =>
    Effect.gen(function* () {
      assert.include(yield* select("The qwrtzpl of 1899 is blue.", "What colour is the qwrtzpl of 1899?"), "qwrtzpl")
      assert.strictEqual(yield* select("", "the of"), yield* select("", "the of"))
    }).pipe(Effect.provide(layer)),
  )
})
