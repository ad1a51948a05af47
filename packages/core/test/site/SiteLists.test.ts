import { assert, describe, it } from "vitest"
import type { Listing } from "../../src/site/Listed.ts"
import * as SiteLists from "../../src/site/SiteLists.ts"

const entries = (listing: Listing) =>
  Array.from(listing).flatMap((entry) => (entry === undefined ? [] : [`${entry.url} ${entry.title}`.trim()]))

describe("llms.txt", () => {
  it("has the pages of its links", () => {
    const text =
      "# Boats\n\n> [not closed\n\n## Guide\n- [Sails](/sails.md): how\n- [Knots](https://docs.example/knots)\n- [](x\n"
    assert.deepStrictEqual(entries(SiteLists.llmsText(text, "https://docs.example/llms.txt")), [
      "https://docs.example/sails.md Sails",
      "https://docs.example/knots Knots",
    ])
  })
})

describe("an inventory of Sphinx", () => {
  const head = "# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The remainder is compressed using zlib.\n"

  it("has documents with titles, and the pages of objects", () => {
    const text = `${head}guide/start std:doc -1 guide/start.html Getting started\nboats.sail py:function 1 api.html#$ -\nlong name here std:label -1 other.html#long-name -\nbroken line\n`
    assert.deepStrictEqual(entries(SiteLists.inventory(text, "https://docs.example/en/objects.inv")), [
      "https://docs.example/en/guide/start.html Getting started",
      "https://docs.example/en/api.html",
      "https://docs.example/en/other.html long name here",
    ])
  })

  it("of another version has none", () => {
    assert.deepStrictEqual(
      entries(SiteLists.inventory("# Sphinx inventory version 1\nx std:doc 1 x.html -\n", "x:")),
      [],
    )
  })
})

describe("a search index", () => {
  const base = "https://docs.example/"

  it("has an address and a title for each entry, in any order", () => {
    const index = {
      config: { lang: ["en"], separator: '[\\s"]+' },
      docs: [
        { location: "", title: "Boats", text: 'He said "location": "x"' },
        { location: "sails/#jib", text: "\\", title: 'Ji\u00fcb "small"' },
        { title: "No address" },
      ],
    }
    const expected = ['https://docs.example/sails/ Ji\u00fcb "small"']
    assert.deepStrictEqual(entries(SiteLists.searchIndex(JSON.stringify(index), base)), expected)
    const list = [
      { permalink: "/a/", title: "A", contents: "x" },
      { url: "b", title: "B" },
    ]
    assert.deepStrictEqual(entries(SiteLists.searchIndex(JSON.stringify(list), base)), [
      "https://docs.example/a/ A",
      "https://docs.example/b B",
    ])
  })

  it("that is no JSON, or is cut, does no harm", () => {
    for (const text of ['{"url": "', '{"url": "a\\', "<html>", '"'.repeat(1_000), "\\".repeat(1_000)])
      assert.deepStrictEqual(entries(SiteLists.searchIndex(text, base)).length <= 1, true)
  })
})
