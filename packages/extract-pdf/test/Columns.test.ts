import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph } from "./samplePdf.ts"
import { readPages } from "./support.ts"

describe("the text of a page", () => {
  it.effect("continues from a column to the next one, whose lines have edges of their own", () =>
    Effect.gen(function* () {
      const left = ["The harbour master writes the", "hours of the tides on a board", "by the quay, so that every cap-"]
      const right = ["tain knows when the bar can be", "crossed, and which of the boats", "wait."]
      const texts = [...paragraph(left, 700), ...paragraph(right, 700, 320)]
      const { content } = yield* readPages([{ texts }], {}, "text")
      assert.strictEqual(
        content,
        "Page 1\n\nThe harbour master writes the hours of the tides on a board by the quay, so that every captain knows when the bar can be crossed, and which of the boats wait.",
      )
    }),
  )

  it.effect("has its columns one after the other", () =>
    Effect.gen(function* () {
      const left = paragraph(["Left one goes on", "left two goes on", "left three ends."], 700)
      const right = paragraph(["Right one goes on", "right two goes on", "right three ends."], 700, 320)
      const { content } = yield* readPages([{ texts: [...left, ...right] }], {}, "text")
      assert.isBelow(content.indexOf("left three"), content.indexOf("Right one"))
    }),
  )

  describe("that is drawn line by line across its columns", () => {
    const columns = [
      [
        "The harbour master writes the",
        "hours of the tides on a board",
        "by the quay, and every captain",
        "who comes in or leaves reads",
        "them on his way.",
      ],
      [
        "Spring tides are told beside",
        "them in red, since the bar is",
        "crossed by the larger boats at",
        "those alone, and never when",
        "the wind is from the east.",
      ],
    ]
    const drawn = (lines: ReadonlyArray<ReadonlyArray<string>>) =>
      (lines[0] ?? []).flatMap((_, at) =>
        lines.map((column, across) => ({ text: column[at] ?? "", x: 72 + across * 240, y: 700 - at * 14 })),
      )

    it.effect("has one after the other, under the title that stands over all of them", () =>
      Effect.gen(function* () {
        const title = { text: "The tides of the year, and how they are told to those at sea", x: 72, y: 740 }
        const { content } = yield* readPages([{ texts: [title, ...drawn(columns)] }], {}, "text")
        assert.strictEqual(content, ["Page 1", title.text, ...columns.map((lines) => lines.join(" "))].join("\n\n"))
      }),
    )

    it.effect("has a row a line if the columns belong to a table", () =>
      Effect.gen(function* () {
        const table = columns.map((lines) => lines.map((line) => `No. ${line}`))
        const { content } = yield* readPages([{ texts: drawn(table) }], {}, "text")
        const rows = (table[0] ?? []).map((cell, at) => `${cell} ${table[1]?.[at] ?? ""}`)
        assert.strictEqual(content, ["Page 1", rows.join("\n")].join("\n\n"))
      }),
    )
  })
})
