/** Tests the content of short pages: their `main`, unless it has hardly anything of the page. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const links = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<li><a href="/p${at}">Chapter ${at}</a></li>`).join("")

const menu = links(20)
const hi = "<main><p>Hi there.</p></main>"

describe("a short main beside a long menu", () => {
  it.each([
    ["a list", `<ul>${menu}</ul>${hi}`],
    ["a nav", `<nav><ul>${menu}</ul></nav>${hi}`],
    ["a list after it", `${hi}<div class=menu><ul>${menu}</ul></div>`],
    ["a main by its role", `<ul>${menu}</ul><div role=main><p>Hi there.</p></div>`],
    ["an article alone", `<ul>${menu}</ul><article><p>Hi there.</p></article>`],
    ["a main with a link", `<ul>${menu}</ul><main><p>Hi there, <a href=/b>Bob</a>.</p></main>`],
  ])("is the page: %s", (_, body) => {
    const page = readHtml(`<title>Hi</title><body>${body}</body>`)
    assert.match(page.content, /^Hi there/)
    assert.notInclude(page.content, "hapter")
    // So a page of so little text gets its warning.
    assert.notProperty(page, "is_complete")
  })
})

describe("a short page", () => {
  const facts = "<h1>The lighthouse</h1><p>It is open from nine to five, and closed on Mondays.</p>"
  it.each([
    ["a main", `<main>${facts}</main>`, true],
    ["a main by its role", `<div><div role=main>${facts}</div></div>`, true],
    ["an article", `<article>${facts}</article>`, true],
    ["no element of its own", `<div>${facts}</div>`, true],
    ["a main beside a sentence", `<p>Sold out.</p><main>${facts}</main>`, undefined],
    ["a main beside a menu", `<nav><a href=/b>Boats</a></nav><main>${facts}</main>`, undefined],
    ["a main and a script", `<main>${facts}</main><script src=/more.js></script>`, undefined],
    ["a main with hidden text", `<main>${facts}<p hidden>Ask for Jo.</p></main>`, undefined],
  ])("that is whole says so, with %s", (_, body, expected) => {
    assert.strictEqual(readHtml(`<!doctype html><title>T</title><body>${body}</body>`).is_complete, expected)
  })
})

describe("the whole body", () => {
  const prose = "<p>The ferry leaves at noon, and it comes back in the evening with the tide.</p>".repeat(4)

  it.each([
    ["an empty main", `<ul>${menu}</ul><main></main>`, "Chapter 19"],
    ["a main that is only a link", `<ul>${menu}</ul><main><a href=#top>Top</a></main>`, "Chapter 19"],
    ["a main that says less than a tenth of the prose", `${prose}<main><p>Loading.</p></main>`, "The ferry"],
  ])("is the page beside %s", (_, body, expected) => {
    assert.include(readHtml(`<title>T</title><body>${body}</body>`).content, expected)
  })

  it("keeps a main of links, whatever else is there", () => {
    const { content } = readHtml(`<title>T</title><body><div>${links(4)}</div><main><ul>${menu}</ul></main></body>`)
    assert.strictEqual(content.match(/Chapter 3\b/g)?.length, 1)
    assert.include(content, "Chapter 19")
  })
})
