/** Tests which read documents `render: auto` chooses. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as RenderRule from "../../src/page/RenderRule.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const shell = bytes('<div id="app"></div><script type="module" src="/app.js"></script>')
const needs = (read: Partial<Parameters<typeof RenderRule.needsScripts>[1]>, document = shell, type = "text/html") =>
  RenderRule.needsScripts({ bytes: document, contentType: type }, { text_length: 0, ...read })

describe("a read document", () => {
  it.each([
    ["has no text", {}, true],
    ["has 199 characters", { text_length: 199 }, true],
    ["has 200 characters", { text_length: 200 }, false],
    ["is built by scripts, as the reader says", { obstacle: "scripts", text_length: 500 }, true],
    ["demands a login", { obstacle: "login" }, false],
    ["demands consent", { obstacle: "consent" }, false],
    ["checks whether a person visits it", { obstacle: "challenge" }, false],
    ["leads to another document", { onward: { url: "https://a.test/", by: "redirect" } }, false],
  ] as const)("that %s: %j is rendered: %s", (_, read, expected) => assert.strictEqual(needs(read), expected))

  it.each(["text/plain", "application/pdf", "application/json", "text/markdown"])("of type %s never is", (type) =>
    assert.isFalse(needs({}, shell, type)),
  )

  it("whose markup holds text that the reader left out isn't", () => {
    const around = (length: number) =>
      bytes(`<p style="display: none">${"x".repeat(length)}</p><script src=a.js></script>`)
    assert.isTrue(needs({}, around(999)))
    assert.isFalse(needs({}, around(1_000)))
    assert.isTrue(
      needs({}, bytes(`<style>${"x".repeat(5_000)}</style><template>${"x".repeat(5_000)}</template><script src=a>`)),
    )
  })

  const script = '<script src="/app.js"></script>'
  const x = (length: number): string => "x".repeat(length)
  const menu = `<header><nav>${x(3_000)}</nav></header>`

  it.each([
    [
      "menus and notices around an empty main",
      `${menu}<main><h1>Berths</h1></main><footer>${x(900)}</footer>`,
      900,
      true,
    ],
    ["the same in other places", `<main></main><aside>${x(900)}</aside><dialog>${x(900)}</dialog>`, 900, true],
    ["199 characters in its main", `${menu}<main>${x(199)}</main>`, 900, true],
    ["200 characters in its main", `${menu}<main>${x(200)}</main>`, 900, false],
    ["200 characters in a header in its main", `${menu}<main><header>${x(200)}</header></main>`, 900, false],
    ["text beside an empty main, outside of landmarks", `<main></main><div>${x(200)}</div>${menu}`, 900, false],
    ["a menu alone, without a main", menu, 900, false],
    ["drawings with texts", `<svg><symbol><desc>${x(5_000)}</desc></symbol></svg><p>${x(100)}</p>`, 100, true],
    ["text after drawings that close themselves", `<svg/><svg class="a" /><p>${x(1_000)}</p>`, 100, false],
    [
      "text in a drawing with an address that ends in a slash",
      `<svg href=a/><desc>${x(1_000)}</desc></svg>`,
      100,
      true,
    ],
    ["text after a drawing", `<svg><path></svg><p>${x(1_000)}</p>`, 100, false],
    ["a notice of 900 characters for visitors without scripts", `<noscript><p>${x(900)}</p></noscript>`, 900, true],
    ["a document for visitors without scripts", `<noscript><p>${x(1_000)}</p></noscript>`, 900, false],
    ["data that the reader read", "<main></main>", 900, false],
  ] as const)("with %s: %#", (_, html, text_length, expected) =>
    assert.strictEqual(needs({ text_length }, bytes(html + script)), expected),
  )

  it("without a script isn't, however empty", () => assert.isFalse(needs({}, bytes("<p>hello</p>"))))
})

describe("a script that a browser runs", () => {
  it.each([
    "<script>a()</script>",
    "<SCRIPT SRC=a.js></SCRIPT>",
    "<script type=module src=a.js>",
    "<script type='text/javascript'>a()</script>",
    "<script type=' Application/ECMAScript '>a()</script>",
    "<script async defer src=a.js></script>",
    "<title><script></title><body><p>x</p><script>a()</script>",
    "<textarea><script></textarea><script>a()</script>",
  ])("is found in %j", (html) => assert.isTrue(needs({}, bytes(html))))

  it("is found in UTF-16", () => {
    const text = "\ufeff<script>a()</script>"
    assert.isTrue(needs({}, new Uint8Array(Uint16Array.from(text, (one) => one.charCodeAt(0)).buffer)))
  })

  it.each([
    "<script type='application/ld+json'>{}</script>",
    "<script type='application/json' id=data>{}</script>",
    "<script type=importmap>{}</script>",
    "<script type=speculationrules>{}</script>",
    "<script type='text/template'><p></script>",
    "<script> \n </script>",
    "<!-- <script>a()</script> -->",
    "<template><script>a()</script></template>",
    "<noscript><script>a()</script></noscript>",
    "<title><script>a()</title>",
    "<textarea><script>a()</script></textarea>",
    "<scripts>a()</scripts>",
  ])("isn't found in %j", (html) => assert.isFalse(needs({}, bytes(html))))

  it("is looked for in any bytes", () =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (any) => typeof needs({}, any) === "boolean")))
})
