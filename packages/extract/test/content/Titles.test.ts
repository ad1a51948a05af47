/** Tests that short titles of one template are treated alike, so that no text follows another text's title. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { splitOf } from "../../src/content/Content.ts"
import { modelOf, names } from "../../src/content/Model.ts"

/** A model by which exactly the blocks of more than three words are content. */
const byLength = modelOf({
  features: names,
  first: { bias: 0, trees: [] },
  second: {
    bias: 0,
    trees: [{ columns: [names.indexOf("words"), -1, -1], numbers: [Math.log1p(3), -5, 5] }],
  },
})

const answer =
  "<div class=answer>The boat costs three hundred a day, and the harbour takes a tenth of it in summer.</div>"
const question = (text: string): string => `<div class=question>${text}</div>${answer}`

const rejectedOf = (html: string): ReadonlyArray<string> => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const known = {
    url: "https://site.test/",
    title: "",
    declared: { types: new Set<string>(), prices: new Set<number>(), description: "" },
  }
  return splitOf(body, known, byLength)?.rejected.map(({ text }) => text) ?? []
}

const questions = [
  question("What does the boat cost a day?"),
  question("How much?"),
  question("Who may sail into the harbour?"),
  question("When does the tide turn here?"),
].join("")

describe("a title", () => {
  it("stays before kept text if others of its template stay", () => {
    assert.deepStrictEqual(rejectedOf(questions), [])
  })

  it("goes if it has a template of its own, or no text follows", () => {
    const html = `${questions}<div class=share>Share it</div>${answer}<div class=question>Ask us</div>`
    assert.deepStrictEqual(rejectedOf(html), ["Share it", "Ask us"])
  })

  it("is no price", () => {
    const prices = ["$120 a day", "$90 for each day", "$80 for all days", "$70 for half a day"].map(question).join("")
    assert.deepStrictEqual(rejectedOf(prices), ["$120 a day"])
  })
})
