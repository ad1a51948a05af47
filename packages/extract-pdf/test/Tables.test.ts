import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type Text } from "./samplePdf.ts"
import { readPages } from "./support.ts"

/** A table whose cells begin at the same places; a cell without a text is empty. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>, top = 700): ReadonlyArray<Text> =>
  rows.flatMap((row, at) =>
    row.flatMap((text, column) => (text === "" ? [] : [{ text, x: 72 + column * 100, y: top - at * 15 }])),
  )

const rows = [
  ["Port", "High", "Low", "Range"],
  ["Leith", "5.6", "", "4.8"],
  ["Dover", "", "0.9", ""],
  ["Wick", "", "", "2.1"],
]

describe("a table with empty cells", () => {
  it.effect.each<readonly ["markdown" | "text" | "html", string]>([
    [
      "markdown",
      "| Port | High | Low | Range |\n| --- | --- | --- | --- |\n| Leith | 5.6 |  | 4.8 |\n| Dover |  | 0.9 |  |\n| Wick |  |  | 2.1 |",
    ],
    ["text", "Port | High | Low | Range\nLeith | 5.6 |  | 4.8\nDover |  | 0.9 | \nWick |  |  | 2.1"],
    ["html", "<tr><td>Dover</td><td></td><td>0.9</td><td></td></tr>"],
  ])("shows which columns they are in, as %s", ([mode, expected]) =>
    Effect.gen(function* () {
      assert.include((yield* readPages([{ texts: table(rows) }], {}, mode)).content, expected)
    }),
  )

  it.effect("is between the paragraphs around it", () =>
    Effect.gen(function* () {
      const texts = [
        ...paragraph(["The tides of the ports are these."], 740),
        ...table(rows),
        ...paragraph(["They were measured in spring."], 610),
      ]
      const { content } = yield* readPages([{ texts }])
      assert.match(content, /these\.\n\n\| Port \|[^]*2\.1 \|\n\nThey/)
    }),
  )

  it.effect("has rows of one cell between the others", () =>
    Effect.gen(function* () {
      const texts = table([
        ["Port", "High", "Low"],
        ["Leith", "5.6", "0.8"],
        ["", "", "0.9"],
        ["Wick", "4.1", "0.7"],
      ])
      assert.include((yield* readPages([{ texts }])).content, "\n|  |  | 0.9 |\n| Wick |")
    }),
  )

  it.effect("escapes what its cells hold", () =>
    Effect.gen(function* () {
      const texts = table([...rows, ["a|b", "<i>", "", "*"]])
      assert.include((yield* readPages([{ texts }])).content, "| a\\|b | \\<i> |  | \\* |")
    }),
  )

  it.effect("isn't justified text with wide blanks", () =>
    Effect.gen(function* () {
      const lines = [
        [72, 130, 200],
        [72, 118, 176],
        [72, 190, 240],
        [72, 108, 140],
      ]
      const texts = lines.flatMap((words, at) => words.map((x) => ({ text: "tide", x, y: 700 - at * 14 })))
      assert.notInclude((yield* readPages([{ texts }])).content, "|")
    }),
  )

  it.effect("stays lines without empty cells, with two columns, and with cells that reach over several", () =>
    Effect.gen(function* () {
      const full = table([
        ["Port", "High", "Low"],
        ["Leith", "5.6", "0.8"],
        ["Dover", "6.8", "0.9"],
      ])
      const two = table([
        ["Port", "High"],
        ["Leith", "5.6"],
        ["Dover", ""],
      ])
      const over = [
        ...table(rows),
        { text: "A note that reaches over columns of it", x: 172, y: 640 },
        { text: "No", y: 640 },
      ]
      for (const texts of [full, two, over]) assert.notInclude((yield* readPages([{ texts }])).content, "|")
    }),
  )
})
