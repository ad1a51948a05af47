/** Tests that a kept label and the value behind it have one fate. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { labelValues } from "../../src/rules/LabelValues.ts"
import { keptBy } from "./keptBy.ts"

/** The texts that are kept of a body: those with a `?` at the end are doubtful, those with an `x` unlikely. */
const keptOf = (html: string): string =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.2 : 0.9),
    (chance) => chance >= 0.4,
    [labelValues],
  ).join(" | ")

describe("a kept label", () => {
  it.each([
    ["in a box beside it", "<div>Papers:</div><div><a href=/m.pdf>Drawing of the gate?</a></div>"],
    ["in a definition", "<dl><dt>Papers:</dt><dd>Drawing of the gate?</dd></dl>"],
  ])("keeps its doubtful value %s", (_, html) => {
    assert.include(keptOf(html), "Papers: | Drawing of the gate?")
  })

  it.each([
    ["a link to share it", "<p>Send to:</p><p><a href=/s>Friends x</a></p>"],
    ["related things", "<div>See also:</div><div class=related>Gates?</div>"],
    ["a form", "<div>Your name:</div><div>Write it here? <button>Send?</button></div>"],
  ])("goes with %s", (_, html) => {
    assert.strictEqual(keptOf(`<p>The gate opens at four.</p>${html}`), "The gate opens at four.")
  })

  it.each([
    ["a long text", `<p>Remarks:</p><p>${"The gate opens at four and shuts at nine. ".repeat(4)}x</p>`],
    ["another part of the page", "<div><p>Remarks:</p></div><div><p>Imprint x</p></div>"],
  ])("stays without %s", (_, html) => {
    assert.strictEqual(keptOf(html), "Remarks:")
  })
})

describe("a kept term", () => {
  it.each([
    ["a tab", "<dl class=tabs><dt class=tab><a href=#d>Details</a></dt><dd>Brass.</dd><dt>Advice</dt><dd> </dd></dl>"],
    [
      "a panel",
      "<dl id=accordion><dt>Details</dt><dd>Brass.</dd><dt>Advice</dt><dd><div><img src=wait.gif alt=''></div></dd></dl>",
    ],
  ])("goes if the text of %s is empty", (_, html) => assert.strictEqual(keptOf(html), "Details | Brass."))

  it("stays with a picture, before another term, and as a parameter", () => {
    assert.strictEqual(
      keptOf("<dl><dt>$level</dt><dd></dd><dt>Ensign</dt><dd>Blue.</dd></dl>"),
      "$level | Ensign | Blue.",
    )
    const html =
      "<dl class=tabs><dt>Flag</dt><dd><img src=f.png alt=Flag></dd><dt>Banner</dt><dt>Ensign</dt><dd>Blue.</dd></dl>"
    assert.strictEqual(keptOf(html), "Flag | Banner | Ensign | Blue.")
  })
})
