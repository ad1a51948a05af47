import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Blocks, ChunkIndex, Question, Settings, Similarity } from "@porthole/core"
import * as Chunks from "../../src/passages/Chunks.ts"
import * as English from "../../src/passages/English.ts"
import * as Passages from "../../src/passages/Passages.ts"

const filler = (from: number) =>
  Array.from({ length: 30 }, (_, n) => `The museum has boats: x${from + n}, y${from + n} and z${from + n}.`).join(
    "\n\n",
  )
const other = "Cooks bake bread.\n\nThe garden has roses.\n\nRain fell on Monday."
const text = `${filler(0)}\n\n${other}\n\nThe voyage lasts until dawn.\n\n${other}\n\n${filler(30)}`
const question = "How long is the crossing of the museum boats?"

/** Likes units with the word "voyage". */
const rate: Similarity.Rate = ({ units, words }) =>
  Effect.succeed(units.map((unit) => (unit.words.some((word) => words[word] === "voyage") ? 30 : 0)))

let opened = 0
const counted = Effect.sync(() => {
  opened++
  return rate
})

const select = (page: string, query: string) =>
  Effect.map(Passages.select({ text: page, mainLength: page.length }, query, 300), ({ content }) => content)

describe("a similarity", () => {
  it.effect("finds an English answer in other words", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* select(text, question), "voyage")
      assert.include(yield* Effect.provideService(select(text, question), Similarity.Similarity, counted), "voyage")
    }),
  )

  it.effect("reads small neighbours of a section as one unit, so that a label meets its value", () =>
    Effect.gen(function* () {
      const page = `Weight\n\n14 kg\n\n## Power\n\n- Battery\n- Charger\n\nSold apart.\n\n${"word ".repeat(30)}\n\nEnd.`
      const blocks = yield* Blocks.parse(page, page.length)
      const textsOf = (lengths?: Chunks.Lengths) =>
        Effect.map(Chunks.cut(page, blocks, page.length, lengths), (chunks) =>
          chunks.map(({ end, start }) => page.slice(start, end)),
        )
      const last = ["Sold apart.", "word ".repeat(30).trim(), "End."]
      assert.deepStrictEqual(yield* textsOf(English.lengths), ["Weight\n\n14 kg", "- Battery\n- Charger", ...last])
      assert.deepStrictEqual(yield* textsOf(), ["Weight", "14 kg", "- Battery", "- Charger", ...last])
    }),
  )

  it("scores many units in slices, between which others have their turns", async () => {
    const long = "The boats sail to the island in the morning and come back at night.\n\n".repeat(10_000)
    const scored = Effect.gen(function* () {
      let turns = 0
      let rated = 0
      const others = Effect.forever(Effect.sync(() => turns++))
      const blocks = yield* Blocks.parse(long, long.length)
      const chunks = yield* Chunks.cut(long, blocks, long.length, English.lengths)
      const index = yield* ChunkIndex.makeIndex(long, chunks, blocks.headings)
      const page = { text: long, chunks, index, question: yield* Question.readQuestion("boats", index) }
      const ranking = English.rank(page, ({ units }) => {
        rated = turns
        return Effect.succeed(units.map(() => 0))
      })
      yield* Effect.race(ranking, others)
      return turns - rated
    })
    assert.isAtLeast(await Effect.runPromise(scored), 5)
  })

  it.effect("isn't opened for other languages, or if semantic is off", () =>
    Effect.gen(function* () {
      opened = 0
      const german = "Die Fähre braucht für die Überfahrt am Mittag zwei Stunden. ".repeat(20)
      yield* select(german, "Wie lange dauert die Überfahrt?")
      const off = { ...(yield* Settings.Settings), semantic: "off" as const }
      yield* Effect.provideService(select(text, question), Settings.Settings, off)
      assert.strictEqual(opened, 0)
    }).pipe(Effect.provideService(Similarity.Similarity, counted)),
  )

  it.effect("shows nothing if no word of the question is on the page", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* select(text, "What is the price of the ticket?"), "")
    }).pipe(Effect.provideService(Similarity.Similarity, counted)),
  )
})
