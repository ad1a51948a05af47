/** Tests that a heading stays with the text directly under it, even if that is a word. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { keptBy } from "./keptBy.ts"

/** The texts that are kept of a body, of which those with an `x` at the end are unlikely. */
const keptOf = (html: string): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : 0.9),
    (chance) => chance >= 0.4,
  )

const sentence = "The tune is older than the words, which somebody set to it for the harvest supper."

describe("an unlikely heading", () => {
  it.each([
    ["stays over a word", `<h3>Low Water</h3><p>${sentence}</p><h3>Long Tom x</h3><p>Original.</p>`, "Long Tom x"],
    ["stays over a name", `<p>${sentence}</p><h4>Grey Morning x</h4><div class=by>J. Perry.</div>`, "Grey Morning x"],
  ])("%s", (_, html, heading) => assert.include(keptOf(html), heading))

  it.each([
    ["goes over a word of another box", `<h3>Share x</h3><div><p>Print</p></div><h3>Tunes</h3><p>${sentence}</p>`],
    [
      "goes with its aside",
      `<p>${sentence}</p><aside>Related x<h3><a href=/a>Share x</a></h3></aside><p>${sentence}</p>`,
    ],
    ["goes with its text", `<p>${sentence}</p><h3>Share x</h3><p>Print x</p>`],
  ])("%s", (_, html) => assert.notInclude(keptOf(html), "Share x"))
})
