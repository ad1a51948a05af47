import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "./support.ts"

const times = (text: string, count: number): string => text.repeat(count)

const manyReferences = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<sup><a href=#n${index}>${index}</a></sup>`).join("")
const manyNotes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<li id=n${index}>note <a href=#n>^</a>`).join("")

/** Documents that cost the libraries quadratic time, or the stack, and what must still come out of each. */
const hazards: ReadonlyArray<readonly [name: string, html: string, expected: string]> = [
  ["a hundred thousand open divisions", `${times("<div>", 100_000)}here`, "here"],
  ["ten thousand closed divisions", `${times("<div>", 10_000)}here${times("</div>", 10_000)}<p>after`, "here"],
  ["spans ten thousand deep", `${times("<span>", 10_000)}here`, "here"],
  ["bold five thousand deep", `${times("<b>", 5_000)}here`, "here"],
  ["a hundred thousand quotes", `${times("<blockquote>", 100_000)}here`, "here"],
  ["lists five hundred deep", `${times("<ul><li>item ", 500)}here`, "here"],
  ["tables five hundred deep", `${times("<table><tr><td>cell ", 500)}here`, "here"],
  ["half a million class names", `<p class="${times("a ", 524_288)}">here`, "here"],
  ["a megabyte of no-break spaces", `<p>x${times("\u00a0", 1_000_000)}here`, "x here"],
  ["no-break spaces as references", `<p>x${times("&nbsp;", 180_000)}here`, "x here"],
  ["wide spaces as references", `<p>x${times("&emsp;", 50_000)}here`, "x here"],
  ["line breaks in pre", `<pre>x${times("\n", 200_000)}here</pre>`, "here"],
  ["tabs in pre", `<pre>x${times("\t", 200_000)}here</pre>`, "here"],
  ["break elements in pre", `<pre>x${times("<br>", 200_000)}here</pre>`, "here"],
  ["a hundred thousand comments", `${times("<!-- c -->", 100_000)}here`, "here"],
  ["comments that never end", `here${times("<!--", 100_000)}`, "here"],
  ["tags that never end", `here ${times("<a ", 200_000)}`, "here"],
  ["titles that never end", `${times("<title>", 100_000)}here`, "here"],
  ["list items side by side", `<ul>${times("<li>x", 30_000)}here</ul>`, "here"],
  ["rules side by side", `${times("<hr>", 30_000)}here`, "here"],
  ["links in links", `${times("<a href=x>", 30_000)}here`, "here"],
  [
    "spans of a table's cells",
    `<table>${times("<tr><td colspan=1000 rowspan=65534>a<td>b", 500)}<tr><td>here</table>`,
    "here",
  ],
  ["drawings that never end", `${times("<svg>", 20_000)}<p>here`, "here"],
  ["a megabyte of what Markdown escapes", `<p>${times("*_[`<\\", 60_000)} here`, "here"],
  ["references of the common kind", `<p>${times("&amp;", 500_000)} here`, "here"],
  ["references by number", `<p>${times("&#x41;", 500_000)} here`, "here"],
  ["references by name", `<p>${times("&eacute;", 400_000)} here`, "here"],
  ["brackets that begin nothing", `<p>${times("<\0p>", 500_000)} here`, "here"],
  ["two hundred deep branches", `${times(`${times("<div>", 200)}x${times("</div>", 200)}`, 50)}here`, "here"],
  ["breaks in open divisions", `${times("<div>x<br><br>", 6_000)}here`, "here"],
  ["hidden paragraphs up to the limit of elements", `${times("<p hidden>x", 25_000)}<p>here`, "here"],
  ["rows beyond the limit of elements", `<table>${times("<tr><td>a", 15_000)}<tr><td>here</table>`, "here"],
  ["a value that never ends", `<p>before <a href="x>${times("<p>words</p>", 1_000)}here`, "here"],
  ["frames side by side", `${times("<iframe src=/x title=x></iframe>", 15_000)}<p>here`, "here"],
  ["formulas that never end", `${times("<math><mrow>", 10_000)}here`, "here"],
  ["formulas side by side", `${times("<math><mi>x</mi></math>", 8_000)} here`, "here"],
  ["sources of formulas", `${times("<script type=math/tex>x</script>", 15_000)} here`, "here"],
  ["delimiters that never end", `<p>${times("\\( \\[ $$ x ", 200_000)} here`, "here"],
  ["a formula that never ends", `<p>$$ ${times("\\{", 500_000)} here`, "here"],
  ["references to one note", `<ul><li id=n>${times("<sup><a href=#n>1</a></sup>", 6_000)}here</ul>`, "here"],
  ["references to many notes", `<p>here${manyReferences(4_000)}<ol>${manyNotes(4_000)}</ol>`, "here"],
  [
    "a note of many links back",
    `<p>here<sup><a href=#n>1</a></sup><p id=n>note${times("<a href=#n>^</a>", 4_000)}`,
    "note",
  ],
  ["notes in notes", `<p>here${manyReferences(90)}${times("<div id=n1>", 90)}`, "here"],
  ["marks of references side by side", `<sup>${times("<a href=#n>x</a>", 15_000)}</sup>here<p id=n>note`, "here"],
  ["code side by side", `<p>${times("<code>a</code>", 18_000)} here`, "here"],
  ["quotations within quotations", `${times("<q>", 20_000)}here`, "here"],
  ["lines of code", `<pre>${times("<span class=line>x</span>", 18_000)}here</pre>`, "here"],
  [
    "rows of code",
    `<table>${times("<tr><td class=blob-num>1<td class=blob-code>x", 6_000)}<tr><td class=blob-num>1<td class=blob-code>here</table>`,
    "here",
  ],
  [
    "cells that span much and say something",
    `<table>${times("<tr><td colspan=64 rowspan=64>ab<td>b", 5_000)}<tr><td>here<td>x</table>`,
    "here",
  ],
  ["text between items", `<ul>${times("x<li>y</li><ul></ul>", 6_000)}here</ul>`, "here"],
  ["candidates of a set", `<p>here${times(`<img srcset="${times("a,", 3_900)}">`, 300)}`, "here"],
  ["misnested emphasis", `${times("<b><i>x</b></i>", 5_000)} here`, "here"],
]

describe("hostile documents", () => {
  for (const [name, html, expected] of hazards) {
    it(`come to an end: ${name}`, { timeout: 60_000 }, () => {
      assert.include(readHtml(html).content, expected)
    })
  }

  it("keep the text beyond the limit of elements", { timeout: 60_000 }, () => {
    const { content } = readHtml(`${times("<p>words</p>", 25_000)}<p>the last</p>`)
    assert.include(content, "the last")
  })

  it.each([
    ["a title of blanks", `# a${times(" ", 1_000_000)}b`],
    ["a title of marks", `# a${times("#", 500_000)}${times(" #", 250_000)}b`],
    ["blanks", `# a\n${times(" ", 1_000_000)}b`],
    ["line breaks", `# a\n${times("\n", 1_000_000)}b`],
    ["a URL of dots", `# a\nhttp://a.test/${times(".", 1_000_000)}b`],
  ])("come to an end as Markdown: %s", { timeout: 60_000 }, (_, markdown) => {
    const { content, title } = readHtml(markdown, { contentType: "text/markdown" })
    assert.deepStrictEqual([content, title.startsWith("a")], [markdown, true])
  })
})
