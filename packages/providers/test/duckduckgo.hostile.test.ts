/** Tests reading DuckDuckGo's pages, hostile ones too. */
import { assert, describe, it } from "@effect/vitest"
import { maxHits, maxPageLength, targetOf } from "../src/duckduckgo.ts"
import { maliciousPageTests, readPage } from "./MaliciousPages.ts"
import * as Pages from "./support/DuckDuckGoPages.ts"

const read = (results: string) => readPage(Pages.page(results))

const row = { title: "Whale", url: "https://example.com/", snippet: "Large animals of the sea." }

describe("hits", () => {
  it("have a title, the target of their link and a snippet; the box above them isn't a hit", () => {
    const sparse = `<div class="result web-result"></div>`
    assert.deepStrictEqual(read(Pages.hitOf({ title: "Whales &amp; <b>more</b>" }) + sparse), [
      { ...row, title: "Whales & more" },
      { title: "", url: "", snippet: "" },
    ])
    assert.deepStrictEqual(read(Pages.hitOf({ snippet: "" }) + Pages.hitOf({})), [{ ...row, snippet: "" }, row])
  })

  it("keep their first title and snippet", () => {
    const more = `<a class="result__a" href="https://other.example/">Other</a><a class="result__snippet">Other</a>`
    assert.deepStrictEqual(read(Pages.hitOf({}).replace("</div></div>", `</div>${more}</div>`)), [row])
    assert.deepStrictEqual(
      read(Pages.hitOf({ snippet: `<a class="result__snippet">Large animals of the sea.</a>${more}` })),
      [row],
    )
  })

  it("begin with their box: links and snippets outside of boxes don't count", () => {
    const stray = `<a class="result__a" href="https://other.example/">Other</a><a class="result__snippet">Other</a>`
    assert.deepStrictEqual(read(stray + Pages.hitOf({})), [row])
  })

  it("aren't ads", () => {
    const ads = [
      Pages.hitOf({ classes: "result results_links results_links_deep result--ad result--ad--small web-result" }),
      Pages.hitOf({ href: "https://duckduckgo.com/y.js?ad_domain=shop.example" }),
      Pages.hitOf({ href: "//html.duckduckgo.com/y.js?ad_domain=shop.example" }),
      Pages.hitOf({ classes: "result result--more" }),
    ]
    assert.deepStrictEqual(read(ads.join("") + Pages.hitOf({})), [row])
    assert.isUndefined(read(ads.join("")))
    const url = "https://example.com/y.js"
    assert.deepStrictEqual(read(Pages.hitOf({ href: url })), [{ ...row, url }])
  })

  it("are fifty at most", () => {
    const hits = read(
      Array.from(
        { length: 60 },
        (_, at) => `<div class="result web-result"><a class="result__a" href="https://example.com/${at}"></a></div>`,
      ).join(""),
    )
    assert.lengthOf(Array.isArray(hits) ? hits : [], maxHits)
  })

  it("are complete if the page continues for too long", () => {
    const first = Pages.hitOf({})
    const length = maxPageLength - Pages.page(first).indexOf("</div></div></body>") - 150
    assert.deepStrictEqual(read(`${first}<!--${"x".repeat(length)}-->${first}`), [row])
    const three = `${first}${first}<!--${"x".repeat(length - first.length)}-->${first}`
    assert.deepStrictEqual(read(three), [row, row])
  })
})

describe("a target", () => {
  it("is decoded once, and has to be http(s)", () => {
    for (const none of ["", " "]) assert.strictEqual(targetOf(none), "")
    const of = (url: string) => targetOf(Pages.wrapped(url).replace("&amp;", "&"))
    assert.strictEqual(of("https://example.com/a?b=c%2520d&e=f#g"), "https://example.com/a?b=c%2520d&e=f#g")
    assert.strictEqual(
      of("https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com"),
      "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com",
    )
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "/html/", ""])
      assert.strictEqual(of(url), "", url)
  })

  it("may be direct, and on another host isn't a redirector's", () => {
    assert.strictEqual(
      targetOf("http://example.com/l/?uddg=https%3A%2F%2Fother.example"),
      "http://example.com/l/?uddg=https%3A%2F%2Fother.example",
    )
    assert.strictEqual(targetOf("/l/?uddg=http%3A%2F%2Fexample.com%2F"), "http://example.com/")
    assert.strictEqual(targetOf("https://duckduckgo.com/about"), "https://duckduckgo.com/about")
    assert.strictEqual(
      targetOf("//evilduckduckgo.com/l/?uddg=http%3A%2F%2Fexample.com"),
      "https://evilduckduckgo.com/l/?uddg=http%3A%2F%2Fexample.com",
    )
    for (const href of ["//duckduckgo.com/l/", "http://[", "mailto:a@example.com"])
      assert.strictEqual(targetOf(href), "", href)
  })
})

describe("a page without hits", () => {
  it("is an answer only if it states that", () => {
    assert.deepStrictEqual(read(Pages.none), [])
    assert.deepStrictEqual(read(`<div class="no-results">No results.</div>`), [])
    assert.deepStrictEqual(read(`<div class="result result--no-result web-result"></div>`), [])
    assert.isUndefined(read("No results. Try other words."))
    assert.isUndefined(readPage(""))
  })

  it("is a challenge by any of its marks", () => {
    for (const mark of [
      `<form id="challenge-form"></form>`,
      `<div class="modal anomaly-modal"></div>`,
      `<script src="//duckduckgo.com/anomaly.js"></script>`,
      `<form action="//duckduckgo.com/anomaly.js?cc=1"></form>`,
    ]) {
      assert.strictEqual(read(mark), "challenged", mark)
      assert.strictEqual(read(Pages.hitOf({}) + mark), "challenged", mark)
    }
    assert.strictEqual(read("Unfortunately, Bots use DuckDuckGo too."), "challenged")
  })

  it("isn't a challenge if only its hits mention one", () => {
    const title = "anomaly.js, challenge-form: bots use DuckDuckGo too"
    assert.deepStrictEqual(read(Pages.hitOf({ title })), [{ ...row, title }])
  })
})

describe("a malicious page", () => {
  it("is read up to the end of a page of results", () => {
    assert.isUndefined(readPage(Pages.page(" ".repeat(maxPageLength) + Pages.hitOf({}))))
  })

  maliciousPageTests(2 ** 19)
})
