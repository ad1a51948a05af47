/** Tests that a line with a colon stays before what it introduces, and that other lines there go. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { introduced } from "../../src/rules/Introduced.ts"
import { keptBy } from "./keptBy.ts"

/** The lines, which begin with a minus, that are kept of a page whose other texts are. */
const keptOf = (html: string, chance = 0.25): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body><main><p>The harbour opens at dawn.</p>${html}</main></body></html>`).document.body,
    (text) => (text.startsWith("-") ? chance : 0.9),
    (own) => own === 0.9,
    [introduced],
  ).filter((text) => text.startsWith("-"))

describe("a line with a colon", () => {
  const line = "-Lisa told the paper:"
  const quotation = "<blockquote><p>It wasn’t about the next record.</p></blockquote>"

  it.each([
    ["a quotation", quotation],
    ["code", "<pre>pump --fast</pre>"],
    ["a list", "<ul><li>Ropes</li><li>Sails</li></ul>"],
  ])("stays before %s that is kept", (_, structure) =>
    assert.deepStrictEqual(keptOf(`<p>${line}</p>${structure}`), [line]),
  )

  it.each([
    ["without a colon", `<p>-Lisa told the paper</p>${quotation}`],
    ["of a word", `<p>-Share:</p>${quotation}`],
    ["of links", `<p><a href=/a>-Lisa told the paper:</a></p>${quotation}`],
    ["in another box", `<div><div><p>${line}</p></div></div>${quotation}`],
    ["of an offer", `<p class=newsletter>${line}</p>${quotation}`],
    ["before a paragraph", `<p>${line}</p><p>It wasn’t about the next record.</p>`],
    ["before what goes", `<p>${line}</p><blockquote><p>-No</p></blockquote>`],
  ])("goes %s", (_, html) => assert.deepStrictEqual(keptOf(html), []))

  it("goes before a paragraph, also right in the body of a page", () => {
    const { body } = parseHTML(`<html><body>${line}<p>It wasn’t about the next record.</p></body></html>`).document
    const kept = keptBy(
      body,
      (text) => (text === line ? 0.25 : 0.9),
      (own) => own === 0.9,
      [introduced],
    )
    assert.deepStrictEqual(kept, ["It wasn’t about the next record."])
  })

  it("goes if it is unlikely", () => assert.deepStrictEqual(keptOf(`<p>${line}</p>${quotation}`, 0.1), []))
})
