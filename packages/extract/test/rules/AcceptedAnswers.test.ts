/** Tests that an accepted answer says so. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { select } from "@porthole/visibility/dom"
import { post, shape, shapeOf } from "./threads.ts"

describe("an accepted answer", () => {
  it.each([
    ["by its property", post("a", "itemprop=acceptedAnswer"), ["✓ Accepted answer", "a"]],
    ["by its class", '<div class="post accepted-answer"><p>a</p></div>', ["✓ Accepted answer", "a"]],
    ["only once", post("Solution: a", "itemprop=acceptedAnswer"), ["Solution: a"]],
    ["unless it was dropped", '<div class="post accepted-answer"></div>', []],
    ["unless a label does", post("a", "itemprop=acceptedAnswer", "<b>Solved by Elm</b>"), ["a"]],
    [
      "though its text has such a word",
      post("The solution is to rinse the reed in water", "itemprop=acceptedAnswer"),
      ["✓ Accepted answer", "The solution is to rinse the reed in water"],
    ],
    ["never among several", post("a", "itemprop=acceptedAnswer").repeat(2), ["a", "a"]],
  ])("says so %s", (_, html, expected) => assert.deepStrictEqual(shapeOf(html), expected))

  it.each([
    ["a row's cell", "<table><tbody><tr class='post best-answer'><td><p>a</p></td></tr></tbody></table>", "TD"],
    ["an item", "<ul><li class='post best-answer'><p>a</p></li></ul>", "LI"],
    ["no list", "<ul class='post best-answer'><li><p>a</p></li></ul>", undefined],
    ["no row of cells", "<table><tr class='post best-answer'><td><p>a</p><td>b</table>", undefined],
  ])("says so in %s", (_, html, holder) => {
    const { body } = parseHTML(`<html><body>${html}</body></html>`).document
    shape(body)
    const mark = select(body, "p").find(({ textContent }) => textContent?.startsWith("✓") === true)
    assert.strictEqual(mark?.parentElement?.tagName, holder)
  })
})
