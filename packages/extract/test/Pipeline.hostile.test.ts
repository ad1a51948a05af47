/** Long, deep and large documents. `Pipeline.hostile.long.test.ts` reads more of them. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { growthOf, limit, repeated } from "../../../test/growth/Growth.ts"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { read } from "../src/html/Pipeline.ts"
import { limits } from "../src/tree/Limits.ts"
import { parse } from "../src/tree/Parse.ts"
import { rules } from "../src/rules/index.ts"
import { childrenTests, parents } from "./Children.ts"
import { ruleTests } from "./rules/Hostile.ts"
import { article, bytesOf, fetchedOf, readHtml } from "./support.ts"

const url = "https://site.test/dir/page"
const textOf = (html: string): string => parse(html, url).document.body.textContent ?? ""
const reducedOf = (html: string) => parse(html, url).reduced

const times = (text: string, count: number): string => text.repeat(count)

describe("a document that is too long", () => {
  const long = `<p>begin ${times("x", limits.text)}<p>end`

  it("is read up to the limit of its text, and reports that", () => {
    assert.deepStrictEqual(reducedOf(long), [{ part: "characters", read: limits.text }])
    assert.isTrue(textOf(long).startsWith("begin"))
    assert.isFalse(textOf(long).endsWith("end"))
  })

  it("isn't read beyond the limit of its source", () => {
    const html = `<p>begin${times("<!-- x -->", limits.source / 10)}<p>end`
    assert.deepStrictEqual(reducedOf(html), [{ part: "characters", read: 5 }])
    assert.strictEqual(textOf(html), "begin")
  })

  it("is read up to the limit of its elements, and reports that", () => {
    const html = `<p>begin${times("<i>x</i>", limits.elements)}<p>end`
    assert.deepStrictEqual(reducedOf(html), [{ part: "characters", read: 5 + limits.elements - 1 }])
    assert.isFalse(textOf(html).endsWith("end"))
  })

  it("isn't reported if it isn't reduced", () => assert.deepStrictEqual(reducedOf("<p>begin"), []))

  it("tells that later style sheets aren't read", () => {
    const sheets = `<style>${times("a{color:red}", limits.styles / 12)}</style><style>p{color:blue}</style>`
    assert.deepInclude(reducedOf(`${sheets}<p>x</p>`), { part: "structure" })
  })
})

describe("the address that links are relative to", () => {
  const link = (base: string): ReadonlyArray<string> =>
    readHtml(article("<p>Go <a href=x>on</a>.", `<base href="${base}">`)).links

  it("is the document's own", () => assert.deepStrictEqual(link("/a/"), ["https://site.test/a/x"]))

  it("is that of the page if the document's own is longer than a URL can be", () =>
    assert.deepStrictEqual(link(`/${times("a", limits.base)}/`), ["https://site.test/dir/x"]))
})

describe("deeply nested text", () => {
  const depthOf = (html: string): number => {
    const below = (element: Element): number =>
      1 + Math.max(0, ...Array.from(element.children, (child) => below(child)))
    return below(parse(html, url).document.body) - 1
  }

  it.each([
    ["elements", "<div>"],
    ["elements that may hide", "<div hidden>"],
    ["elements of a class that may hide", "<style>.a{display:none}</style><div class=a>"],
    ["lists", "<ul><li>"],
    ["tables", "<table><tr><td>"],
    ["quotes", "<blockquote>"],
    ["formatting", "<b>"],
    ["unknown elements", "<x-y>"],
  ])("is flattened beyond the limit of depth: %s", (_, tag) => {
    const html = `${times(tag, 2_000)}text`
    assert.isAtMost(depthOf(html), limits.depth + 1)
    assert.deepInclude(reducedOf(html), { part: "structure" })
  })

  it("keeps its text", () =>
    assert.include(textOf(`${times("<div>", 5_000)}a<p>b</p>${times("</div>", 5_000)}c`), "a b c"))

  it("is flattened if there is very much of it", () => {
    const html = `${times("<div>", 90)}${times("<i>x</i>", 50_000)}<p><b>x</b></p>`
    assert.deepInclude(reducedOf(html), { part: "structure" })
  })

  it("stays if there is little of it", () => {
    const html = times("<div>", 90) + "<p>x</p>"
    assert.strictEqual(depthOf(html), 91)
    assert.deepStrictEqual(reducedOf(html), [])
  })
})

describe("a large page", () => {
  const chapter =
    "<h2>A chapter</h2><p>Some words with <a href=/x>a link</a>.</p><ul><li>One.</li><li>Two.</li></ul>" +
    "<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></table>"
  const page = (chapters: number): string =>
    `<nav>${times("<a href=/n>Elsewhere</a> ", 20)}</nav><main>${times(chapter, chapters)}</main><footer>All rights</footer>`
  const pathOf = (html: string, spent = 0) => {
    let path = ""
    const done = read(fetchedOf(bytesOf(html)), {
      isTimedOut: () => false,
      spent: () => spent,
      onStage: (_, reading) => {
        path = reading.foundBy
      },
    })
    return { path, ...Result.getOrThrow(done) }
  }

  // So many blocks that the model doesn't judge them.
  it("keeps its structure to the end, and loses its surroundings", () => {
    const html = page(5_200)
    assert.isAbove(html.match(/<\w/g)?.length ?? 0, 50_000)
    const { content, path, reduced } = pathOf(html)
    assert.strictEqual(path, "main")
    const parts = content.split("\n## ").slice(1)
    assert.lengthOf(parts, 5_200 - 1)
    assert.strictEqual(
      parts.at(-1)?.trim(),
      "A chapter\n\nSome words with [a link](https://site.test/x).\n\n- One.\n- Two.\n\n| Name | Value |\n| --- | --- |\n| a | 1 |",
    )
    assert.notInclude(content, "Elsewhere")
    assert.notInclude(content, "All rights")
    assert.isUndefined(reduced)
  })

  it("keeps hidden text hidden, at any position", () => {
    const { content, removed } = readHtml(
      `<style>.a .b{display:none}</style>${times("<p>x</p>", 6_000)}<div hidden>one <div>two</div></div>` +
        `<span style="display: none">three</span><div class=a><p class=b>five</p></div><p>four</p>`,
    )
    assert.include(content, "four")
    assert.notMatch(content, /one|two|three|five/)
    assert.deepStrictEqual(removed, { hidden_elements: 3, invisible_characters: 0 })
  })

  it("is read by its main element if it has too few words for the model", () => {
    assert.strictEqual(pathOf(page(30)).path, "blocks")
    // A sentence outside, so that the rest isn't only menus.
    assert.strictEqual(pathOf(`${page(3)}<p>The ferry sails at noon.</p>`).path, "main")
  })

  it("is read by its main element if most of the time budget is spent", () =>
    assert.strictEqual(pathOf(page(30), limits.processorTime).path, "main"))
})

childrenTests(sampleOf(parents, 1))
ruleTests(sampleOf(rules, 1))

describe("links", () => {
  it("are listed up to the limit, which is reported", () => {
    const many = Array.from({ length: limits.links + 2 }, (_, at) => `<a href=/${at}>word</a> `).join("")
    const { links, reduced } = readHtml(article(`<p>${many}`))
    assert.strictEqual(links.length, limits.links)
    assert.deepStrictEqual(reduced, [{ part: "links", read: limits.links, of: limits.links + 2 }])
  })
})

describe("a fence around code", () => {
  const code = (text: string): string => readHtml(article(`<p>Some words.</p><pre>${text}</pre>`)).content

  it("is longer than any row of backticks in it", () =>
    assert.include(code("a ````` b"), "\n``````\na ````` b\n``````"))

  it("is made of tildes where such a row is long", () => {
    const ticks = times("`", 50_000)
    assert.include(code(ticks), `\n~~~\n${ticks}\n~~~`)
  })

  it("is found for any number of rows", () => assert.match(code(times("``` a ", 50_000)), /^````\n``` a/m))

  it("around code within a line is as long as no row in it", () => {
    const { content } = readHtml(article("<p>Say <code>a ` b `` c</code> here.</p>"))
    assert.include(content, "Say ```a ` b `` c``` here.")
  })
})

describe("a formula whose visible text is a run of combining marks", () => {
  // In alternating classes, which normalisation has to sort.
  const page = repeated(
    "\u0301\u0323",
    `${article("").replace("</article></main></body></html>", "")}<p>Words <math><mi>a`,
    '</mi><annotation encoding="application/x-tex">a</annotation></math></p>',
  )

  it("takes time in proportion to its length", () => assert.isBelow(growthOf(readHtml, page, 20_000), limit))
})
