import { assert, describe, it } from "@effect/vitest"
import { structuredDataOf } from "../src/metadata/StructuredData.ts"
import { parse } from "../src/tree/Parse.ts"

const ld = (json: unknown): string => script(JSON.stringify(json))
const script = (text: string): string => `<script type="application/ld+json">${text}</script>`
const itemsOf = (html: string) => structuredDataOf(parse(html, "https://site.test/").document)
const typesIn = (html: string) => itemsOf(html).map(({ types }) => types.join("+"))

describe("the things that a page describes in JSON-LD", () => {
  it("are found at the top, in arrays, in graphs and as main entities, outer ones first", () => {
    const page = {
      "@type": "WebPage",
      mainEntity: { "@type": ["Article", "Report"], mainEntityOfPage: { "@type": "FAQPage" } },
    }
    assert.deepStrictEqual(
      typesIn(ld([{ "@context": "x", "@graph": [page, { "@type": "Person" }] }]) + ld({ "@type": "Product" })),
      ["WebPage", "Article+Report", "FAQPage", "Person", "Product"],
    )
  })

  it("have their complete description", () => {
    const product = { "@type": "Product", name: "A lamp", offers: { "@type": "Offer", price: "9.50" } }
    assert.deepStrictEqual(itemsOf(ld(product)), [{ types: ["Product"], value: product }])
  })

  it("have types without a vocabulary", () => {
    const named = ["http://schema.org/Article", "schema:Book", "https://x.test/#Place", "", 5, null]
    assert.deepStrictEqual(itemsOf(ld({ "@type": named }))[0]?.types, ["Article", "Book", "Place"])
  })

  it("are read with line breaks in their texts, loose commas, and comments around them", () => {
    for (const text of [
      '{"@type":"Article","articleBody":"one\ntwo\tthree"}',
      '<!-- {"@type":"Article","articleBody":"one two three"} -->',
      '//<![CDATA[\n{"@type":"Article","articleBody":"one two three"}\n//]]>',
      '{"@type":"Article","articleBody":"one two three"};',
      '{"@type":"Article","keywords":["a,]",],"articleBody":"one two three", }',
    ]) {
      assert.strictEqual(itemsOf(script(text))[0]?.value.articleBody, "one two three", text)
    }
  })

  it("are empty if there is nothing to read", () => {
    for (const text of ["", "null", "5", '"x"', "{", '{"name":"x"}', '{"@type":5}', '{"@graph":[[[[[]]]]]}']) {
      assert.deepStrictEqual(itemsOf(script(text)), [], text)
    }
  })

  it("are read even after broken ones", () => {
    assert.deepStrictEqual(typesIn(`${script('{"@type":')}${ld({ "@type": "Article" })}`), ["Article"])
  })

  it("are bounded in depth and number", () => {
    const nested = (depth: number): string => `${"[".repeat(depth)}{"@type":"Article"}${"]".repeat(depth)}`
    assert.deepStrictEqual(typesIn(script(nested(5))), ["Article"])
    assert.deepStrictEqual(typesIn(script(nested(100))), [])
    assert.deepStrictEqual(typesIn(script(nested(200_000))), [])
    const graph = Array.from({ length: 1_000 }, () => ({ "@type": "Article" }))
    assert.strictEqual(itemsOf(ld({ "@graph": graph }) + ld(graph)).length, 200)
  })

  it("are read once", () => {
    const { document } = parse(ld({ "@type": "Article" }), "https://site.test/")
    assert.strictEqual(structuredDataOf(document), structuredDataOf(document))
  })
})
