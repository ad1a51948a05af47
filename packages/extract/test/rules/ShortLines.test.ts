/** Tests which lines between kept blocks stay by their chance, and those that are addresses. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { shortLines } from "../../src/rules/ShortLines.ts"
import { keptBy, watching } from "./keptBy.ts"

const text = "The pump is quiet, so we took it along on the boat, and it never failed us in a whole year at sea. "

/** The texts that are kept of paragraphs with a line between each two of them. */
const keptOf = (line: string, chance: number, paragraphs: number): ReadonlyArray<string> =>
  keptIn(`${`<p>${text}</p><div>${line}</div>`.repeat(paragraphs)}<p>${text}</p>`, chance)

/** The texts that are kept of a text, if its other lines have a chance. */
const keptIn = (html: string, chance: number): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body><main>${html}</main></body></html>`).document.body,
    (own) => (own.startsWith("The pump") ? 0.9 : chance),
    (own) => own >= 0.4,
    [shortLines],
  )

describe("a line between kept blocks", () => {
  it("is less likely in a long text, and stays there", () => {
    assert.include(keptOf("See the manual", 0.2, 20), "See the manual")
    assert.notInclude(keptOf("See the manual", 0.15, 20), "See the manual")
    assert.include(keptOf("See the manual", 0.15, 60), "See the manual")
    assert.notInclude(keptOf("See the manual", 0.05, 60), "See the manual")
  })

  it("stays if it is an address, and goes as another link", () => {
    const link = (name: string) => `<a href="https://harbour.test/pumps">${name}</a>`
    assert.include(keptOf(link("https://harbour.test/pumps"), 0.3, 20), "https://harbour.test/pumps")
    assert.notInclude(keptOf(link("More pumps"), 0.3, 20), "More pumps")
  })

  it("is judged by the text around its box where that is short", () => {
    const box = `<section><p>${text}</p><div>See the manual</div><p>${text}</p></section>`
    assert.include(keptIn(`<p>${text}</p>`.repeat(60) + box, 0.3), "See the manual")
    assert.notInclude(keptIn(`<p>${text}</p>`.repeat(60) + box, 0.15), "See the manual")
    assert.notInclude(keptIn(`<p>${text}</p>`.repeat(20) + box, 0.3), "See the manual")
    assert.notInclude(
      keptIn(box + "<p>Other pumps of the harbour are sold here.</p>".repeat(60), 0.3),
      "See the manual",
    )
  })

  it("costs no look at the whole text for each short box in it", () => {
    /** How often the words of blocks are read. */
    const readsOf = (boxes: number): number => {
      let reads = 0
      const watch = watching("words", () => reads++)
      const box = `<section><p>${text}</p><div>See the manual</div><p>${text}</p></section>`
      const { body } = parseHTML(`<html><body><main>${box.repeat(boxes)}</main></body></html>`).document
      keptBy(
        body,
        (own) => (own.startsWith("The pump") ? 0.9 : 0.3),
        (own) => own >= 0.4,
        [watch, shortLines],
      )
      return reads
    }
    assert.isBelow(readsOf(200), 3 * readsOf(100))
  })

  it("may be a paragraph that is likely enough, and no list of words", () => {
    const within = (line: string, chance: number): ReadonlyArray<string> =>
      keptIn(`${`<p>${text}</p>`.repeat(20)}<div>${line}</div><p>${text}</p>`, chance)
    const paragraph = "We carried it down to the boat in the rain, and nobody of us knew what it was for. "
      .repeat(2)
      .trim()
    assert.include(within(paragraph, 0.38), paragraph)
    assert.notInclude(within(paragraph, 0.3), paragraph)
    const words = "Pumps Ropes Sails Oars ".repeat(7).trim()
    assert.notInclude(within(words, 0.38), words)
  })
})
