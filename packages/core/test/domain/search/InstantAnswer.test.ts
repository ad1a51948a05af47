import { assert, describe, it } from "@effect/vitest"
import { InstantAnswer } from "@porthole/core"

describe("answers beside the hits", () => {
  it("are clean, bounded plain texts", () => {
    const [answer] = InstantAnswer.fromRows([
      { title: `<b>Whale</b>\u202e ${"x".repeat(400)}`, text: `A\u200b ${"word ".repeat(400)}`, url: "ftp://a.test/" },
    ])
    assert.match(answer?.title ?? "", /^Whale x+/)
    assert.isAtMost(answer?.title?.length ?? 0, InstantAnswer.maxTitleLength)
    assert.match(answer?.text ?? "", /^A word word/)
    assert.isAtMost(answer?.text.length ?? 0, InstantAnswer.maxTextLength)
    assert.notProperty(answer, "url")
  })

  it("are few, and those without a text are left out", () => {
    const rows = [null, 7, {}, { text: " " }, ...Array.from({ length: 9 }, (_, n) => ({ text: `Answer ${n}` }))]
    assert.deepStrictEqual(
      InstantAnswer.fromRows(rows).map(({ text }) => text),
      ["Answer 0", "Answer 1", "Answer 2", "Answer 3", "Answer 4"],
    )
    for (const none of [undefined, "text", {}]) assert.deepStrictEqual(InstantAnswer.fromRows(none), [])
  })
})

describe("corrections of a query", () => {
  it("are few, different, clean and bounded", () => {
    const texts = ["a", "a", "<i>b</i>", 7, "", "c".repeat(500), "d"]
    const [a, b, c, ...others] = InstantAnswer.corrections(texts)
    assert.deepStrictEqual([a, b, others], ["a", "b", []])
    assert.isAtMost(c?.length ?? 0, InstantAnswer.maxCorrectionLength)
  })
})
