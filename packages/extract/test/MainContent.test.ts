import { assert, describe, it } from "@effect/vitest"
import { mainContentOf } from "../src/content/MainContent.ts"
import { number } from "../src/content/Numbers.ts"
import { parse } from "../src/tree/Parse.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"
const documentOf = (body: string): Document => parse(body, "https://site.test/").document

describe("the main content", () => {
  it("is Readability's where it is believable", () => {
    assert.strictEqual(mainContentOf(documentOf(`<div>${paragraph.repeat(8)}</div>`)).by, "readability")
  })

  it("is the page's own main, else its body, where Readability throws", () => {
    for (const [html, by] of [
      [`<main>${paragraph.repeat(8)}</main>`, "main"],
      [`<div>${paragraph.repeat(8)}</div>`, "body"],
    ] as const) {
      const document = documentOf(html)
      document.cloneNode = () => {
        throw new TypeError("Cannot read properties of null (reading 'tagName')")
      }
      assert.strictEqual(mainContentOf(document).by, by)
    }
  })

  it("is asked of Readability only where that is cheap", () => {
    const deep = "<div>".repeat(90) + paragraph.repeat(8) + "</div>".repeat(90)
    assert.notStrictEqual(mainContentOf(documentOf(deep.repeat(60))).by, "readability")
  })

  it("has the sizes of its pictures as they were written", () => {
    const set = "/boat.jpg?width=400&height=300 400w, /boat.jpg?width=800&height=600 800w"
    const picture = `<img src="/boat.jpg" srcset="${set.replaceAll("&", "&amp;")}">`
    const document = documentOf(`<div>${paragraph.repeat(4)}<p>${picture}</p>${paragraph.repeat(4)}</div>`)
    number(document)
    const { by, element } = mainContentOf(document)
    const found = Array.from(element.querySelectorAll("img"), (image) => image.getAttribute("srcset"))
    assert.deepStrictEqual([by, found], ["readability", [set]])
  })

  it("is looked for again where little was found, but for a page on which that is dear", () => {
    const little = `<p>A quay of stone, which is long, and which is old, and which the boats of the island moor at.</p>`
    const html = `<div>${little}</div><div class=comment>${paragraph.repeat(8)}</div>`
    const readable = (body: string): string => mainContentOf(documentOf(body)).readable?.textContent ?? ""
    assert.include(readable(html), "prose")
    const dear = readable(html + "<b></b>".repeat(3_500))
    assert.include(dear, "quay")
    assert.notInclude(dear, "prose")
  })
})
