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

  it("of more headings than it lists has those of shown parts, too, each with its number", async () => {
    const many = Array.from({ length: 60 }, (_, n) => `## Chapter ${n + 1}\n\ntext`).join("\n\n")
    const [fifty, sixty] = [many.indexOf("## Chapter 50"), many.indexOf("## Chapter 60")]
    const shown = [
      { start: fifty + 15, end: fifty + 19 },
      { start: sixty, end: sixty + 15 },
    ]
    const entries = Outline.make((await read(many)).headings, many.length, shown)
    assert.deepStrictEqual(
      entries.slice(39).map(({ heading, number }) => [heading, number]),
      [
        ["Chapter 40", 40],
        ["Chapter 50", 50],
        ["Chapter 60", 60],
      ],
    )
    const few = Outline.beside(entries, shown, 400).map(({ number }) => number)
    assert.includeMembers(few, [50, 60])
    assert.notInclude(few, 40)
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

  const sectionIn = (headings: ReadonlyArray<Blocks.Heading>, length: number, wanted: string | number) =>
    Effect.runSync(Outline.section(headings, length, wanted))

  it("of a page with very many is found by its number, whether or not the outline has it", async () => {
    const flat = Array.from({ length: 60 }, (_, at) => `## Part ${at + 1}\n\ntext`).join("\n\n")
    const { headings } = await read(flat)
    for (const number of [1, 40, 41, 60])
      assert.isTrue(
        flat.startsWith(`## Part ${number}\n`, sectionIn(headings, flat.length, number)?.start),
        String(number),
      )
    for (const number of [0, 61, -1, 1.5]) assert.isUndefined(sectionIn(headings, flat.length, number))
    const deep = Array.from({ length: 30 }, (_, at) => `## Chapter ${at}\n\n### Part ${at}\n\ntext`).join("\n\n")
    const parsed = await read(deep)
    const sections = Array.from({ length: 60 }, (_, at) => sectionIn(parsed.headings, deep.length, at + 1)?.start)
    assert.strictEqual(new Set(sections).size, 60)
    assert.isTrue(deep.startsWith("### Part 0\n", sections[30]))
  })

  it("is found by its number rather than by a part of a heading, and by its words before both", async () => {
    const flat = Array.from({ length: 150 }, (_, at) => `## ${at === 4 ? "The 120 rules" : `Part ${at + 1}`}\n\nx`)
    const page = [...flat, "## 7\n\nx"].join("\n\n")
    const { headings } = await read(page)
    for (const [wanted, heading] of [
      ["120", "Part 120"],
      ["7", "7"],
      ["120 rules", "The 120 rules"],
    ] as const)
      assert.isTrue(page.startsWith(`## ${heading}\n`, sectionIn(headings, page.length, wanted)?.start), wanted)
    for (const wanted of ["9999", "2024", "Part 151"])
      assert.isUndefined(sectionIn(headings, page.length, wanted), wanted)
  })

  it("is none of the opposite of a heading, and none of another number", async () => {
    const page = "## 2023\n\nx\n\n## v2.14.1\n\nx\n\n## How to enable TLS\n\nx"
    const { headings } = await read(page)
    for (const wanted of ["2024", "v2.14.0", "How to disable TLS"])
      assert.isUndefined(sectionIn(headings, page.length, wanted), wanted)
    assert.include(sectionIn(headings, page.length, "How to enabel TLS"), { isNearest: true, number: 3 })
  })

  it("is the nearest one of a misspelt heading", async () => {
    const page = "## Delivery\n\nx\n\n## Warranty and returns\n\nx\n\n## How to pay\n\nx\n\n## Gewährleistung\n\nx"
    const { headings } = await read(page)
    for (const [wanted, heading] of [
      ["Warantie", "Warranty"],
      ["Delivry", "Delivery"],
      ["waranty and retuns", "Warranty"],
      ["how too pay", "How to pay"],
      ["Gewahrleistung", "Gewährleistung"],
    ] as const) {
      const found = sectionIn(headings, page.length, wanted)
      assert.isTrue(found?.isNearest, wanted)
      assert.isTrue(page.startsWith(`## ${heading}`, found?.start), wanted)
    }
    for (const wanted of ["Windows", "Prices", "pay day loans", "x".repeat(500)])
      assert.isUndefined(sectionIn(headings, page.length, wanted), wanted)
    assert.isFalse(sectionIn(headings, page.length, "delivery")?.isNearest)
  })
})

describe("beside", () => {
  const outline = Array.from({ length: 30 }, (_, at) => ({
    level: at % 10 === 0 ? 1 : 2,
    heading: `Heading number ${at}`,
    start: 100 * at,
  }))

  it("keeps an outline that takes a quarter of the text", () => {
    assert.deepStrictEqual(Outline.beside(outline, [], 4_000), outline)
  })

  it("keeps the headings of what is shown, then the higher levels, with their numbers", () => {
    const kept = Outline.beside(outline, [{ start: 1_250, end: 1_310 }], 400)
    assert.deepStrictEqual(
      kept.map(({ number }) => number),
      [1, 2, 3, 11, 13, 14, 21],
    )
    assert.isAtMost(
      kept.reduce((sum, { heading }) => sum + heading.length, 0),
      120,
    )
  })
})
