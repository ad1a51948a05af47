/** Tests that the titles of a row of titles and texts stay with their texts. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { pairs } from "../../src/rules/Pairs.ts"
import { joining, keptBy } from "./keptBy.ts"

/** The texts that are kept of a body: those with a `?` at the end are doubtful, those with an `x` unlikely. */
const keptOf = (html: string): string =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.2 : 0.9),
    (chance) => chance >= 0.4,
    [...joining, pairs],
  ).join(" | ")

const times = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join("")

describe("a row of titles and texts", () => {
  it("keeps a question with its answer", () => {
    const row = times(
      3,
      (at) => `<div class=question>Does pump ${at} float?</div><div class=answer>Yes, for ${at} h.</div>`,
    )
    assert.include(keptOf(row), "Does pump 1 float? | Yes, for 1 h.")
  })

  it("keeps a title of two lines, with an empty box behind it", () => {
    const row = times(
      3,
      (at) =>
        `<section class=ask><b>Who rows boat ${at}?</b><div>Asked twice?</div></section><i></i><p class=reply>Crew ${at}.</p>`,
    )
    assert.include(keptOf(row), "Who rows boat 2? | Asked twice? | Crew 2.")
  })

  it.each([
    ["two pairs", times(2, (at) => `<div class=ask>Is buoy ${at} lit?</div><div class=reply>Yes.</div>`)],
    ["texts that go", times(3, (at) => `<div class=ask>Is buoy ${at} lit?</div><div class=reply>Yes x</div>`)],
    ["links", times(3, () => `<div class=ask><a href=/a>Read on about it?</a></div><div class=reply>Yes.</div>`)],
  ])("adds nothing to %s", (_, html) => assert.notInclude(keptOf(html), "?"))
})
