import { assert, describe, it } from "vitest"
import * as HitsView from "../../src/view/HitsView.ts"
import * as PageView from "../../src/view/PageView.ts"
import * as ReadTraceView from "../../src/view/ReadTraceView.ts"
import { style } from "../../src/view/View.ts"

const plain = style(false)
const page = {
  title: "A page",
  url: "https://a.test/",
  content_md: "Words.",
  links: [],
  links_total: 0,
  status_code: 200,
  truncated: false,
  cached: false,
}
const result = { hits: [{ title: "A hit", url: "https://a.test/", snippet: "" }], count: 1, provider: "searxng" }

describe("a page", () => {
  it("is its title, its address and its text", () => {
    assert.deepStrictEqual(PageView.of(plain)(page), { body: "A page\nhttps://a.test/\n\nWords.\n", notes: [] })
  })

  it("prints the notes on stderr", () => {
    const { notes } = PageView.of(plain)({ ...page, warning: "low_content", compressed: true, message: "It is cut." })
    assert.deepStrictEqual(notes, [
      "The page has little readable text.",
      "The page was shortened by a compressor.",
      "It is cut.",
    ])
  })

  it("says that it is a cached copy, and of when", () => {
    const noteOf = (more: Partial<PageView.ShownPage>) => PageView.of(plain)({ ...page, cached: true, ...more }).notes
    const fetched_at = "2026-11-28T10:04:31.000Z"
    assert.deepStrictEqual(noteOf({ fetched_at }), ["The page is a cached copy of 2026-11-28T10:04Z."])
    assert.deepStrictEqual(noteOf({}), ["The page is a cached copy."])
    assert.deepStrictEqual(noteOf({ cached: false, fetched_at }), [])
  })

  it("counts removed hidden text", () => {
    const noteOf = (hidden_elements: number, invisible_characters: number) =>
      PageView.of(plain)({ ...page, removed: { hidden_elements, invisible_characters } }).notes
    assert.deepStrictEqual(noteOf(1, 30), ["Removed from the page: 1 hidden element and 30 invisible characters."])
    assert.deepStrictEqual(noteOf(0, 1), ["Removed from the page: 1 invisible character."])
  })

  it("lists its links under a heading, also in a pipe", () => {
    const { body } = PageView.withLinks(plain)({ ...page, links: ["https://a.test/next"] })
    assert.isTrue(body.endsWith("Words.\n\nLinks:\nhttps://a.test/next\n"), body)
  })

  it("is its numbered headings on request", () => {
    const outline = [
      { level: 1, heading: "Tides", start: 0 },
      { level: 2, heading: "High\u001b[2J water", start: 9 },
    ]
    const { body, notes } = PageView.outline(plain)({ ...page, outline })
    assert.strictEqual(body, "A page\nhttps://a.test/\n\n1. Tides\n2.   High[2J water\n")
    assert.deepStrictEqual(notes, [])
    assert.match(PageView.outline(plain)(page).notes.join(), /no outline/)
  })

  it("is set off where colours are wanted", () => {
    const { body } = PageView.of(style(true))(page)
    assert.strictEqual(body, "\u001b[1mA page\u001b[22m\n\u001b[2mhttps://a.test/\u001b[22m\n\nWords.\n")
  })
})

