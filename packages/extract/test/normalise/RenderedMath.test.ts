/** Tests that a rendered formula with many marks is read without sorting them, which takes quadratic time. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { renderedTexOf } from "../../src/normalise/RenderedMath.ts"

describe("a letter of a rendered formula", () => {
  it.each([
    ["a mark", "e\u0301", "\u00e9"],
    ["more marks than any text has", `e${"\u0316".repeat(30)}\u0301`, `e${"\u0316".repeat(30)}`],
  ])("may have %s", (_, letter, expected) => {
    const box = `<span class=katex><span class=katex-html><span class="mord mathnormal">${letter}</span></span></span>`
    const { document } = parseHTML(`<html><body>${box}</body></html>`)
    assert.include(renderedTexOf(document.body), expected)
  })
})
