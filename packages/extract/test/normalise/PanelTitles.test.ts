import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("a control's words", () => {
  it("stand above the panel that it names", () => {
    const panel = `<button aria-controls="p">Pilots</button><div id="p"><p>${text}</p></div>`
    assert.include(markdownOf(panel), `**Pilots**\n\n${text}`)
  })

  it("stand above a panel of several tabs only if theirs is chosen", () => {
    const tab = (name: string): string => `<button role="tab" id="${name}" aria-controls="p">${name} pilots</button>`
    const tabs = ["All", "Young", "Retired"].map(tab).join("")
    const page = `<div>${tabs}</div><div id="p" aria-labelledby="All"><p>${text}</p></div>`
    assert.strictEqual(markdownOf(page), text)
    const chosen = page.replace('id="Young"', 'id="Young" aria-selected="true"')
    assert.strictEqual(markdownOf(chosen), `**Young pilots**\n\n${text}`)
  })

  it("don't stand above a text that they only lengthen", () => {
    const more = '<div><button aria-controls="p">Read all about the pilots</button></div>'
    assert.strictEqual(markdownOf(`<div id="p"><p>${text}</p></div>${more}`), text)
  })
})
