/** Tests that replies are quotations within the posts that they answer. */
import { assert, describe, it } from "@effect/vitest"
import { post, shapeOf } from "./threads.ts"

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

  const inPosts = (left: number): string => post("a", "", left === 0 ? "" : inPosts(left - 1))

  it.each([
    ["by their margins", Array.from({ length: 12 }, (_, at) => post("a", `data-depth=${at}`)).join("")],
    ["within each other", inPosts(12)],
  ])("are at most eight quotations deep %s", (_, posts) => assert.strictEqual(shapeOf(posts).at(-1), ">>>>>>>>a"))

  const posts = (...attributes: ReadonlyArray<string>): string =>
    attributes.map((attribute) => post("a", attribute)).join("")
  const ranked = (name: string) => [1, 2, 1].map((rank) => `<div class="post ${name}${rank}"><p>a</p></div>`).join("")

  it.each([
    ["authors' ranks", ranked("user-level-") + ranked("trust-level-") + ranked("access-level-")],
    ["data of another kind", posts("", "data-level=1", "aria-level=2")],
    ["shares of the width", posts("", 'style="margin-left:20%"', "")],
    ["two speakers' sides", posts('style="margin-right:40px"', 'style="margin-left:40px"')],
    ["two units", posts("", 'style="margin-left:20px"', 'style="margin-left:2em"')],
    ["no steps", posts("", 'style="margin-left:20px"', 'style="margin-left:30px"')],
    ["a step without the ones before", posts("", "depth=1", "depth=3")],
    ["widths of portraits", [0, 40].map((at) => post("a", "", `<table><tr><td><img width=${at}></table>`)).join("")],
    ["items' margins", "<ul><li class=post><p>a</p></li><li class=post depth=1><p>a</p></li></ul>"],
  ])("aren't found by %s", (_, html) => assert.deepStrictEqual([...new Set(shapeOf(html))], ["a"]))
})

describe("the questions of a help page", () => {
  const type = (name: string) => `itemscope itemtype=https://schema.org/${name}`
  const answer = post("b", `itemprop=acceptedAnswer ${type("Answer")}`)
  const question = (answers: string) => post("a", type("Question"), answers)

  it.each([
    ["with an answer each", question(answer).repeat(3), "a b a b a b"],
    ["that declares itself", `<div ${type("FAQPage")}>${question(answer + post("c", type("Answer")))}</div>`, "a b c"],
    ["with answers of a thread", question(answer + post("c", type("Answer"))), "a >✓ Accepted answer >b >c"],
  ])("%s", (_, html, expected) => assert.strictEqual(shapeOf(html).join(" "), expected))
})
