import { assert, describe, it } from "@effect/vitest"
import { paragraphsOf } from "../src/layout/Paragraphs.ts"

const size = 10

/** Lines one below the other, each character as wide as it is high. */
const read = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  paragraphsOf(
    texts.map((text, at) => ({
      text,
      left: 0,
      right: text.length * size,
      y: 700 - at * 15,
      size,
      isRow: false,
    })),
  )

describe("paragraphs of text without blanks", () => {
  it("continue in the next line without one, after a comma too", () =>
    assert.deepStrictEqual(read(["潮は日に二度満ちて，", "港長はその時を板に書", "いておく。"]), [
      ["潮は日に二度満ちて，港長はその時を板に書いておく。"],
    ]))

  it("end if the next character had room", () =>
    assert.deepStrictEqual(read(["潮は日に二度も満ちる", "潮は", "日に二度満ちるという"]), [
      ["潮は日に二度も満ちる潮は", "日に二度満ちるという"],
    ]))

  it("keep the blank between words of other scripts", () =>
    assert.deepStrictEqual(read(["High water", "comes twice"]), [["High water comes twice"]]))
})

describe("paragraphs of a page that is turned", () => {
  it("continue if it reaches from the left of its origin", () => {
    const lines = ["The pilot boat waits behind", "the bar from the turn of", "the tide."]
    const turned = lines.map((text, at) => ({
      text,
      left: -500,
      right: text.length * 5 - 500,
      y: -700 - at * 15,
      size,
      isRow: false,
    }))
    assert.deepStrictEqual(paragraphsOf(turned), [[lines.join(" ")]])
  })
})
