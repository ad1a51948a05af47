import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Blocks from "../../src/passages/Blocks.ts"
import type { Range } from "../../src/passages/Outline.ts"
import { markdown } from "./MarkdownSamples.ts"
import * as Paging from "../../src/passages/Paging.ts"

const parse = (text: string): Promise<Blocks.Blocks> => Effect.runPromise(Blocks.parse(text, text.length))

const rangesOf = (text: string, parsed: Blocks.Blocks, maxLength: number): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  for (let start = 0; start < text.length;) {
    const range = Effect.runSync(Paging.pageAt(text, parsed, { start, end: text.length }, maxLength))
    assert.isAbove(range.end, start)
    ranges.push(range)
    start = range.end
  }
  return ranges
}

const pagesOf = async (text: string, maxLength: number): Promise<ReadonlyArray<string>> =>
  rangesOf(text, await parse(text), maxLength).map(({ end, start }) => text.slice(start, end))

const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} says that the buyer keeps all rights.`).join(" ")

const words = fc.array(fc.constantFrom("heat", "pump", "Zürich", "東京", "😀"), { minLength: 1, maxLength: 20 })
const sentence = words.map((all) => `${all.join(" ")}.`)
const prose = fc.array(sentence, { minLength: 1, maxLength: 30 }).map((all) => all.join(" "))
const list = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((all) => all.map((one) => `- ${one}`).join("\n"))
const article = fc
  .array(fc.oneof(prose, list, fc.constantFrom("# Pump", "## Warranty", "### Price")), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.join("\n\n"))

describe("pages of a text", () => {
  it("joined are exactly the text, none longer than the limit, none ends within a character", () =>
    fc.assert(
      fc.asyncProperty(markdown, fc.integer({ min: 2, max: 2_000 }), async (text, maxLength) => {
        const pages = await pagesOf(text, maxLength)
        assert.strictEqual(pages.join(""), text)
        for (const page of pages) {
          assert.isAtMost(page.length, maxLength)
          if (text.isWellFormed()) assert.isTrue(page.isWellFormed())
        }
      }),
      { numRuns: 300 },
    ))

  it("end between blocks: no fence, row or list item is cut that fits into a page", async () => {
    const code = "```js\nlet a = 1\n\nlet b = 2\n```"
    const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.\n\n${code}\n\n- item ${n}\n- next`).join("\n\n")
    for (const page of await pagesOf(text, 200)) {
      assert.strictEqual(page.split("```").length % 2, 1, page)
      assert.match(page, /(?:\n\n|next|```|\n)$/)
    }
  })

  it("cut a long paragraph between words and not within a link", async () => {
    const text = Array.from({ length: 60 }, (_, n) => `word${n} [some link text](https://example.com/${n})`).join(" ")
    for (const page of await pagesOf(text, 150)) {
      assert.strictEqual(page.match(/\[/g)?.length ?? 0, page.match(/\]\([^)]*\)/g)?.length ?? 0, page)
    }
  })

  it("end on a heading only if they have nothing else", () =>
    fc.assert(
      fc.asyncProperty(markdown, fc.integer({ min: 2, max: 2_000 }), async (text, maxLength) => {
        const parsed = await parse(text)
        for (const { end, start } of rangesOf(text, parsed, maxLength).slice(0, -1)) {
          const heading = parsed.headings.findLast((each) => each.start < end)
          if (heading === undefined || heading.end <= start) continue
          const isLast = !parsed.blocks.some((block) => block.start > heading.start && block.start < end)
          const hasText = parsed.blocks.some((block) => block.end > start && block.start < end)
          assert.isFalse(isLast && hasText, text.slice(start, end))
        }
      }),
      { numRuns: 300 },
    ))

  it("keep a table's rule below a heading apart from the row above it", async () => {
    const { blocks } = await parse("| a |\n\n# B\n\n| --- |\n")
    assert.deepStrictEqual(
      blocks.map(({ trail }) => trail.length),
      [0, 1],
    )
  })

  it("use at least half of their length for prose", () =>
    fc.assert(
      fc.asyncProperty(article, fc.integer({ min: 200, max: 2_000 }), async (text, maxLength) => {
        for (const page of (await pagesOf(text, maxLength)).slice(0, -1)) assert.isAtLeast(page.length, maxLength / 2)
      }),
      { numRuns: 300 },
    ))

  it("cut a long paragraph after a sentence, below its heading", async () => {
    const text = `# Manual\n\n${sentences(8)}\n\n## Warranty\n\n${sentences(100)}\n\n## Price\n\nThirty euros.`
    const [first = "", second = ""] = await pagesOf(text, 3_000)
    assert.isAbove(first.length, 2_900)
    assert.include(first, "## Warranty\n\nSentence 0")
    assert.match(first, /rights\. $/)
    assert.match(second, /^Sentence \d/)
  })

  it("cut code at a line if it doesn't fit into a page, and else not", async () => {
    const code = (lines: number): string => `\`\`\`js\n${"code()\n".repeat(lines)}\`\`\``
    const [long = ""] = await pagesOf(`Intro.\n\n${code(200)}`, 400)
    assert.isAbove(long.length, 380)
    assert.match(long, /code\(\)\n$/)
    const [before = "", after] = await pagesOf(`Intro.\n\n${code(55)}\n\nEnd.`, 400)
    assert.deepStrictEqual([before, after], ["Intro.\n\n", `${code(55)}\n\nEnd.`])
    const [below = ""] = await pagesOf(`## Code\n\n${code(55)}\n\nEnd.`, 400)
    assert.match(below, /^## Code\n\n```js\n(?:code\(\)\n)+$/)
  })

  it("end at a row of a table, with the header and a row of it on one page", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| item ${n} | ${n} euros |`)
    const table = ["| item | price |", "| --- | --- |", ...rows].join("\n")
    for (const intro of [0, 100, 110, 120, 130, 140]) {
      const pages = await pagesOf(`${"x".repeat(intro)}\n\n${table}`, 200)
      for (const page of pages) assert.match(page, /^[^]*(?:\|\n?|x\n\n)$/)
      assert.isFalse(pages.some((page) => page.endsWith("| --- | --- |\n")))
    }
  })

  it("end behind the last block that fits, however far away the next one begins", async () => {
    const headings = Array.from({ length: 30 }, (_, n) => `## Heading number ${n}`).join("\n\n")
    const [page] = await pagesOf(`One.\n\n${sentences(3)}\n\n${headings}\n\nEnd.`, 300)
    assert.strictEqual(page, `One.\n\n${sentences(3)}\n\n`)
  })
})
