/** Tests that the list of the works that a text cites stays, and that other lists behind it don't. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { references } from "../../src/rules/References.ts"
import { rules } from "../../src/rules/index.ts"
import { joining, keptBy } from "./keptBy.ts"

const withReferences = rules.filter((rule) => rule === references || joining.includes(rule))

/** The kept texts. One with an `x` at the end is unlikely, one with a `?` doubtful; those from .6 on are chosen. */
const keptOf = (html: string): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.3 : 0.95),
    (chance) => chance > 0.6,
    withReferences,
  )

const cite = (to: string): string => `<a href="#${to}">cited</a>`
const textTo = (...to: ReadonlyArray<string>): string =>
  `<p>The blade binds in green oak, as others found before us, so sharpen it at noon ${to.map(cite).join(" ")}.</p>`
const item = (id: string, mark = "?"): string => `<li id="${id}">Work ${id}${mark}</li>`
const list = (mark?: string): string => `<ul>${["a", "b", "c", "d"].map((id) => item(id, mark)).join("")}</ul>`

describe("a list behind a text", () => {
  it("stays with its heading if the text links to its items", () => {
    const kept = keptOf(`<main>${textTo("a", "b", "c")}<section><h2>Werke</h2>${list()}</section></main>`)
    assert.includeMembers([...kept], ["Werke", "Work a?", "Work d?"])
  })

  it("stays if the ids are of anchors in its items", () => {
    const items = ["a", "b", "c"].map((id) => `<li><a id="${id}"></a>Work ${id}?</li>`).join("")
    assert.include(keptOf(`<main>${textTo("a", "b", "c")}<ol>${items}</ol></main>`), "Work c?")
  })

  it("takes the acknowledgements between both along", () => {
    const thanks = "We thank the crew of the mill, who let us in at night, didn't they?"
    assert.include(keptOf(`<main>${textTo("a", "b", "c")}<p>${thanks}</p>${list()}</main>`), thanks)
  })

  it.each([
    ["the text links to two items", textTo("a", "b"), list()],
    [
      "the text links to few of its items",
      textTo("a", "b", "c"),
      `${list().slice(0, -5)}${"efghi".replace(/./g, (id) => item(id))}</ul>`,
    ],
    ["it is unlikely", textTo("a", "b", "c"), list("x")],
    ["it is comments", textTo("a", "b", "c"), `<div class="comments">${list()}</div>`],
    ["the links lead to other pages", textTo("a", "b", "c").replaceAll("#", "/"), list()],
  ])("goes if %s", (_, text, behind) => assert.notInclude(keptOf(`<main>${text}${behind}</main>`), "Work a?"))
})
