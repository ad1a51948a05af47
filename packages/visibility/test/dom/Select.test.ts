import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom/worker"
import { first, nearest, select } from "../../src/dom/Select.ts"

const { document } = parseHTML(
  `<!doctype html><html><head><title>t</title><style>a{}</style></head><body class="page"><nav role=navigation><a href=/x id=one>x</a></nav>
  <main role="main"><h1 class="big title">T</h1><p class=title>a <b>b <i lang=en>c</i></b></p><ul role="menu"><li data-x><a name=n>y</a></ul>
  <input type=TEXT><div class="a-b a_b" hidden aria-hidden=true><P>z</P></div></main><div role=""></div></body></html>`,
)

const selectors = [
  "*",
  "a",
  "A, p",
  "h1, h2, p",
  "a[href]",
  "[role=menu], nav",
  "[role=main] p",
  "main > p",
  ".title",
  "p.title, h1.title.big",
  ".a-b",
  ".a",
  "[data-x]",
  "[role]",
  "[name=n]",
  "[aria-hidden=true]",
  "input[type=text]",
  "[lang='en']",
  "style",
  "title",
  "html",
  "i:not(b)",
  "",
]

describe("select", () => {
  it.each(selectors.filter((selector) => selector !== ""))(
    "finds the same as the parser's own search: %s",
    (selector) => {
      for (const root of [document.documentElement, document.body])
        assert.deepStrictEqual(select(root, selector), Array.from(root.querySelectorAll(selector)))
    },
  )
})

describe("first", () => {
  it.each(selectors.filter((selector) => selector !== ""))("is the first of them: %s", (selector) => {
    assert.strictEqual(first(document.body, selector), document.body.querySelector(selector))
  })
})

describe("nearest", () => {
  it.each(["i", "b", "p, b", "main", "[role=main]", "main p", ".page", "ul"])(
    "is the element or one around it: %s",
    (selector) => {
      const inner = document.querySelector("i")
      assert.strictEqual(nearest(inner, selector), inner?.closest(selector) ?? null)
    },
  )

  it("of an empty list is empty", () => assert.isNull(nearest(null, "p")))
})
