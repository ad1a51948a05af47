/** Tests that replies are quotations within the posts that they answer, and that an accepted answer says so. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { shapeThreads } from "../../src/content/Threads.ts"
import { select } from "../../src/tree/Select.ts"

/** For each post its text, after a `>` for each quotation around it. */
const shapeOf = (html: string, selector = ".post"): ReadonlyArray<string> => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  shapeThreads([select(body, selector)])
  return select(body, "p").map((text) => {
    let depth = ""
    for (let at: Element | null = text; at !== null; at = at.parentElement)
      if (at.localName === "blockquote") depth += ">"
    return `${depth}${text.textContent}`
  })
}

const post = (text: string, attributes = "", replies = ""): string =>
  `<div class="post" ${attributes}><p>${text}</p>${replies}</div>`

describe("the replies of a thread", () => {
  it.each([
    ["in their post", post("a", "", `<div class=child>${post("b", "", post("c"))}</div>`) + post("d"), "a >b >>c d"],
    [
      "farther from the margin",
      ["a", "b", "c", "d"].map((text, at) => post(text, `style="margin-left:${[0, 20, 40, 20][at]}px"`)).join(""),
      "a >b >>c >d",
    ],
    ["of a declared depth", post("a") + post("b", "depth=1") + post("c"), "a >b c"],
    ["of a class", post("a") + `<div><div class="post depth-3"><p>b</p></div></div>`, "a >b"],
  ])("that are %s are quotations", (_, html, expected) => assert.strictEqual(shapeOf(html).join(" "), expected))

  it("in rows of a table are quotations in their cells", () => {
    const row = (text: string, indent: number): string =>
      `<tr class=post><td><table><tr><td indent=${indent}></td><td><p>${text}</p></td></tr></table></td></tr>`
    const rows = `<table><tbody>${row("a", 0)}${row("b", 1)}${row("c", 2)}${row("d", 0)}</tbody></table>`
    assert.deepStrictEqual(shapeOf(rows), ["a", ">b", ">>c", "d"])
  })

  it("that are items of a list stay, and so do posts at one margin", () => {
    assert.deepStrictEqual(shapeOf("<ul><li class=post><p>a</p><ul><li class=post><p>b</p></li></ul></li></ul>"), [
      "a",
      "b",
    ])
    const margin = 'style="margin-left:20px"'
    assert.deepStrictEqual(shapeOf(post("a", margin) + post("b", margin)), ["a", "b"])
  })

  it("are at most eight quotations deep by their margins", () => {
    const posts = Array.from({ length: 12 }, (_, at) => post("a", `data-depth=${at}`)).join("")
    assert.strictEqual(shapeOf(posts).at(-1), ">>>>>>>>a")
  })
})

describe("an accepted answer", () => {
  it.each([
    ["by its property", post("a", "itemprop=acceptedAnswer"), ["✓ Accepted answer", "a"]],
    ["by its class", '<div class="post accepted-answer"><p>a</p></div>', ["✓ Accepted answer", "a"]],
    ["only once", post("Solution: a", "itemprop=acceptedAnswer"), ["Solution: a"]],
    ["unless it was dropped", '<div class="post accepted-answer"></div>', []],
  ])("says so %s", (_, html, expected) => assert.deepStrictEqual(shapeOf(html), expected))
})
