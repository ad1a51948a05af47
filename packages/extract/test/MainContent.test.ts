import { assert, describe, it } from "@effect/vitest"
import { scan } from "../src/budget/Budget.ts"
import { mainContentOf } from "../src/content/MainContent.ts"
import { parse } from "../src/parse/Parse.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"
const documentOf = (body: string): Document => parse(scan(body), "https://site.test/").document

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
})
