import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Blocks from "../../src/passages/Blocks.ts"
import * as Outline from "../../src/passages/Outline.ts"

const text = "# Manual\n\nintro\n\n## Setup\n\nfirst\n\n### Linux\n\nuse apt\n\n## Use *daily*\n\nrun it"
const read = (markdown: string) => Effect.runPromise(Blocks.parse(markdown, markdown.length))

describe("an outline", () => {
  it("has the headings with their levels and places", async () => {
    const { headings } = await read(text)
    assert.deepStrictEqual(
      Outline.make(headings, text.length).map(({ heading, level, start }) => [
        level,
        heading,
        text.slice(start, start + 3),
      ]),
      [
        [1, "Manual", "# M"],
        [2, "Setup", "## "],
        [3, "Linux", "###"],
        [2, "Use daily", "## "],
      ],
    )
  })

  it("of many headings leaves out the deeper levels first", async () => {
    const many = Array.from({ length: 30 }, (_, n) => `## Chapter ${n}\n\n### Part ${n}\n\ntext`).join("\n\n")
    const entries = Outline.make((await read(many)).headings, many.length)
    assert.lengthOf(entries, 30)
    assert.isTrue(entries.every(({ level }) => level === 2))
  })

  it("finds no headings in code or outside the main content", async () => {
    const code = "# One\n\n```sh\n# comment\n```\n\n## Two\n\n# Elsewhere"
    const { headings } = await read(code)
    assert.deepStrictEqual(
      Outline.make(headings, code.indexOf("# Else")).map(({ heading }) => heading),
      ["One", "Two"],
    )
  })
})

describe("a section", () => {
  it("is found by its heading's words or its number, and reaches to the next heading of its level", async () => {
    const { headings } = await read(text)
    const sectionOf = (wanted: string | number) => {
      const range = Effect.runSync(Outline.section(headings, text.length, wanted))
      return range === undefined ? undefined : text.slice(range.start, range.end).trim()
    }
    assert.strictEqual(sectionOf("setup"), "## Setup\n\nfirst\n\n### Linux\n\nuse apt")
    assert.strictEqual(sectionOf(" use  Daily "), "## Use *daily*\n\nrun it")
    assert.strictEqual(sectionOf("## Linux"), "### Linux\n\nuse apt")
    assert.strictEqual(sectionOf(3), "### Linux\n\nuse apt")
    assert.strictEqual(sectionOf("Windows"), undefined)
    assert.strictEqual(sectionOf(9), undefined)
    assert.strictEqual(sectionOf(""), undefined)
  })
})
