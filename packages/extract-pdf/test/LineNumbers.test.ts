import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph } from "./samplePdf.ts"
import { readPages } from "./support.ts"

const lines = [
  "The court finds that the pilot was not on board when the boat",
  "left the quay, and that the owner knew of this before the",
  "morning of the second of May, since he had been told of it by",
  "the harbour master, who says so under oath and whose word the",
  "court has no reason to doubt in any way at all.",
]

describe("the numbers of lines", () => {
  it.effect.each<readonly [string, (at: number) => number | undefined, number]>([
    ["on the left", (at) => at + 1, 50],
    ["that go on from another page", (at) => at + 97, 40],
    ["on the right", (at) => at + 1, 520],
  ])("go: %s", ([, numberOf, x]) =>
    Effect.gen(function* () {
      const numbers = lines.map((_, at) => ({ text: `${numberOf(at)}`, x, y: 700 - at * 14, size: 9 }))
      for (const texts of [
        [...numbers, ...paragraph(lines, 700)],
        lines.flatMap((line, at) => [...numbers.slice(at, at + 1), ...paragraph([line], 700 - at * 14)]),
      ]) {
        const { content } = yield* readPages([{ texts }], {}, "text")
        assert.strictEqual(content.replaceAll("\n", " "), `Page 1  ${lines.join(" ")}`)
      }
    }),
  )

  it.effect("go if they have the same left edge, and one or two digits", () =>
    Effect.gen(function* () {
      const texts = Array.from({ length: 12 }, (_, at) => [
        { text: `${at + 1}`, x: 50, y: 700 - at * 14, size: 9 },
        { text: lines[at % 5] ?? "", x: 80, y: 700 - at * 14 },
      ])
      const { content } = yield* readPages([{ texts: texts.flat() }], {}, "text")
      assert.notMatch(content.replace("Page 1", ""), /\d/)
    }),
  )

  it.effect("go if they stand at every fifth line", () =>
    Effect.gen(function* () {
      const text = [...lines, ...lines, ...lines, ...lines]
      const numbers = [5, 10, 15, 20].map((count) => ({ text: `${count}`, x: 50, y: 714 - count * 14, size: 9 }))
      const { content } = yield* readPages([{ texts: [...paragraph(text, 700), ...numbers] }], {}, "text")
      assert.notMatch(content.replace("Page 1", ""), /\d/)
    }),
  )

  it.effect("stay in a list, in a table, and if they don't count", () =>
    Effect.gen(function* () {
      const items = ["Spring tides", "Neap tides", "Storm tides", "Low tides", "High tides"]
      const listed = (values: ReadonlyArray<number>, texts: ReadonlyArray<string>) =>
        texts.flatMap((text, at) => [
          { text: `${values[at]}`, x: 50, y: 700 - at * 14 },
          { text, x: 80, y: 700 - at * 14 },
        ])
      const list = yield* readPages([{ texts: listed([1, 2, 3, 4, 5], items) }], {}, "text")
      assert.include(list.content, "4 Low tides")
      const years = yield* readPages([{ texts: listed([1, 7, 3, 9, 2], lines) }], {}, "text")
      assert.include(years.content, "7 left the quay")
    }),
  )
})
