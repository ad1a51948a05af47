import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "./support.ts"

const times = (text: string, count: number): string => text.repeat(count)

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
