/** Tests that paragraphs of one shape, of which few are kept, go together. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { siblingParagraphs } from "../../src/rules/SiblingParagraphs.ts"
import { keptBy } from "./keptBy.ts"

/** The texts that are kept of a body: those with a `+` at the end are just likely enough, those with an `x` aren't. */
const keptOf = (html: string, unlikely = 0.2): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? unlikely : text.endsWith("+") ? 0.42 : 0.9),
    (chance) => chance >= 0.4,
    [siblingParagraphs],
  )

const text = "The pump is quiet, so we took it along on the boat, and it never failed us in a whole year"
const times = (count: number, one: (mark: string) => string, kept: number, mark: string): string =>
  Array.from({ length: count }, (_, at) => one(at < kept ? mark : "x")).join("")

describe("paragraphs of one shape", () => {
  it.each([
    ["reviews", (mark: string) => `<div class=review><h4>A pump</h4><p class=said>${text}. ${mark}</p></div>`],
    ["items", (mark: string) => `<ul><li><span>${text}. ${mark}</span></li></ul>`],
  ])("go if few of many %s are kept, and none is sure", (_, one) => {
    assert.notInclude(keptOf(times(15, one, 3, "+")).join(), "quiet")
    assert.notInclude(keptOf(times(15, one, 3, "+"), 0.1).join(), "quiet")
    assert.include(keptOf(times(15, one, 3, "!")).join(), "quiet")
    assert.include(keptOf(times(15, one, 5, "+")).join(), "quiet")
    assert.include(keptOf(times(10, one, 2, "+")).join(), "quiet")
  })

  it("stay in a long text of which most is kept, also the less likely ones", () => {
    const long = (kept: number) =>
      keptOf(
        times(120, (mark) => `<p class=said>${text}. ${mark}</p>`, kept, "!"),
        0.15,
      )
    assert.lengthOf(long(70), 120)
    assert.lengthOf(long(55), 55)
  })
})
