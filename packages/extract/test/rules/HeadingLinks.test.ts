import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("a heading's link to edit its section", () => {
  const edit = '<a href="/w/index.php?title=Quay&amp;action=edit&amp;section=2">edit</a>'

  it("goes with its brackets", () => {
    const heading = `<h2><span>Pilots</span><span class="box"><span>[</span>${edit}<span>]</span></span></h2>`
    assert.strictEqual(markdownOf(`${heading}<p>${text}</p>`), `## Pilots\n\n${text}`)
  })

  it("goes with a second one for another editor", () => {
    const other = edit.replace("action", "veaction")
    const heading = `<h2>Pilots <span><span>[</span>${other}<span> | </span>${edit}<span>]</span></span></h2>`
    assert.strictEqual(markdownOf(`${heading}<p>${text}</p>`), `## Pilots\n\n${text}`)
  })

  it("goes from beside its heading in a wrapper of both", () => {
    const heading = `<div><h2>Pilots</h2><span><span>[</span>${edit}<span>]</span></span></div>`
    assert.strictEqual(markdownOf(`${heading}<p>${text}</p>`), `## Pilots\n\n${text}`)
  })

  it("stays where it is all of the heading", () => {
    assert.include(
      markdownOf(`<h2>${edit.replace(">edit", ">How to edit a page")}</h2><p>${text}</p>`),
      "How to edit a page",
    )
  })

  it("stays where only brackets and another one stand beside it", () => {
    const title = edit.replace(">edit", ">How to edit a page")
    assert.include(markdownOf(`<h2>${title} <span>[${edit}]</span></h2><p>${text}</p>`), "How to edit a page")
  })

  it("goes without the words after a space beside it", () => {
    const heading = `<h2>3. <span>\n${" ".repeat(20)}Pilots ${edit}</span></h2>`
    assert.strictEqual(markdownOf(`${heading}<p>${text}</p>`), `## 3. Pilots\n\n${text}`)
  })

  it("stays in a text", () => {
    assert.include(markdownOf(`<p>${text} Please ${edit} this.</p>`), "Please [edit](")
  })
})
