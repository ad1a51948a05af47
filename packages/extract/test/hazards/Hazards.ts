/**
 * Documents that cost the libraries below the reader quadratic time, much memory or the stack, and the text that must
 * be in each result. Each document is made on demand.
 */
import { formatHazards } from "./FormatHazards.ts"
import type { Hazard } from "./Hazard.ts"
import { pdfHazards } from "../../../extract-pdf/test/hazards/PdfHazards.ts"
import { largeHazards, longAddresses } from "./LargeHazards.ts"

const times = (text: string, count: number): string => text.repeat(count)

const manyReferences = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<sup><a href=#n${index}>${index}</a></sup>`).join("")
const manyNotes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<li id=n${index}>note <a href=#n>^</a>`).join("")

const pages: ReadonlyArray<readonly [name: string, html: () => string, expected: string]> = [
  ["a hundred thousand open divisions", () => `${times("<div>", 100_000)}here`, "here"],
  ["ten thousand closed divisions", () => `${times("<div>", 10_000)}here${times("</div>", 10_000)}<p>after`, "here"],
  ["spans ten thousand deep", () => `${times("<span>", 10_000)}here`, "here"],
  ["bold five thousand deep", () => `${times("<b>", 5_000)}here`, "here"],
  ["a hundred thousand quotes", () => `${times("<blockquote>", 100_000)}here`, "here"],
  ["lists five hundred deep", () => `${times("<ul><li>item ", 500)}here`, "item"],
  ["tables five hundred deep", () => `${times("<table><tr><td>cell ", 500)}here`, "here"],
  ["half a million class names", () => `<p class="${times("a ", 524_288)}">here`, "here"],
  ["a megabyte of no-break spaces", () => `<p>x${times("\u00a0", 1_000_000)}here`, "x here"],
  ["no-break spaces as references", () => `<p>x${times("&nbsp;", 180_000)}here`, "x here"],
  ["wide spaces as references", () => `<p>x${times("&emsp;", 50_000)}here`, "x here"],
  ["line breaks in pre", () => `<pre>x${times("\n", 200_000)}here</pre>`, "here"],
  ["tabs in pre", () => `<pre>x${times("\t", 200_000)}here</pre>`, "here"],
  ["break elements in pre", () => `<pre>x${times("<br>", 80_000)}here</pre>`, "here"],
  ["a hundred thousand comments", () => `${times("<!-- c -->", 100_000)}here`, "here"],
  ["comments that never end", () => `here${times("<!--", 100_000)}`, "here"],
  ["tags that never end", () => `here ${times("<a ", 200_000)}`, "here"],
  ["a selector of escapes that is none", () => `<style>[${times("\\aaaaaa", 60)}!]{top:0}</style>here`, "here"],
  ["a selector of spaces that is none", () => `<style>[a=b${times(" ", 500_000)}!]{top:0}</style>here`, "here"],
  [
    "a selector that asks a thing over and over",
    () => `<style>p${times(":not(x)", 200_000)}{top:0}</style>${times("<p>here", 4_000)}`,
    "here",
  ],
  [
    "a rule that says a thing over and over",
    () => `<style>p{${times("top:0;", 300_000)}}</style>${times("<p>here", 4_000)}`,
    "here",
  ],
  [
    "two hundred selectors of a long rule",
    () => `<style>${times("a,", 199)}b{${times("top:0;", 300_000)}}</style>here`,
    "here",
  ],
  [
    "rules in rules for many",
    () => `<style>${times("a,", 199)}b{${times(`${times("c,", 199)}d{top:0}`, 4_000)}}</style>here`,
    "here",
  ],
  ["captchas in one form", () => `<nav><form>${times("<i class=captcha>x</i>", 3_000)}</form></nav>here`, "here"],
  ["titles that never end", () => `here${times("<title>", 100_000)}`, "here"],
  ["list items side by side", () => `<ul>${times("<li>x", 10_000)}here</ul>`, "here"],
  ["rules side by side", () => `${times("<hr>", 30_000)}here`, "here"],
  [
    "pictures in very many sizes",
    () => `${times(`<p>here<img src=a srcset="${times("/a.jpg?width=10&amp;height=10&amp;fit=x 10w,", 130)}">`, 900)}`,
    "here",
  ],
  ["links in links", () => `${times("<a href=x>", 10_000)}here`, "here"],
  [
    "spans of a table's cells",
    () => `<table>${times("<tr><td colspan=1000 rowspan=65534>a<td>b", 500)}<tr><td>here</table>`,
    "here",
  ],
  ["drawings that never end", () => `${times("<svg>", 20_000)}<p>here`, "here"],
  ["a megabyte of what Markdown escapes", () => `<p>${times("*_[`<\\", 60_000)} here`, "here"],
  ["references of the common kind", () => `<p>${times("&amp;", 500_000)} here`, "here"],
  ["references by number", () => `<p>${times("&#x41;", 500_000)} here`, "AAAA"],
  ["references by name", () => `<p>${times("&eacute;", 400_000)} here`, "éééé"],
  ["brackets that begin nothing", () => `<p>${times("<\0p>", 500_000)} here`, "here"],
  ["two hundred deep branches", () => `${times(`${times("<div>", 200)}x${times("</div>", 200)}`, 50)}here`, "here"],
  ["breaks in open divisions", () => `${times("<div>x<br><br>", 1_500)}here`, "here"],
  ["hidden paragraphs up to the limit of elements", () => `${times("<p hidden>x", 25_000)}<p>here`, "here"],
  ["rows beyond the limit of elements", () => `<table>${times("<tr><td>a", 15_000)}<tr><td>here</table>`, "here"],
  ["a value that never ends", () => `<p>before <a href="x>${times("<p>words</p>", 1_000)}here`, "before"],
  ["a megabyte of rules", () => `<style>${times(".a{display:none}", 66_000)}</style>here`, "here"],
  [
    "fifty thousand rules for every element",
    () =>
      `<style>${Array.from({ length: 50_000 }, (_, n) => `.b${n} .c{top:0}`).join("")}</style>` +
      `${times("<p class='a c'>x</p>", 3_000)}<p class='a c'>here`,
    "here",
  ],
  [
    "selectors that look far around",
    () =>
      `<style>${Array.from({ length: 2_000 }, (_, n) => `${times("div ", 10)}.n${n} p{display:none}`).join("")}</style>` +
      `${times(`${times("<div>", 90)}<p>x</p>${times("</div>", 90)}`, 150)}<p>here`,
    "here",
  ],
  [
    "selectors of tags alone",
    () => `<style>${times("div div div div div div div div b{color:red}", 20_000)}</style>${times("<div>", 90)}here`,
    "here",
  ],
  [
    "stylesheets between elements that stand too deep",
    () => `${times("<div>", 100)}${times("<style>.a{left:0}</style><p class=a>x</p>", 6_500)}here`,
    "here",
  ],
  ["selectors in brackets", () => `<style>p${times(":not(", 200_000)}{display:none}</style>here`, "here"],
  ["selectors without end", () => `<style>${times(".a,", 300_000)}{display:none}</style>here`, "here"],
  ["a selector of a megabyte", () => `<style>${times("div>", 250_000)}{display:none}</style>here`, "here"],
  ["rules in rules", () => `<style>${times(".a,.b{", 100_000)}display:none</style>here`, "here"],
  ["rules that are left open", () => `<style>${times("{", 1_000_000)}</style>here`, "here"],
  ["strings that are left open", () => `<style>${times("a{b:'", 200_000)}</style>here`, "here"],
  ["comments of styles that are left open", () => `<style>${times("/*", 500_000)}</style>here`, "here"],
  ["escapes without end", () => `<style>${times("\\", 1_000_000)}</style>here`, "here"],
  ["conditions without end", () => `<style>@media ${times("(", 500_000)}{a{display:none}}</style>here`, "here"],
  ["queries without end", () => `<style>@media ${times("print,", 150_000)}{a{display:none}}</style>here`, "here"],
  [
    "attributes of styles",
    () => "<p>here" + times("<p style='color:red;background:#fff;font:12px a;left:0'>x</p>", 4_000),
    "x",
  ],
  ["colours of a megabyte", () => `<style>p{color:rgb(${times("1,", 500_000)})}</style><p>here`, "here"],
  [
    "classes for every element",
    () =>
      `<style>.a{opacity:.9}</style>${times(`<p class="${times("a b c ", 150)}">x</p>`, 2_500)}<p class="a b c">here`,
    "here",
  ],
  [
    "panels under titles",
    () => `<style>.a{display:none}</style>${times("<b>t</b><div class=a>x</div>", 2_000)}<p>here`,
    "here",
  ],
  ["controls of panels", () => `${times("<button aria-controls=a>x</button><div hidden>y</div>", 4_000)}<p>here`, "y"],
  [
    "boxes within hidden boxes",
    () => `${times("<button>x</button><div hidden>", 90)}${times("<p>x</p>", 1_500)}${times("</div>", 90)}<p>here`,
    "x",
  ],
  [
    "notices within notices",
    () => `${times("<div class=cookie>", 90)}${times("<p>cookies</p>", 2_000)}${times("</div>", 90)}<p>here`,
    "cookies",
  ],
  ["forms of captchas", () => `${times("<form><div class=captcha></div></form>", 4_000)}<p>here`, "here"],
  [
    "lists within lists of data",
    () =>
      `<script type="application/json">${times("[", 400_000)}${times("]", 400_000)}</script><script src=x></script>here`,
    "here",
  ],
  [
    "a megabyte of data",
    () =>
      `<script type="application/json">{"a":["${times('a b c d","', 110_000)}"]}</script><script src=x></script>here`,
    "here",
  ],
  [
    "a megabyte of brackets in data",
    () => `<script type="application/json">"${times("<p ", 330_000)}"</script><script src=x></script>here`,
    "here",
  ],
  [
    "a megabyte of braces in data",
    () => `<script type="application/json">"${times("a;b:", 240_000)}"</script><script src=x></script>here`,
    "here",
  ],
  [
    "descriptions without end",
    () => `<script type="application/ld+json">[${times('{"@type":"A","text":"x"},', 40_000)}0]</script>here`,
    "here",
  ],
  ["a variable without end", () => `<script>window.a = ${times("{", 900_000)}</script>here`, "here"],
  [
    "frames side by side",
    () => `${times("<iframe src=/x title=x></iframe>", 2_500)}<iframe src=/x title=here>`,
    "here",
  ],
  ["formulas that never end", () => `${times("<math><mrow>", 10_000)}here`, "here"],
  ["formulas side by side", () => `${times("<math><mi>x</mi></math>", 2_000)} here`, "here"],
  ["sources of formulas", () => `${times("<script type=math/tex>x</script>", 2_500)} here`, "here"],
  ["delimiters that never end", () => `<p>${times("\\( \\[ $$ x ", 200_000)} here`, "here"],
  ["a formula of percent signs", () => `<p>\\( ${times("%", 1_000_000)} \\) here`, "here"],
  ["formulas in running text", () => `<p>${times("\\(x\\) ", 450_000)} here`, "here"],
  [
    "values that are nearly numbers",
    () =>
      times(
        `<p style="${["text-indent", "opacity", "font-size"].map((name) => `${name}:${times("1", 280)}x!`).join(";")}">here</p>`,
        7_900,
      ),
    "here",
  ],
  ["a formula that never ends", () => `<p>$$ ${times("\\{", 500_000)} here`, "here"],
  ["references to one note", () => `<ul><li id=n>${times("<sup><a href=#n>1</a></sup>", 1_200)}here</ul>`, "here"],
  ["references to many notes", () => `<p>here${manyReferences(2_000)}<ol>${manyNotes(2_000)}</ol>`, "here"],
  [
    "a note of many links back",
    () => `<p>here<sup><a href=#n>1</a></sup><p id=n>note${times("<a href=#n>^</a>", 4_000)}`,
    "note",
  ],
  ["notes in notes", () => `<p>here${manyReferences(90)}${times("<div id=n1>", 90)}`, "here"],
  ["marks of references side by side", () => `<sup>${times("<a href=#n>x</a>", 2_500)}</sup>here<p id=n>note`, "here"],
  ["code side by side", () => `<p>${times("<code>a</code>", 6_000)} here`, "here"],
  ["quotations within quotations", () => `${times("<q>", 20_000)}here`, "here"],
  ["lines of code", () => `<pre>${times("<span class=line>x</span>", 18_000)}here</pre>`, "here"],
  [
    "rows of code",
    () =>
      `<table>${times("<tr><td class=blob-num>1<td class=blob-code>x", 6_000)}<tr><td class=blob-num>1<td class=blob-code>here</table>`,
    "here",
  ],
  [
    "cells that span much and say something",
    () => `<table>${times("<tr><td colspan=64 rowspan=64>ab<td>b", 2_000)}<tr><td>here<td>x</table>`,
    "here",
  ],
  ["text between items", () => `<ul>${times("x<li>y</li><ul></ul>", 2_500)}here</ul>`, "y"],
  ["candidates of a set", () => `<p>here${times(`<img srcset="${times("a,", 3_900)}">`, 300)}`, "here"],
  ["six thousand notes", () => `<p>here${manyReferences(6_000)}<ol>${manyNotes(6_000)}</ol>`, "here"],
  ["six thousand formulas", () => `<p>${times("<math><mi>x</mi></math> ", 6_000)} here`, "here"],
  [
    "links at depth eighty",
    () => `${times("<div>", 80)}${times("<a href=/x>word</a> ", 18_999)}<a href=/x>here</a>${times("</div>", 80)}`,
    "here",
  ],
  [
    "paragraphs at depth ninety",
    () => `${times("<div>", 90)}${times("<p>Some words, and more.</p>", 15_000)}${times("</div>", 90)}here`,
    "Some words",
  ],
  ["two megabytes of backticks in pre", () => `<pre>${times("`", 2_000_000)}</pre>here`, "here"],
  ["backticks of many lengths in pre", () => `<pre>here ${times("``` a ```` b ", 100_000)}</pre>`, "here"],
  [
    "five thousand rules for nineteen thousand elements",
    () =>
      `<style>${Array.from({ length: 5_000 }, (_, n) => `.a .b${n}, p.c${n} > .d{display:none}`).join("")}</style>` +
      `${Array.from({ length: 9_500 }, (_, n) => `<p class="a c${n % 5_000}"><b class="b${n % 5_000} d">x</b>here`).join("")}<p>here`,
    "here",
  ],
  [
    "five thousand rules for a tag",
    () => `<style>${times(".a p{color:red}.b > p{top:0}", 2_500)}</style>${times("<p class=b>here</p>", 19_000)}`,
    "here",
  ],
  ["a hundred thousand links", () => `${times("<a href=/x>word</a> ", 100_000)}here`, "here"],
  [
    "a hundred thousand links to different pages",
    () => `${Array.from({ length: 100_000 }, (_, n) => `<a href=/${n}>word</a> `).join("")}here`,
    "word",
  ],
  ["a table of twenty thousand rows", () => `<table>${times("<tr><td>a<td>1", 20_000)}</table>here`, "here"],
  ["five megabytes of text", () => `<p>${times("Some words, and more. ", 230_000)}here`, "Some words"],
  ["twenty megabytes of paragraphs", () => times("<p>Some words, and more.", 850_000), "Some words"],
  ["a hundred thousand breaks", () => `here${times("word<br>", 100_000)}`, "here"],
  ["twenty thousand headings", () => `${times("<h2>Title</h2>", 20_000)}<h2>here`, "here"],
  [
    "twenty thousand images",
    () => `<p>here${times('<img src=/a.png srcset="/b.png 1x, /c.png 2x" alt="a picture">', 20_000)}`,
    "here",
  ],
  [
    "formats within formats",
    () => `${times(`<p>${times("<b><i>", 50)}x${times("</i></b>", 50)}</p>`, 1_000)}<p>${times("<b><i>", 50)}here`,
    "here",
  ],
  ["ten thousand details", () => `${times("<details><summary>a</summary>b</details>", 10_000)}here`, "b"],
  ["ten thousand definitions", () => `<dl>${times("<dt>a<dd>b", 10_000)}</dl>here`, "b"],
  ["sections within sections", () => `${times("<section>x", 5_000)}${times("</section>", 5_000)}here`, "x"],
  [
    "data that is deep",
    () =>
      `<script type="application/ld+json">${times('{"@type":"A","mainEntity":', 15_000)}1${times("}", 15_000)}</script>here`,
    "here",
  ],
  [
    "an article of nineteen thousand elements",
    () =>
      `<main><article><h1>A book</h1>${times(
        "<h2>A chapter</h2><p>Some words, and <a href=/x>a link</a> to more of <em>them</em>, which are told at length.</p>" +
          "<ul><li>One of them.</li><li>Another.</li></ul><table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></table>",
        1_460,
      )}</article></main>here`,
    "## A chapter",
  ],
  [
    "seven thousand links in a paragraph",
    () => `<p>Some words, ${Array.from({ length: 7_000 }, (_, n) => `<a href=/${n}>word, and more</a> `).join("")}here`,
    "here",
  ],
  [
    "two thousand paragraphs of prose",
    () =>
      times("<div class=text><p>Some words, and more of <em>them</em>, told at length.</p></div>", 1_950) +
      "<div class=text><p>Some words, and more of <em>them</em>, told here.</p></div>",
    "here",
  ],
  ["misnested emphasis", () => `${times("<b><i>x</b></i>", 2_000)} here`, "here"],
]

/** All of them, and those of other formats. */
export const hazards: ReadonlyArray<Hazard> = [
  ...[...pages, ...largeHazards, ...longAddresses].map(([name, document, expected]) => ({
    name,
    document,
    contentType: "text/html; charset=utf-8",
    expected,
  })),
  ...formatHazards,
  ...pdfHazards.map(([name, document, expected]) => ({ name, document, contentType: "application/pdf", expected })),
]
