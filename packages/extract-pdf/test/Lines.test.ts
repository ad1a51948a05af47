import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, written } from "./samplePdf.ts"
import { read, readPages } from "./support.ts"

describe("the text of a page", () => {
  it.effect("joins words that a line's end splits, and separates lines that don't continue", () =>
    Effect.gen(function* () {
      const lines = [
        "Every entry in the book of the har-",
        "bour has a line of its own in which",
        "the hour stands.",
        "Second paragraph of the same block",
      ]
      const { content } = yield* readPages([{ texts: paragraph(lines, 700) }])
      assert.strictEqual(
        content,
        "## Page 1\n\nEvery entry in the book of the harbour has a line of its own in which the hour stands.  \nSecond paragraph of the same block",
      )
    }),
  )

  it.effect("is read in the order of its positions, not in the drawing order", () =>
    Effect.gen(function* () {
      const texts = paragraph(
        [
          "The first line of all.",
          "The second line of all.",
          "The third line of all.",
          "The fourth line of all.",
          "The fifth line of all.",
        ],
        700,
      )
      const { content } = yield* readPages([{ texts: texts.toReversed() }], {}, "text")
      assert.strictEqual(content, `Page 1\n\n${texts.map(({ text }) => text).join(" ")}`)
    }),
  )

  it.effect.each<readonly [string, (along: number, down: number) => string]>([
    ["upwards", (along, down) => `0 1 -1 0 ${100 + down} ${100 + along}`],
    ["downwards", (along, down) => `0 -1 1 0 ${500 - down} ${700 - along}`],
    ["upside down", (along, down) => `-1 0 0 -1 ${500 - along} ${100 + down}`],
  ])("has its lines with text set %s", ([, matrix]) =>
    Effect.gen(function* () {
      const words = [
        ["one", "two", "three"],
        ["four", "five", "six"],
      ]
      const content = words
        .flatMap((row, down) =>
          row.map((word, along) => `BT /F 12 Tf ${matrix(along * 60, down * 16)} Tm (${word}) Tj ET`),
        )
        .join("\n")
      assert.strictEqual((yield* readPages([{ content }])).content, "## Page 1\n\none two three  \nfour five six")
    }),
  )

  it.effect("has a row of a table a line", () =>
    Effect.gen(function* () {
      const rows = ["Port High Low", "Leith 5.6 0.8", "Dover 6.8 0.9"].map((row) => row.split(" "))
      const texts = rows.flatMap((row, at) =>
        row.map((text, column) => ({ text, x: 72 + column * 120, y: 700 - at * 14 })),
      )
      const { content } = yield* readPages([{ texts }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nPort High Low\nLeith 5.6 0.8\nDover 6.8 0.9")
    }),
  )

  it.effect("has a row a line, though scaled moves separate its cells", () =>
    Effect.gen(function* () {
      const rows = ["Port High Low", "Leith 5.6 0.8"].map((row) =>
        row.split(" ").map((cell) => `(${cell}) Tj 3200 0 Td`),
      )
      const content = `0.05 0 0 0.05 0 0 cm BT /F 180 Tf 1440 14000 Td ${rows.map((cells) => cells.join(" ")).join(" -9600 -280 Td ")} ET`
      const page = yield* readPages([{ content }], {}, "text")
      assert.strictEqual(page.content, "Page 1\n\nPort High Low\nLeith 5.6 0.8")
    }),
  )

  it.effect("keeps text together with its larger bullet", () =>
    Effect.gen(function* () {
      const bullet = { text: "-", x: 60, y: 700, size: 18 }
      const { content } = yield* readPages(
        [{ texts: [bullet, ...paragraph(["Spring tides are told", "in red."], 700)] }],
        {},
        "text",
      )
      assert.strictEqual(content, "Page 1\n\n- Spring tides are told in red.")
    }),
  )

  it.effect("begins a line anew at a small text far above a large one", () =>
    Effect.gen(function* () {
      const texts = [
        { text: "Tides", y: 700, size: 40 },
        { text: "of the year", x: 182, y: 715, size: 9 },
      ]
      assert.strictEqual((yield* readPages([{ texts }], {}, "text")).content, "Page 1\n\nTides\n\nof the year")
    }),
  )

  it.effect("has the cells of a row in the order of their positions, though the last is drawn first", () =>
    Effect.gen(function* () {
      const rows = ["Port High Low", "Leith 5.6 0.8"].map((row) => row.split(" "))
      const texts = rows.flatMap((row, at) =>
        row.map((text, column) => ({ text, x: 72 + column * 120, y: 700 - at * 14 })).toReversed(),
      )
      const { content } = yield* readPages([{ texts }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nPort High Low\nLeith 5.6 0.8")
    }),
  )

  it.effect("separates a row from the text above it", () =>
    Effect.gen(function* () {
      const row = ["Port", "High", "Low"].map((text, column) => ({ text, x: 72 + column * 60, y: 686 }))
      const { content } = yield* readPages([{ texts: [{ text: "All of it in metres", y: 700 }, ...row] }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nAll of it in metres\nPort High Low")
    }),
  )

  it.effect("keeps the hyphen of a word that continues with a number or a name", () =>
    Effect.gen(function* () {
      const lines = ["It is told by the standard ISO-", "8601 how a date is written now"]
      const { content } = yield* readPages([{ texts: paragraph(lines, 700) }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nIt is told by the standard ISO-8601 how a date is written now")
    }),
  )

  it.effect("joins the words of a line that are drawn from the right", () =>
    Effect.gen(function* () {
      const codes =
        "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <61> <05D0> <62> <05D1> endbfchar endcmap"
      const content =
        "BT /F 12 Tf 216 700 Td (ab) Tj ET BT /F 12 Tf 196 700 Td (ba) Tj ET BT /F 12 Tf 176 700 Td (ab) Tj ET"
      const bytes = written([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        `<</Length ${codes.length}>>\nstream\n${codes}\nendstream`,
      ])
      const page = yield* read(bytes, "text")
      assert.strictEqual(page.content, "Page 1\n\n\u05d1\u05d0 \u05d0\u05d1 \u05d1\u05d0")
    }),
  )

  it.effect("keeps the blanks between words of several fonts in reordered lines", () =>
    Effect.gen(function* () {
      const at = (x: number, y: number, size: number, text: string) =>
        `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
      const lines = [640, 654, 668, 682, 696].map((y) => `${at(72, y, 12, "wwww")} ${at(108.08, y, 11, "years")}`)
      const { content } = yield* readPages([{ content: lines.join(" ") }], {}, "text")
      assert.notInclude(content, "wwwwyears")
      assert.include(content, "wwww years")
    }),
  )
})
