import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type Text } from "./samplePdf.ts"
import { readPages } from "./support.ts"

/** Lines in Courier of 10 points, whose indentation is a distance instead of blanks. */
const code = (lines: ReadonlyArray<string>, top = 700): ReadonlyArray<Text> =>
  lines.flatMap((line, at) => {
    const text = line.trimStart()
    return text === ""
      ? []
      : [{ text, x: 72 + (line.length - text.length) * 6, y: top - at * 12, size: 10, isFixed: true }]
  })

describe("text of fixed width", () => {
  const lines = ["for tide in port.tides:", "    if tide.day == day:", "", "        return tide.hour", "print(day)"]

  it.effect("is code with its indentation and its blank lines", () =>
    Effect.gen(function* () {
      const texts = [...paragraph(["The clerk runs this program."], 730), ...code(lines)]
      const { content } = yield* readPages([{ texts }])
      assert.strictEqual(content, `## Page 1\n\nThe clerk runs this program.\n\n\`\`\`\n${lines.join("\n")}\n\`\`\``)
      assert.include((yield* readPages([{ texts }], {}, "html")).content, "<pre><code>for tide in port.tides:\n    if")
    }),
  )

  it.effect("keeps its columns, though its words are drawn one by one", () =>
    Effect.gen(function* () {
      const words = [
        ["a", 0],
        ["=", 2],
        ["high", 4],
        ["# note", 12],
        ["low", 0],
        ["= 2", 4],
        ["# iii", 12],
      ] as const
      const texts = words.map(([text, column], at) => ({
        text,
        x: 72 + column * 6,
        y: at < 4 ? 700 : 688,
        size: 10,
        isFixed: true,
      }))
      const { content } = yield* readPages([{ texts }])
      assert.include(content, "```\na = high    # note\nlow = 2     # iii\n```")
    }),
  )

  it.effect("has a longer fence around its own", () =>
    Effect.gen(function* () {
      const { content } = yield* readPages([{ texts: code(["```js", "run(1);", "```"]) }])
      assert.include(content, "````\n```js\nrun(1);\n```\n````")
    }),
  )

  it.effect("loses the numbers of its lines, but not those that don't count", () =>
    Effect.gen(function* () {
      const numbered = code(["1 for x in y:", "2     run(x)", "3 print(y)"])
      assert.include((yield* readPages([{ texts: numbered }])).content, "```\nfor x in y:\n    run(x)\nprint(y)\n```")
      const data = ["1 {x}", "3 {y}", "4 {z}"]
      assert.include((yield* readPages([{ texts: code(data) }])).content, data.join("\n"))
    }),
  )

  it.effect("is text if it is a typewriter's, or in a line of another font", () =>
    Effect.gen(function* () {
      const prose = [
        "High water comes twice a day, and the harbour master writes",
        "its hours on a board by the quay, so that every boat knows",
        "when the bar can be crossed.",
      ]
      const typed = yield* readPages([{ texts: code(prose) }])
      assert.strictEqual(typed.content, `## Page 1\n\n${prose.join(" ")}`)
      const inline = [...paragraph(["The command"], 700), { text: "ls -l", x: 142, y: 700, size: 12, isFixed: true }]
      assert.notInclude((yield* readPages([{ texts: inline }])).content, "```")
    }),
  )
})
