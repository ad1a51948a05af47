import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { read } from "../src/html/Pipeline.ts"
import { article, markdownOf, bytesOf, readAny, readHtml } from "./support.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"

describe("a document's shape", () => {
  it("reads an empty document as empty", () => {
    for (const html of ["", "  \n", "<html></html>", "<!-- nothing -->"]) {
      assert.deepStrictEqual(readHtml(html), { title: "", content: "", links: [], text_length: 0 })
    }
  })

  it("reads fragments, missing bodies and two bodies", () => {
    const shapes = [
      "<title>T</title><p>Hello there.",
      "<!doctype html><title>T</title><article><p>Hello there.</article>",
      "<body><p>Hello there.</body>",
      "<html><p>Hello there.</html>",
      "<html><body></body><body><p>Hello there.</body></html>",
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head/><body><p>Hello there.</p></body></html>",
      "Hello there.",
    ]
    for (const html of shapes) assert.strictEqual(readHtml(html).content, "Hello there.", html)
  })

  it("keeps both parts of a document with two bodies", () => {
    assert.strictEqual(readHtml("<body><p>One.</body><body><p>Two.</body>").content, "One.\n\nTwo.")
  })

  it("prefers the page's main if Readability finds too little in it", () => {
    const main = Array.from(
      { length: 30 },
      (_, index) => `<div><a href="/p${index}">Product ${index}</a> 1.99</div>`,
    ).join("")
    const { content } = readHtml(`<body><nav>Menu here</nav><main>${main}</main><div>${paragraph}</div></body>`)
    assert.include(content, "Product 29")
    assert.notInclude(content, "Menu here")
  })

  it("leaves navigation, footers and controls out, and keeps a page that is one big nav", () => {
    const { content } = readHtml(
      `<nav>Home</nav><main>${paragraph.repeat(3)}<button>Buy</button></main><footer>Imprint</footer>`,
    )
    assert.notMatch(content, /Home|Imprint|Buy/)
    assert.include(readHtml(`<nav>${paragraph.repeat(3)}</nav><p>x</p>`).content, "A sentence")
  })

  it("removes a hidden part, however it is hidden", () => {
    const hidden = [
      "hidden",
      "aria-hidden=true hidden",
      "style='display: none'",
      "style='color:red;visibility:hidden !important'",
      "style='opacity:0'",
      "style='font-size:0px'",
      "style='position:absolute; left:-9999px'",
      "style='position:absolute; clip: rect(0, 0, 0, 0)'",
    ]
    for (const attribute of hidden) {
      const { content } = readHtml(article(`${paragraph.repeat(8)}<div ${attribute}>INJECTED words</div>`))
      assert.notInclude(content, "INJECTED", attribute)
      assert.include(content, "A sentence")
    }
    const elements =
      "<template>INJECTED</template><script>INJECTED</script><style>INJECTED</style><!-- INJECTED --><svg><text>INJECTED</text></svg><dialog>INJECTED</dialog><textarea>INJECTED</textarea>"
    assert.notInclude(readHtml(article(paragraph + elements)).content, "INJECTED")
  })

  it("writes emphasis within the same emphasis once", () => {
    assert.strictEqual(
      markdownOf("<p>A <b>very <strong>bold</strong></b> <i>and <em>slanted</em></i> word.</p>"),
      "A **very bold** *and slanted* word.",
    )
    assert.strictEqual(markdownOf("<p>A <b>bold <i>and slanted</i></b> word.</p>"), "A **bold *and slanted*** word.")
  })

  it("writes adjacent emphasis as one", () => {
    const { content } = readHtml(
      article(`${paragraph}<p>It is <em>Call </em><em>m</em><em>e</em> <b>a</b> <b>b</b>.</p>`),
    )
    assert.include(content, "It is *Call me* **a** **b**.")
  })

  it("keeps text that a script fades in, once it is a large part of the page", () => {
    const { content } = readHtml(`<div style="opacity:0"><main>${paragraph.repeat(3)}</main></div><p>Below.</p>`)
    assert.include(content, "A sentence")
    const hidden = readHtml(
      `<div style="position:absolute;left:-9999px"><main>${paragraph.repeat(3)}</main></div><p>Below.</p>`,
    )
    assert.notInclude(hidden.content, "A sentence")
  })

  it("puts streamed parts into their placeholders", () => {
    const streamed = (place: string, part: string): string =>
      readHtml(
        `<main><p>First.</p><template id="${place}"></template><p>Last.</p></main><div hidden id="${part}"><p>Late.</p></div>`,
      ).content
    assert.strictEqual(streamed("B:a", "S:a"), "First.\n\nLate.\n\nLast.")
    assert.strictEqual(streamed("P:1", "S:1"), "First.\n\nLate.\n\nLast.")
    assert.strictEqual(streamed("B:1", "S:2"), "First.\n\nLast.")
    assert.strictEqual(streamed("other", "S:1"), "First.\n\nLast.")
  })

  it("keeps short lists and headings between paragraphs", () => {
    const links = Array.from({ length: 4 }, (_, index) => `<li><a href="/${index}">Mood ${index}</a></li>`).join("")
    const { content } = readHtml(
      `<body><div class="story">${paragraph.repeat(5)}<h2 class="header-anchor">A heading</h2>${paragraph}<ul>${links}</ul>` +
        `${paragraph.repeat(2)}</div><ul><li><a href=x>Outside</a></li></ul></body>`,
    )
    assert.match(content, /anyone\.\n\n## A heading\n\nA sentence/)
    assert.match(content, /anyone\.\n\n- \[Mood 0\][^]*Mood 3\]\([^)]*\)\n\nA sentence/)
    assert.notInclude(content, "Outside")
  })

  it("keeps code between paragraphs, without its frame", () => {
    const code = Array.from({ length: 60 }, (_, index) => `let line${index} = ${index}`).join("\n")
    const frame = `<div class="highlight share"><div class="chroma"><pre><code>${code}</code></pre></div></div>`
    const { content } = readHtml(
      `<body><div class="story">${paragraph.repeat(4)}${frame}${paragraph.repeat(3)}</div></body>`,
    )
    assert.include(content, "```\nlet line0 = 0\n")
  })

  it("leaves out the heading at the top that only repeats the title", () => {
    const page = (heading: string) => `<title>Tides</title><main>${heading}${paragraph.repeat(9)}<h2>Ebb</h2></main>`
    assert.match(readHtml(page("<h1>Tides</h1>")).content, /^A sentence/)
    const short = (heading: string) => readHtml(page(heading).replaceAll(paragraph, "<p>Short.</p>")).content
    assert.match(short("<h1>Tides</h1>"), /^Short/)
    assert.match(short("<h1></h1><h1>Tides</h1>"), /^Short/)
    assert.match(short("<h2>Low water</h2>"), /^## Low water/)
    assert.strictEqual(readHtml("<title>Tides</title><h1>Tides</h1>").content, "# Tides")
  })

  it("returns the text around the content on request", () => {
    const nav = "<nav><ul><li><a href=/a>Harbours</a></li><li><a href=/b>Boats</a></li></ul></nav>"
    const html = `<body>${nav}<main><h1>Tides</h1>${paragraph.repeat(12)}</main><footer>All rights reserved</footer></body>`
    const { content, outside } = readHtml(html, { withOutside: true })
    assert.notInclude(content, "Harbours")
    assert.match(outside ?? "", /\[Harbours\]\(https:\/\/[^)]*\/a\)[^]*Boats[^]*All rights reserved/)
    assert.isUndefined(readHtml(html).outside)
  })

  it("keeps text of a table outside of any cell", () => {
    const { content } = readHtml(
      article("<table><tr>stray<td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"),
    )
    assert.strictEqual(content, "stray\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |")
  })

  it("keeps a table of data whose columns are named by headings", () => {
    const rows = "<tr><th><h3>Tool</h3></th><th><h3>Price</h3></th></tr><tr><td>Vise</td><td>$21</td></tr>"
    assert.strictEqual(
      readHtml(article(`<table>${rows}</table>`)).content,
      "| Tool | Price |\n| --- | --- |\n| Vise | $21 |",
    )
  })

  it("keeps such text in a layout table", () => {
    assert.strictEqual(readHtml(article("<table><tr>stray<td>a</td></tr></table>")).content, "stray\n\na")
  })

  it("continues after a control with unclosed parts", () => {
    assert.include(readHtml("<p>a<select><option>x<option>y</select> beside<p>below").content, "a beside\n\nbelow")
    assert.include(readHtml("<p>a<button><div>x</button> beside<p>below").content, "below")
  })

  it("ends at an unclosed attribute value, as in a browser", () => {
    assert.strictEqual(readHtml('<p>before <a href="x>words<p>here').content, "before")
  })

  it("reads character references as browsers do", () => {
    const { content } = readHtml(
      article("<p>&#65;&#x42;&#128;&eacute;&amp;copy; &#0;&#xD800;&#x110000; a&b &copy &nosuch; &AMP;</p>"),
      {
        mode: "text",
      },
    )
    assert.strictEqual(content, "AB\u20acé&copy; \ufffd\ufffd\ufffd a&b © &nosuch; &")
  })

  it("shows the content of noscript only if there is nothing else", () => {
    assert.strictEqual(
      readHtml("<div id=app></div><noscript><p>Without scripts.</p></noscript>").content,
      "Without scripts.",
    )
    assert.notInclude(
      readHtml(article(`${paragraph.repeat(8)}<noscript>Without scripts.</noscript>`)).content,
      "Without",
    )
  })
})

