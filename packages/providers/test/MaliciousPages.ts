/** Reading DuckDuckGo's pages, and the tests that malicious ones are read to their end. */
import { assert, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { maxHits, rowsOfPage } from "../src/duckduckgo.ts"

/** The rows; `challenged`, or `undefined` if the page has no results list. */
export const readPage = (html: string) => {
  const found = rowsOfPage(html)
  if (!(found instanceof WebError.WebError)) return found
  return found.reason === "duckduckgo_challenged" ? "challenged" : undefined
}

/** Reads malicious pages of such a length. */
export const maliciousPageTests = (length: number): void => {
  const fill = (text: string) => text.repeat(Math.ceil(length / text.length))

  for (const [name, html] of [
    ["nests without an end", fill("<b>")],
    ["nests tables", fill("<table><tr><td>")],
    ["has one endless attribute", `<div class="${fill("x ")}">`],
    ["has attributes without an end", `<div ${fill('a="b" ')}>`],
    ["is all hits within hits", fill(`<div class="result web-result"><a class="result__a">`)],
    ["closes what it never opened", fill("</p>")],
    ["is no markup", fill("<<&&")],
  ] as const) {
    it(`is read to its end though it ${name}`, () => {
      const found = readPage(html)
      assert.isTrue(found === undefined || found.length <= maxHits)
    })
  }
}
