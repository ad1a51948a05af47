import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Page, paragraph, type Text } from "./samplePdf.ts"
import { readPages } from "./support.ts"

const bodies = [
  ["The bar has moved since the storm,", "and the buoys were set anew by"],
  ["the crew of the tug. Nobody was", "hurt, says the log."],
  ["The mole was built of stone from", "the hills behind the town."],
  ["The council will talk about it in", "spring."],
]

const pagesOf = (edges: (page: number) => ReadonlyArray<Text>): ReadonlyArray<Page> =>
  bodies.map((lines, at) => ({ texts: [...edges(at + 1), ...paragraph(lines, 700)] }))

const small = (text: string, y: number): Text => ({ text, y, size: 8 })

describe("heads and feet", () => {
  it.effect("that repeat stand once, and numbers of pages nowhere", () =>
    Effect.gen(function* () {
      const pages = pagesOf((page) => [small("Almanac of the office", 780), small(`Page ${page} of 4`, 30)])
      const { content } = yield* readPages(pages, {}, "text")
      const expected = bodies.map((lines, at) => `Page ${at + 1}\n\n${lines.join(" ")}`).join("\n\n")
      assert.strictEqual(content, expected.replace("Page 1", "Page 1\n\nAlmanac of the office"))
    }),
  )

  it.effect.each<readonly [string, (page: number) => string]>([
    ["alone", (page) => `${page + 11}`],
    ["between dashes", (page) => `- ${page} -`],
    ["behind a title", (page) => `Almanac 2024 | ${page}`],
    ["on even pages only", (page) => (page % 2 === 0 ? `${page}` : `Tides ${page}`)],
  ])("go with their number %s", ([name, head]) =>
    Effect.gen(function* () {
      const pages = [...pagesOf((page) => [small(head(page), 30)]), ...pagesOf((page) => [small(head(page + 4), 30)])]
      const { content } = yield* readPages(pages, {}, "text")
      for (const page of [3, 5, 8]) assert.notInclude(content, `\n\n${head(page)}`, name)
    }),
  )

  it.effect("stay if their numbers don't count, if they are a part of the text, or a slide's title", () =>
    Effect.gen(function* () {
      const values = [7, 3, 9, 4]
      const uneven = yield* readPages(
        pagesOf((page) => [small(`${values[page - 1]}`, 30)]),
        {},
        "text",
      )
      for (const value of values) assert.include(uneven.content, `\n\n${value}`)
      const parts = bodies.map((lines, at) => ({ texts: paragraph([`Part ${at + 1} of it all`, ...lines], 700) }))
      assert.include((yield* readPages(parts, {}, "text")).content, "Part 3 of it all")
      const slides = yield* readPages(
        pagesOf(() => [{ text: "The tides", y: 760, size: 24 }]),
        {},
        "text",
      )
      assert.lengthOf(slides.content.match(/The tides/g) ?? [], 4)
    }),
  )

  it.effect("stay on a page without other text", () =>
    Effect.gen(function* () {
      const pages = ["one", "one", "one"].map((text) => ({ texts: [small(text, 30)] }))
      assert.lengthOf((yield* readPages(pages, {}, "text")).content.match(/one/g) ?? [], 3)
    }),
  )
})
