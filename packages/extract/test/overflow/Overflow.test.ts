import { assert, describe, it } from "@effect/vitest"
import { scan } from "../../src/budget/Budget.ts"
import { limits } from "../../src/tree/Limits.ts"
import { readHtml } from "../support.ts"

const url = "https://site.test/dir/page"

/** So many elements that what follows is written out. */
const full = `<p>${"<i></i>".repeat(limits.elements)}</p>`

const overOf = (html: string, head = "") => scan(`${head}${full}${html}`, url).over

const each = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join("")

/** More elements with different styles than are read. */
const styled = each(4_000, (at) => `<i style="margin:${at}px"></i>`)

/** More elements than are told apart, of which a rule asks for an attribute. */
const different = Array.from({ length: 6_000 }, (_, at) => `<i data-x="${at}"></i>`).join("")

/** What is written of markup that stands beyond the elements of the tree. */
const written = (html: string, head = ""): string =>
  overOf(html, head)
    .parts.map(({ markdown }) => markdown)
    .join("\n\n")

describe("beyond the elements of the tree", () => {
  it.each<readonly [name: string, html: string, markdown: string]>([
    ["paragraphs", "<p>One <b>and</b> two.<p>Three.", "One and two.\n\nThree."],
    ["text on lines of its own", "<div>One<br>two</div><div>three</div>", "One\ntwo\n\nthree"],
    ["headings", "<h2>A <i>head</i></h2><p>x<h3>B<br>c</h3>y", "## A head\n\nx\n\n### B c\n\ny"],
    ["a heading that is left open", "<h2>A<p>x", "## A\n\nx"],
    ["lists", "<ul><li>One<li>two<ul><li>in it</ul><li>three</ul>x", "- One\n- two\n   - in it\n- three\n\nx"],
    ["numbers of lists", '<ol start="7"><li>a</li><li>b<p>more</li></ol>', "7. a\n8. b\n   more"],
    ["links", '<p>See <a href="/x?a=1&amp;b">it <em>all</em></a>.', `See [it all](https://site.test/x?a=1&b).`],
    ["links around blocks", "<p>k<a href=/x> <h2>A</h2><p>b</a> c", "k\n\n## [A](https://site.test/x)\n\nb c"],
    ["links that are empty", "<p>k<a href=/x></a><p>b", "k\n\nb"],
    ["links that nobody can follow", '<p><a href="javascript:x()">do</a> <a name=x>it</a>', "do it"],
    ["marks beside headings", '<h2>A <a href="#a">#</a></h2>', "## A"],
    ["code", "<p>Call <code>a_b(*)</code>.", "Call `a_b(*)`."],
    ["code on lines of its own", "<pre>a <b>b</b>\n  c &lt; d</pre>", "```\na b\n  c < d\n```"],
    [
      "words beside links and code",
      "a<a href=/x> b </a>c<a name=y> </a>d<code> e </code>f",
      "a [b](https://site.test/x) c d `e` f",
    ],
    [
      "what would begin something behind a space",
      "<p> # a<p> - b<p> ~~~<p> 1. c<p> > d",
      "\\# a\n\n\\- b\n\n\\~~~\n\n1\\. c\n\n\\> d",
    ],
    ["what would begin something in several pieces", "<p>~<b>~~</b><p><a name=x>1</a>. a", "\\~~~\n\n1\\. a"],
    ["what would mean something", "<p>* a [b] &lt;i&gt; <p># c", "\\* a \\[b\\] \\<i>\n\n\\# c"],
    ["character references", "<p>&Aacute;&#8364;&hearts; &amp;lt;", "Á€♥ \\&lt;"],
    [
      "tables",
      "<table><tr><th>A<th>B<tr><td>1<td>x|y<tr><td>2</table>",
      "| A | B |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | |",
    ],
    [
      "rows of a table that began before",
      "<tr><td>1</td><td>2</td></tr></table>x",
      "|  |  |\n| --- | --- |\n| 1 | 2 |\n\nx",
    ],
    [
      "cells of several rows and columns",
      "<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3<tr><td colspan=2>4</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |\n| 4 |  |",
    ],
    [
      "rows after one that holds a list",
      "<table><tr><th>A<th>B<tr><td>1<td><ul><li>x</ul><tr><td>3<td>4</table>",
      "| A | B |\n| --- | --- |\n\n1\n\n- x\n\n|  |  |\n| --- | --- |\n| 3 | 4 |",
    ],
    [
      "rows beside one that nobody sees",
      "<table><tr><th>A<th>B</tr><tr hidden><td>1<td>2</tr><tr><td>3<td>4</tr></table>",
      "| A | B |\n| --- | --- |\n| 3 | 4 |",
    ],
    ["paragraphs that line breaks part", "a<br>b<br>\n<br>c<br><br><br>d", "a\nb\n\nc\n\nd"],
    ["tables that only lay out", "<table><tr><td><h2>A</h2><p>x</td><td>y</td></tr></table>", "## A\n\nx\n\ny"],
    ["tables of one column", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
    [
      "formulas that are all there is",
      '<script type="math/tex">x</script><script type="math/tex">y</script>',
      "`x``y`",
    ],
    ["code of old", "a<xmp>b <b>\n  c</xmp>d", "a\n\n```\nb <b>\n  c\n```\n\nd"],
    ["scripts", "<p>10<sup>-5</sup> H<sub>2</sub>O, 1<sup>st</sup> x<sup>a+<b>b</b></sup>", "10⁻⁵ H₂O, 1st x^{a+b}"],
    ["scripts that are left open", "<p>a<sup>2<p>b<sub>", "a²\n\nb"],
    ["notes in scripts", '<p>a<sup><a href="/n">2</a></sup>', "a[2](https://site.test/n)"],
    ["formulas in scripts", '<p>So <script type="math/tex">x^2</script>.', "So `x^2`."],
  ])("are written %s", (_, html, markdown) => assert.strictEqual(written(html), markdown))

  it.each<readonly [name: string, html: string]>([
    ["an attribute", "<div hidden>gone<p>gone</div>"],
    ["a style", '<p style="color:red; display: none">gone<p>'],
    ["a class of a rule", '<div class="a off">gone<div>gone</div></div>'],
    ["an id of a rule", "<span id=off>gone</span>"],
    ["a class for screen readers", '<span class="sr-only">gone</span>'],
    ["aria", '<div aria-hidden="TRUE">gone</div>'],
    [
      "itself, whatever it is",
      "<h2 hidden>gone</h2><pre hidden>gone</pre><dl hidden><dd>gone</dl><x-y hidden>gone</x-y>",
    ],
    ["a style that moves it", '<p style="position:absolute; left:-9999px">gone</p>'],
    ["a style with a comment and an escape", '<p style="display:/**/n\\6f ne">gone</p>'],
    ["letters of no size", '<p style="font-size:0">gone</p>'],
    ["letters of no size, by a rule", "<div class=tiny>gone<p>gone</p></div>"],
    ["letters of a share of no size", "<div class=tiny><p style='font-size:2em'>gone</p></div>"],
    [
      "letters of no size within such of a size of their own",
      "<div class=tiny><p class=own><b class=tiny>gone</b></p></div>",
    ],
    [
      "itself, within many of which each undoes what the one around it does",
      `${'<div class=tiny><div class="own">'.repeat(12)}<p hidden>gone<p style="font-size:0">gone</p>${"</div></div>".repeat(12)}`,
    ],
    [
      "itself, within many that may be shown",
      `${"<nav>".repeat(20)}<p hidden>gone</p>${"<p>stays</p>".repeat(20)}${"</nav>".repeat(20)}`,
    ],
    ["a long style", `<p style="${"color:red;".repeat(200)}display:none">gone</p>`],
    ["popping up", "<div popover>gone</div>"],
    ["a rule that comes by late", "<style>.late{display:none}</style><p class=late>gone</p>"],
    ["a rule that moves it", '<p class="far">gone</p>'],
    ["a rule for two classes", '<p class="b a">gone</p>'],
    ["a rule for two classes, after many that differ", `${different}<p class="b a">gone</p>`],
    ["letters of no size, after many that differ", `${different}<div class="k tiny">gone<p class=own>gone</p></div>`],
    ["a rule for an attribute", '<p data-x="far away">gone</p>'],
    ["a rule for elements of its name", "<x-y>gone</x-y>"],
    ["a rule that is stronger than its style", '<p class="must" style="display:block">gone</p>'],
    ["a rule, whatever size the letters within have", "<div class=tinyoff><p class=own>gone</p></div>"],
    [
      "a rule beside a style, whatever size the letters within have",
      '<div class=off style="font-size:0"><p class=own>gone</p></div>',
    ],
    ["a rule beside one that asks for a state", '<p class="both">gone</p>'],
    ["its style, whatever a rule that asks for a state says", '<p class="state" style="display:none">gone</p>'],
    ["letters of no size beside a rule that asks for a state", '<p class="unseen" style="font-size:0">gone</p>'],
    ["being transparent, by a rule", '<p class="clear">gone</p>'],
    [
      "a style after many others",
      `${styled}<p style="display:none;margin:5px">gone</p><p style="margin:6px;font-size: 0">gone</p>`,
    ],
    ["no width", '<p style="width:0;overflow:hidden">gone</p>'],
    ["being transparent", '<p style="opacity:0">gone</p>'],
    ["a visibility that a display doesn't undo", "<p id=off2>gone</p>"],
    ["what is around its navigation", `<div hidden><nav>${"gone ".repeat(30)}</nav></div>`],
    [
      "a part with the end tag of a paragraph left open before",
      "<p>x<div><div hidden><div>y</div></p>gone</div></div>",
    ],
    ["a shadow's host", "<div hidden><template shadowrootmode=open>gone</template></div>"],
    ["a part with an end tag that reaches no block", "<span hidden><div>x</span>gone</div></span>"],
    ["what an end tag around it ends", "<div><span hidden>gone</div>"],
    [
      "a part of many, and end tags of none",
      `<div hidden>${"<div>".repeat(40)}${"</i>".repeat(8)}${"</div>".repeat(39)}gone</div></div>`,
    ],
    [
      "a part in a cell with the end tag of what is around it",
      "<section><table hidden><tr><td></section>gone</td></table></section>",
    ],
    ["a part with the end tag of an item left open before", "<ul><li>x<li>y</ul><div hidden></li>gone</div>"],
    [
      "itself, within what shows its letters again and again",
      `${"<div class=tiny><div class=own>".repeat(8)}<p hidden>gone</p>${"</div>".repeat(16)}`,
    ],
    ["a paragraph that a legend doesn't end", "<p hidden>x<legend>gone</legend></p>"],
    ["a paragraph that a cell without a table doesn't end", "<p hidden>x<td>gone</p>"],
    ["a cell that nobody sees", "<table><tr><td>a<td hidden>gone<td>b</table>"],
    ["navigation", "<nav><ul><li>gone</ul></nav>"],
    ["a role", '<div role="navigation">gone</div>'],
    ["the page's foot", "<footer>gone</footer>"],
  ])("isn't written what is hidden by %s", (_, html) => {
    const head =
      "<style>.off{display:none} #off{visibility:hidden} .on{display:none} .on{display:block} #off2{visibility:hidden} #off2{display:block}" +
      ".tiny{font-size:0} .own{font-size:1rem} .far{position:absolute;left:-9999px} .a.b{display:none} [data-x~=away]{top:-9999px} x-y{display:none}" +
      ".must{display:none!important} .tinyoff{display:none;font-size:0} .clear{opacity:0} .both,.both:not(.x),.state:not(.x){display:none!important} .unseen:not(.x){visibility:hidden}</style>"
    const markdown = written(`<p>The text before it, which is longer.</p>${html}<p class=on>stays</p>`, head)
    assert.notInclude(markdown, "gone")
    assert.match(markdown, /before[^]*stays/)
  })

  it.each<readonly [name: string, html: string, markdown: string]>([
    ["an item beside one with paragraphs", "<ul><li>a<li hidden><p>x<li>b</ul>c", "- a\n- b\n\nc"],
    ["an item beside one with items", "<ul><li>a<li hidden><ul><li>x<li>y</ul></li><li>b</ul>c", "- a\n- b\n\nc"],
    [
      "a cell beside one with a table",
      "<table><tr><td>a<td hidden><table><tr><td>x<td>y</table><td>b</table>",
      "|  |  |\n| --- | --- |\n| a | b |",
    ],
    ["what follows a list of options", "a<select><option>x<option>y</select><label>b</label>", "ab"],
    ["definitions", "<dl><dt>a<dd hidden>x<dt>b</dl>", "a\n\nb"],
    ["a link beside one that was left open", "<p>a <a hidden href=/x>x<a href=/y>b</a>", "a [b](https://site.test/y)"],
    ["a heading beside one that was left open", "<p>a<h2 hidden>x<h2>b</h2>", "a\n\n## b"],
    [
      "what has a size of letters of its own",
      "<div class=none>x<p class=own>a<i>b</i></p>y<p class=own>c</p></div>d",
      "ab\n\nc\n\nd",
    ],
    ["what its style shows", '<p class=no style="display:block">a</p>b', "a\n\nb"],
    ["what a stronger rule shows", '<p class="no yes">a</p><p class=no>x</p>b', "a\n\nb"],
    ["what changes its state", '<p class="panel">a</p><p class="panel show">b</p>', "a\n\nb"],
    [
      "what has a second class attribute, or id",
      "<p>longer text<p class=x class=no>a<p id=x id=no>b",
      "longer text\n\na\n\nb",
    ],
    ["what has the class of a rule for others", "<div class=only>a</div><p class=only>x</p>b", "a\n\nb"],
  ])("are written beside what is hidden: %s", (_, html, markdown) =>
    assert.strictEqual(
      written(
        html,
        "<style>p.only{display:none} .none{font-size:0} .own{font-size:16px} .no,#no{display:none} .no.yes{display:block} .panel:not(.show){display:none}</style>",
      ),
      markdown,
    ),
  )

  it("are written what a script fades in, where that is much of the text", () =>
    assert.match(written(`<p>${"words ".repeat(20)}<p style="opacity:0">${"fading ".repeat(10)}`), /fading/))

  it.each([
    [
      "by a style that is one of very many",
      `${styled}${each(200, (at) => `<p style="opacity:0;top:${at}px">fading ${at}</p>`)}<p>end`,
      "",
    ],
    [
      "by letters of a size that a rule for what is around them gives",
      each(200, (at) => `<div class=grid><div class=item>shown ${at}</div></div>`),
      "<style>.grid{font-size:0} .grid .item{font-size:16px}</style>",
    ],
  ])("are written what seems hidden %s, where that is much of the text", (_, html, head) =>
    assert.match(written(html, head), /^(?:fading|shown) 0\n[^]* 199(?:\n\nend)?$/),
  )

  it("are written what is hidden within something that they don't stand in, however often rules are asked", () => {
    const rules = each(100, (at) => `.x${at} a{color:red}`)
    const head = `<style>${rules} .menu a{display:none} a[href^="http:"]{color:blue}</style>`
    const links = each(3_000, (at) => `<p>A sentence of some length, and <a href="/${at}">a link</a></p>`)
    assert.lengthOf(written(links, head).match(/\[a link]/g) ?? [], 3_000)
  })

  it("isn't written what is hidden in an unusual way behind a long style that comes again and again", () => {
    const long = `<i style="${"margin:0;".repeat(40)}"></i>`.repeat(4_000)
    assert.strictEqual(
      written(`<p>The text before it.</p>${long}<p style="display:/**/none">gone</p>`),
      "The text before it.",
    )
  })

  it("isn't written what is hidden by the last of very many attributes that rules ask for", () => {
    const names = Array.from({ length: limits.attributes }, (_, at) => `data-${at}`)
    const head = `<style>${names.map((name) => `[${name}=x]{top:0}`).join("")}</style>`
    assert.strictEqual(
      written(`<p ${names.join(" ")}>The text before it.</p><p ${names.join(" ")} style="display:none">gone</p>`, head),
      "The text before it.",
    )
  })

  it("are without the marks beside headings as text, too", () =>
    assert.strictEqual(overOf('<h2>A <a href="#a">#</a></h2>').parts[0]?.text, "A"))

  it("stays in its place what surrounds content, whatever white space is before it", () =>
    assert.match(written(`<p>x</p>\n<nav><p>${"All there is. ".repeat(9)}</nav>`), /^x\n\nAll/))

  it.each([
    ["a rule", "<p class=off>gone"],
    ["being transparent", "<p style='opacity:0'>gone"],
    ["a dialog that isn't open", "<dialog>gone</dialog>"],
    ["being for those without scripts", "<noscript>gone</noscript>"],
    ["navigation", "<nav>gone</nav>"],
  ])("isn't written what is hidden by %s, where it is all but the tree's text", (_, html) =>
    assert.strictEqual(
      written(html, "<style>.off{display:none}</style><p>The text before it, which is longer.</p>"),
      "",
    ),
  )

  it.each([
    ["a dialog that isn't open", `<p>x<dialog>${"gone ".repeat(9)}</dialog>`],
    ["being for those without scripts", `<p>x<noscript>${"gone ".repeat(9)}</noscript>`],
    ["being for those who know no ruby", `<p>x<ruby><rp>${"gone ".repeat(9)}</rp></ruby>`],
  ])("isn't written what is hidden by %s, however much it is", (_, html) => assert.strictEqual(written(html), "x"))

  it("are items of a list that began before, and nothing after its end", () =>
    assert.strictEqual(written("<li>a</li><li>b</li></ul><p>c", "<ul><li>"), "- a\n- b\n\nc"))

  it("stays what seems to surround content but is most of it", () =>
    assert.strictEqual(written(`<p>x</p><nav><p>${"All that there is. ".repeat(9)}</nav>`).length > 100, true))

  it("isn't written what is hidden by what began before", () => {
    const tree = `<main><p>x</p>${"<i></i>".repeat(limits.elementsOfLarger - 5)}`
    const over = (open: string, rest: string) =>
      scan(`${tree}${open}${rest}${full}`, url)
        .over.parts.map(({ markdown }) => markdown)
        .join("\n\n")
    assert.strictEqual(over("<ul hidden><li>a", "<i></i><i></i><li>gone<p>gone</ul><p>b"), "b")
    assert.strictEqual(over("<select><option>a", "<i></i><i></i><option>gone</select><p>b"), "b")
    assert.strictEqual(over("<span>", "<i></i><i></i><div hidden>gone</span>gone</div><p>b"), "b")
    assert.strictEqual(over("<section>", "<i></i><i></i><marquee hidden></section>gone</marquee><p>b"), "b")
    assert.strictEqual(over("<pre>a", "<i></i><i></i><b>c</b>\n  d</pre><p>b"), "```\nc\n  d\n```\n\nb")
  })

  it("is no part of a list or heading any more when what is around it is over", () => {
    const tree = `<section><p>x${"<i></i>".repeat(limits.elementsOfLarger)}</p>`
    const { parts } = scan(`${tree}<ul><li>a</section><p>b<p>c${full}`, url).over
    assert.deepStrictEqual(
      parts.map(({ markdown }) => markdown),
      ["- a", "b\n\nc"],
    )
  })

  it("takes no place in the tree, whatever it holds", () =>
    assert.isBelow(
      scan("<template shadowrootmode=open>x".repeat(limits.elements + 9)).body.split("<div").length,
      5_000,
    ))

  it("counts what nobody sees", () =>
    assert.strictEqual(overOf("<p>some text<p hidden>a</p><p hidden>b</p>").hidden, 2))

  it("are read only so many links, and the others are counted", () => {
    const many = Array.from({ length: limits.links + 7 }, (_, at) => `<a href="/${at}">l</a>`).join(" ")
    const { parts, unread } = overOf(`${many}<a href="/1">again</a>`)
    assert.strictEqual(unread, 7)
    assert.strictEqual(new Set(parts[0]?.links).size, limits.links)
    assert.match(parts[0]?.markdown ?? "", / l l\[again\]\(https:\/\/site\.test\/1\)$/)
  })

  it("links are relative to the document's base", () =>
    assert.include(written("<a href=x>x</a>", '<base href="/other/">'), "[x](https://site.test/other/x)"))
})

describe("a page with an overflow", { timeout: 60_000 }, () => {
  const page = `<title>T</title><main><div><p>Words.</p>${full}<h2>Within</h2><a href="/in">in</a></div><p>Below</main><footer><p>Foot</p></footer>`

  it("is read in order, with the links, and says that it is simpler", () => {
    const { content, links, reduced } = readHtml(page)
    assert.match(content, /## Within\n\n\[in\]\(https:\/\/site\.test\/in\)\n\nBelow$/)
    assert.deepStrictEqual(links, ["https://site.test/in"])
    assert.deepStrictEqual(reduced, [{ part: "structure" }])
  })

  it("holds as text what the Markdown holds", () => {
    const { content, text_length } = readHtml(page, { mode: "text" })
    assert.match(content, /Within\n\nin\n\nBelow$/)
    assert.strictEqual(text_length, content.length)
  })

  it("holds it as HTML, too, and no mark of ours", () => {
    const { content } = readHtml(page, { mode: "html" })
    assert.match(content, /<pre>Within\n\nin<\/pre>\s*<pre>Below<\/pre>$/)
    assert.notInclude(content, "data-overflow")
  })

  it.each(["markdown", "text", "html"] as const)("holds nothing that nobody can see, as %s", (mode) => {
    const { content, removed } = readHtml(page.replace("Within", "W\u200bi&#x200b;t\u{e0041}hin"), { mode })
    assert.include(content, "Within")
    assert.deepStrictEqual(removed, { hidden_elements: 0, invisible_characters: 3 })
  })

  it("can't write our marks itself", () => {
    const { content } = readHtml(
      page.replace("<div>", '<pre data-overflow="0" data-overflow-weight="9">mine</pre><div>'),
    )
    assert.strictEqual(content.split("## Within").length, 2)
    assert.include(content, "mine")
  })

  it("is told once, whatever else the page says", () => {
    const { content } = readHtml(page.replace("<div>", `<div>${"<p>\ufdd40\ufdd4</p>".repeat(3)}`))
    assert.strictEqual(content.split("## Within").length, 2)
  })

  it("leaves out what stands where content was not", () =>
    assert.notInclude(readHtml(page.replace("</main>", `</main><p>${"behind ".repeat(9)}`)).content, "behind"))
})
