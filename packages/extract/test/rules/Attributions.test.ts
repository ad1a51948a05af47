import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("the words that say who is quoted", () => {
  it("move into the quotation that they stand before, without the arrow to its post", () => {
    const head = '<div class="attribution">Ketil wrote: <a href="#p3">&uarr;</a></div>'
    const content = markdownOf(`<div>${head}<blockquote><p>${text}</p></blockquote><p>So do the stewards.</p></div>`)
    assert.strictEqual(content, `> Ketil wrote:\n>\n> ${text}\n\nSo do the stewards.`)
  })

  it("stay in the sentence that they begin", () => {
    const rest = "is the log that every pilot of the harbour knows by heart."
    assert.strictEqual(markdownOf(`<blockquote><cite>The Quay</cite> ${rest}</blockquote>`), `> *The Quay* ${rest}`)
    assert.include(markdownOf(`<blockquote><cite>Ketil</cite> <p>${text}</p></blockquote>`), `> Ketil\n>\n> ${text}`)
  })

  it("stay where they are if they are a text", () => {
    const head = `<p class="attribution">${text}</p>`
    assert.strictEqual(markdownOf(`<div>${head}<blockquote>${text}</blockquote></div>`), `${text}\n\n> ${text}`)
  })
})