describe("links", () => {
  it("are absolute, without fragment, each once, in order, and lead away from the page", () => {
    const html = article(
      "<p><a href='b'>b</a> <a href='/a#x'>a</a> <a href='b#y'>b</a> <a href='#here'>here</a>" +
        "<a href='mailto:x@y.test'>m</a> <a href='javascript:void 0'>j</a> <a href='//other.test'>o</a></p>",
    )
    assert.deepStrictEqual(readHtml(html).links, [
      "https://site.test/dir/b",
      "https://site.test/a",
      "https://other.test/",
    ])
  })

  it("are relative to the document's base, itself relative to the URL", () => {
    const html = article("<p><a href='x'>x</a> and <img src='i.png' alt=i></p>", "<base href='/base/'>")
    const { content, links } = readHtml(html)
    assert.deepStrictEqual(links, ["https://site.test/base/x"])
    assert.include(content, "https://site.test/base/i.png")
  })

  it("ignore a base that isn't http", () => {
    assert.deepStrictEqual(readHtml(article("<p><a href='x'>x</a></p>", "<base href='data:,x'>")).links, [
      "https://site.test/dir/x",
    ])
  })
})

describe("modes", () => {
  const html = article(
    "<h2>Head</h2><p onclick='x()' style='a'>Some <b class=y>bold</b> text &lt;here&gt;.</p><ul><li>a<li>b</ul><iframe src=x></iframe><form><input value=v></form>",
  )

  it("give Markdown, text without markup, or clean HTML, and the same length of text", () => {
    const markdown = readHtml(html)
    const text = readHtml(html, { mode: "text" })
    const clean = readHtml(html, { mode: "html" })
    assert.strictEqual(markdown.content, "## Head\n\nSome **bold** text \\<here>.\n\n- a\n- b")
    assert.strictEqual(text.content, "Head\n\nSome bold text <here>.\n\na\n\nb")
    assert.strictEqual(
      clean.content.replace(/\s+(?=<)/g, ""),
      "<h2>Head</h2><p>Some<strong>bold</strong> text &lt;here&gt;.</p><ul><li>a</li><li>b</li></ul>",
    )
    assert.strictEqual(text.text_length, text.content.length)
    assert.deepStrictEqual([markdown.text_length, clean.text_length], [text.text_length, text.text_length])
  })

  it("give formulas as TeX, footnotes with their marks, and frames as links", () => {
    const html = article(
      "<p>See <span class=katex><math><mi>x</mi><annotation encoding=application/x-tex>x</annotation></math></span><sup><a href=#n>1</a></sup>" +
        " and</p><script type='math/tex; mode=display'>a < b</script><iframe src=/f title=Film></iframe><ol type=a><li id=n>Note.</ol>",
    )
    assert.strictEqual(readHtml(html, { mode: "text" }).content, "See x[1] and\n\na < b\n\n[1] Note.")
    assert.strictEqual(
      readHtml(html, { mode: "html" }).content.replace(/>\s+</g, "><"),
      '<p>See <code data-math="inline">x</code><sup data-ref="1">[1]</sup> and</p><p><code data-math="display">a &lt; b</code></p>' +
        '<p><a href="https://site.test/f" data-embed="">Film</a></p><div data-note="1"><p>[1] Note.</p></div>',
    )
    assert.deepStrictEqual(readHtml(html).links, ["https://site.test/f"])
  })

  it("don't copy internal marks from a page", () => {
    const html =
      "<p><code data-math=display>a</code><sup data-ref=1 data-note=%>b</sup><span data-embed=/x>c</span></p>"
    assert.strictEqual(readHtml(article(html)).content, "`a`^{b}c")
  })

  it("leave plain text and Markdown unchanged", () => {
    const source = "# Title here #\n\nSee https://a.test/x#y, <b> and [c](https://c.test/).\u200b\r\n"
    const shown = "# Title here #\n\nSee https://a.test/x#y, <b> and [c](https://c.test/)."
    const links = ["https://a.test/x", "https://c.test/"]
    assert.deepStrictEqual(readHtml(source, { contentType: "text/markdown" }), {
      title: "Title here",
      content: shown,
      links,
      text_length: shown.length,
      removed: { hidden_elements: 0, invisible_characters: 1 },
      is_complete: true,
    })
    assert.deepStrictEqual(readHtml(source, { contentType: "text/plain" }), {
      title: "",
      content: shown,
      links,
      text_length: shown.length,
      removed: { hidden_elements: 0, invisible_characters: 1 },
      is_complete: true,
    })
    assert.strictEqual(
      readHtml("a < b & c", { contentType: "text/plain", mode: "html" }).content,
      "<pre>a &lt; b &amp; c</pre>",
    )
  })

  it.effect("detect a document without a type by its content", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* readAny(bytesOf("<p>Hello.</p>"), { contentType: "" })).content, "Hello.")
      assert.strictEqual((yield* readAny(bytesOf("a <b>"), { contentType: "" })).content, "a <b>")
    }),
  )

  it.effect("have no effect for a type that no format reads", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readAny(bytesOf("x"), { contentType: "application/x-unknown" }))
      assert.strictEqual(error.error, "unsupported_content_type")
    }),
  )
})

describe("the deadline", () => {
  it("ends a reading between two stages", () => {
    let requested = 0
    const result = read(
      {
        url: "https://site.test/",
        contentType: "text/html",
        bytes: bytesOf(article(paragraph)),
        mode: "markdown",
      },
      { isTimedOut: () => ++requested > 3 },
    )
    assert.isTrue(Result.isFailure(result) && result.failure.error === "timeout")
    assert.strictEqual(requested, 4)
  })
})
