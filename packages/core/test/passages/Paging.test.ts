import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Blocks from "../../src/passages/Blocks.ts"
import { markdown } from "./MarkdownSamples.ts"
import * as Paging from "../../src/passages/Paging.ts"

const pagesOf = async (text: string, maxLength: number): Promise<ReadonlyArray<string>> => {
  const { blocks } = await Effect.runPromise(Blocks.parse(text, text.length))
  const pages: Array<string> = []
  for (let start = 0; start < text.length;) {
    const { end } = Paging.pageAt(text, blocks, { start, end: text.length }, maxLength)
    assert.isAbove(end, start)
    pages.push(text.slice(start, end))
    start = end
  }
  return pages
}

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
})
