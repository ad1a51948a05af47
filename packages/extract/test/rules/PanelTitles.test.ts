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

  it("stand above the panel that they name from a bar of their own, though it lies less deep", () => {
    const item = (at: number): string =>
      `<div class=head><button aria-controls="q${at}">Which road ${at}?</button></div><div id="q${at}"><p>${text}</p></div>`
    assert.strictEqual(markdownOf(item(1) + item(2)), `**Which road 1?**\n\n${text}\n\n**Which road 2?**\n\n${text}`)
  })

  it("don't stand above a panel before them, however deep it lies", () => {
    const more = '<button aria-controls="p">Read all about the pilots</button>'
    assert.strictEqual(markdownOf(`<div><div><div id="p"><p>${text}</p></div></div></div>${more}`), text)
  })

  it("don't stand above a text that they only lengthen", () => {
    const more = '<div><button aria-controls="p">Read all about the pilots</button></div>'
    assert.strictEqual(markdownOf(`<div id="p"><p>${text}</p></div>${more}`), text)
  })

  it("stand above a panel that their handler opens, or that depends on their variable", () => {
    const panel = (control: string, attributes: string): string =>
      `<div x-data="{ open: false }"><p>${text}</p>${control}<div ${attributes}><p>${text}</p></div></div>`
    const handled = panel("<button onclick=\"show('rates')\">Rates</button>", 'id="rates" style="display:none"')
    assert.include(markdownOf(handled), `**Rates**\n\n${text}`)
    const bound = panel('<button @click="open = !open">Rates</button>', 'x-show="open" style="display:none"')
    assert.include(markdownOf(bound), `**Rates**\n\n${text}`)
  })

  it("don't stand above a note at their mark", () => {
    const note = `<p>${text}<button popovertarget="n">1</button></p><div id="n" popover><p>${text}</p></div>`
    assert.notInclude(markdownOf(note), "**1**")
  })
})
