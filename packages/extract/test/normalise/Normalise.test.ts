import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("a summary", () => {
  it("is a mere block outside of details", () => {
    const blocks = `<h3>Meeting</h3><pre><code>crane\n  quay</code></pre><p>${text}</p>`
    const content = markdownOf(`<section><summary><div>${blocks}</div></summary><p>${text}</p></section>`)
    assert.strictEqual(content, `### Meeting\n\n\`\`\`\ncrane\n  quay\n\`\`\`\n\n${text}\n\n${text}`)
  })

  it("is the label of its details", () => {
    assert.include(markdownOf(`<details><summary>Meeting</summary><p>${text}</p></details>`), `**Meeting**\n\n${text}`)
  })
})

describe("a label", () => {
  it("goes with the field after it, though it names another", () => {
    const field = '<label for="size1">Pilots per page</label><select id="size"><option>10</option></select>'
    assert.strictEqual(markdownOf(`${field}<p>${text}</p>`), text)
  })

  it("stays with a figure, or with more than a few words", () => {
    const labels = ["Total price: 40 euros", "Pilots who leave before noon pay nothing"]
    for (const label of labels)
      assert.include(markdownOf(`<p><label>${label}</label> <input type="number"></p><p>${text}</p>`), label)
  })

  it("goes around a field whose choices have figures", () => {
    const field = "<label>Boats per page <select><option>10</option><option>20</option></select></label>"
    assert.strictEqual(markdownOf(`<p>${field}</p><p>${text}</p>`), text)
  })

  it("stays before a box to tick", () => {
    assert.include(
      markdownOf(`<div><label for="x">With a lamp</label><input type="checkbox"></div><p>${text}</p>`),
      "With a lamp",
    )
  })
})

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
