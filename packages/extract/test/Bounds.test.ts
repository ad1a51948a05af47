import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { scan } from "../src/budget/Budget.ts"
import { limits } from "../src/tree/Limits.ts"
import { read } from "../src/Pipeline.ts"
import { article, bytesOf, fetchedOf, readHtml } from "./support.ts"

const times = (text: string, count: number): string => text.repeat(count)

describe("a document that is too long", () => {
  const long = `<p>begin ${times("x", limits.text)}<p>end`

  it("is read as far as its text may go, and says so", () => {
    const { body, reduced } = scan(long)
    assert.deepStrictEqual(reduced, [{ part: "characters", read: limits.text }])
    assert.include(body, "begin")
    assert.notInclude(body, "end")
  })

  it("isn't looked at to its end where that is far", () => {
    const { body, reduced } = scan(`<p>begin${times("<!-- x -->", limits.source / 10)}<p>end`)
    assert.deepStrictEqual(reduced, [{ part: "characters", read: 5 }])
    assert.notInclude(body, "end")
  })

  it("isn't said to be when it isn't", () => assert.deepStrictEqual(scan("<p>begin").reduced, []))
})

describe("the address that links are relative to", () => {
  const link = (base: string): ReadonlyArray<string> =>
    readHtml(article("<p>Go <a href=x>on</a>.", `<base href="${base}">`)).links

  it("is the document's own", () => assert.deepStrictEqual(link("/a/"), ["https://site.test/a/x"]))

  it("is that of the page where the document's own is longer than any is", () =>
    assert.deepStrictEqual(link(`/${times("a", limits.base)}/`), ["https://site.test/dir/x"]))
})

describe("what stands deep", () => {
  const deep = (inner: string): string => `${times("<div>", 90)}${inner}${times("</div>", 90)}<p>after</p>`
  const depthOf = (html: string): number => {
    let [depth, last] = [0, 0]
    for (const [tag] of html.matchAll(/<\/?[a-z]+/g)) {
      depth += tag.startsWith("</") ? -1 : 1
      if (!tag.startsWith("</")) last = depth
    }
    return last
  }

  it.each([
    ["elements", times("<p>x</p>", 7_500)],
    ["text", `<p>${times("x", 500_000)}</p><p>x</p>`],
  ])("is flattened once there is much of it: %s", (_, inner) => {
    const { body, reduced } = scan(deep(inner).replace("<p>after</p>", ""))
    assert.isAtMost(depthOf(body), limits.shallow + 1)
    assert.deepStrictEqual(reduced, [{ part: "structure" }])
  })

  it("stays where there is little", () => {
    const { body, reduced } = scan(times("<div>", 90) + "<p>x</p>")
    assert.strictEqual(depthOf(body), 91)
    assert.deepStrictEqual(reduced, [])
  })
})

describe("a page that is too large to be judged", { timeout: 60_000 }, () => {
  const chapter =
    "<h2>A chapter</h2><p>Some words with <a href=/x>a link</a>.</p><ul><li>One.</li><li>Two.</li></ul>" +
    "<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></table>"
  const page = (chapters: number): string =>
    `<nav>${times("<a href=/n>Elsewhere</a> ", 20)}</nav><main>${times(chapter, chapters)}</main><footer>All rights</footer>`
  const pathOf = (html: string, spent = 0): string => {
    let path = ""
    const done = read(fetchedOf(bytesOf(html)), {
      isOverdue: () => false,
      spent: () => spent,
      onStage: (_, reading) => {
        path = reading.path
      },
    })
    assert.isTrue(Result.isSuccess(done))
    return path
  }

  it("keeps its headings, links, lists and tables, and loses what surrounds them", () => {
    const { content, reduced } = readHtml(page(550))
    const [part = ""] = content.split("\n## ").slice(2)
    assert.strictEqual(
      part.trim(),
      "A chapter\n\nSome words with [a link](https://site.test/x).\n\n- One.\n- Two.\n\n| Name | Value |\n| --- | --- |\n| a | 1 |",
    )
    assert.notInclude(content, "Elsewhere")
    assert.notInclude(content, "All rights")
    assert.isUndefined(reduced)
  })

  it("keeps hidden what is beyond the elements that are read", () => {
    const { content } = readHtml(
      `${times("<p>x</p>", limits.elements)}<div hidden>one <div>two</div></div><span style="display: none">three</span><p>four</p>`,
    )
    assert.include(content, "four")
    assert.notMatch(content, /one|two|three/)
  })

  it("is told by its elements alone", () => assert.strictEqual(pathOf(page(550)), "main"))

  it("is one that took long already", () => {
    assert.notStrictEqual(pathOf(page(3)), "main")
    assert.strictEqual(pathOf(page(3), limits.before.judging * limits.processor + 1), "main")
  })
})

describe("links", { timeout: 60_000 }, () => {
  it("are as many as may be, and it says so", () => {
    const many = Array.from({ length: limits.links + 2 }, (_, at) => `<a href=/${at}>word</a> `).join("")
    const { links, reduced } = readHtml(article(`<p>${many}`))
    assert.strictEqual(links.length, limits.links)
    assert.deepStrictEqual(reduced, [{ part: "links", read: limits.links, of: limits.links + 2 }])
  })
})

describe("a fence around code", { timeout: 60_000 }, () => {
  const code = (text: string): string => readHtml(article(`<p>Some words.</p><pre>${text}</pre>`)).content

  it("is longer than any row of backticks in it", () =>
    assert.include(code("a ````` b"), "\n``````\na ````` b\n``````"))

  it("is made of tildes where such a row is long", () => {
    const ticks = times("`", 50_000)
    assert.include(code(ticks), `\n~~~\n${ticks}\n~~~`)
  })

  it("is found however many rows there are", () => assert.include(code(times("``` a ", 200_000)), "\n````\n``` a"))

  it("around code within a line is as long as no row in it", () => {
    const { content } = readHtml(article("<p>Say <code>a ` b `` c</code> here.</p>"))
    assert.include(content, "Say ```a ` b `` c``` here.")
  })
})