describe("hits", () => {
  it("show all known details of each", () => {
    const metadata = { published_at: "2026-01-02T00:00:00.000Z", engine: "bing", category: "news", score: 2 } as const
    const { body } = HitsView.of(plain)({ ...result, hits: [{ ...result.hits[0]!, metadata }] })
    assert.strictEqual(body, "1. A hit\n   https://a.test/\n   2026-01-02T00:00:00.000Z · bing · news · 2\n")
  })

  it("names parameters as the command's flags", () => {
    const { notes } = HitsView.of(plain)({ ...result, message: "max_results was out of its range: 1 was used." })
    assert.include(notes, "--max-results was out of its range: 1 was used.")
  })

  it("list on stderr the filters that the provider lacks", () => {
    const { notes } = HitsView.of(plain)({
      ...result,
      message: "No results. Try other words.",
      ignored: ["language", "time_range"],
    })
    assert.deepStrictEqual(notes, ["No results. Try other words.", "Not supported by searxng: language, time_range."])
  })

  it("are followed by their pages, with the notes on those", () => {
    const pages = [
      { ...page, warning: "low_content" as const },
      { url: "https://b.test/", error: "timeout" as const },
    ]
    const { body, notes } = HitsView.withPages(plain)({ ...result, pages })
    assert.deepStrictEqual(notes, ["The page has little readable text."])
    assert.strictEqual(body.split("─".repeat(72)).length, 3)
    assert.isTrue(body.endsWith("\n\nhttps://b.test/\n\nThis page couldn't be read: timeout\n"))
  })
})

describe("several pages", () => {
  const cut = { ...page, message: "The text is cut.", next_start_index: 1_051 }
  const pages = [cut, { ...cut, url: "https://b.test/" }, { url: "https://c.test/", error: "timeout" as const }]

  it("name each note's page", () => {
    const expected = ["https://a.test/", "https://b.test/"].flatMap((url) => [
      `${url}: The text is cut.`,
      `${url}: Read on with --start-index 1051.`,
    ])
    assert.deepStrictEqual(PageView.pages(PageView.of)(plain)({ pages, count: 3 }).notes, expected)
    assert.deepStrictEqual(HitsView.withPages(plain)({ ...result, pages }).notes.slice(-4), expected)
  })

  it("name none if one was read", () => {
    const { notes } = PageView.pages(PageView.of)(plain)({ pages: pages.slice(1), count: 2 })
    assert.deepStrictEqual(notes, ["The text is cut.", "Read on with --start-index 1051."])
  })

  it("don't take what follows a complete section for the rest of it", () => {
    const { notes } = PageView.of(plain)({ ...cut, message: "The section is complete.", section_complete: true })
    assert.deepStrictEqual(notes, [
      "The section is complete.",
      "Read what follows the section with --start-index 1051.",
    ])
  })
})

describe("a document's way through the reader", () => {
  const parse = { name: "parse", elements: 1_200, characters: 34_567, ms: 12.3456 }
  const main = { name: "main", note: "readability", elements: 80, characters: 900, ms: 0.04 }
  const trace = { url: "https://a.test/", stages: [parse, main], path: "readability" }
  const outcome = { title: "A page", content_length: 1_040, link_count: 1 }

  it("is a line a stage, and its result", () => {
    assert.strictEqual(
      ReadTraceView.of(trace, outcome),
      [
        "https://a.test/",
        "  parse  1,200 elements  34,567 characters     12.3 ms",
        "  main      80 elements     900 characters      0.0 ms  readability",
        '  => "A page", 1,040 characters, 1 link, by readability',
        "",
      ].join("\n"),
    )
  })

  it("ends where the reading ended", () => {
    assert.notInclude(ReadTraceView.of(trace, undefined), "=>")
    assert.notProperty(ReadTraceView.json(trace, undefined), "title")
  })

  it("keeps a page from writing lines of its own, or moving the cursor", () => {
    const title = 'Harbour"\n  => "all is well\u001b[2J'
    const reported = ReadTraceView.of({ url: "https://a.test/", stages: [] }, { ...outcome, title })
    assert.deepStrictEqual(reported.split("\n"), [
      "https://a.test/",
      '  => text, which goes through no stage, "Harbour" => "all is well[2J", 1,040 characters, 1 link',
      "",
    ])
  })

  it("has the same in JSON, times to the microsecond", () => {
    assert.deepStrictEqual(ReadTraceView.json(trace, outcome), {
      url: "https://a.test/",
      ...outcome,
      path: "readability",
      stages: [{ ...parse, ms: 12.346 }, main],
    })
  })
})
