/** Tests that code, lists, tables and notes within a kept text stay, and that menus and forms don't. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { insideText } from "../../src/rules/InsideText.ts"
import { rules } from "../../src/rules/index.ts"
import { joining, keptBy } from "./keptBy.ts"

const withInside = rules.filter((rule) => rule === insideText || joining.includes(rule))

/** The kept texts. One with an `x` at the end is unlikely, one with a `?` doubtful; those from .6 on are chosen. */
const keptOf = (html: string): ReadonlyArray<string> =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.3 : 0.95),
    (chance) => chance > 0.6,
    withInside,
  )

const sentence = "The saw binds in green oak when the blade is dull, so sharpen it before the first cut."
const text = `<p>${sentence}</p>`
const within = (part: string): string => `<main>${text}${text}${part}${text}</main>`

describe("a part within a text", () => {
  it("stays if it is a doubtful list between likely texts, but not at the end of a text", () => {
    const list = "<h2>Kinds</h2><ul><li>Bow saws?</li><li>Pit saws?</li></ul>"
    const kept = ["Kinds", "Bow saws?", "Pit saws?"]
    assert.deepStrictEqual(keptOf(`${text}${list}${text}`), [sentence, ...kept, sentence])
    assert.notInclude(keptOf(`${text}${list}<div>Imprint x</div>`), "Bow saws?")
  })

  it.each([
    ["behind a text", (licence: string) => `${text}${text}<pre>${licence}</pre>`],
    ["before a text", (licence: string) => `<div><pre>${licence}</pre></div>${text}${text}`],
  ])("isn't a long prose block %s, such as a licence, but may be code", (_, around) => {
    const licence = `${"You may copy this book and give it to others, with no cost. ".repeat(12)}x`
    assert.notInclude(keptOf(around(licence)).join(), "copy this book")
    assert.include(keptOf(around("saw --oak --blade 3 x")).join(), "--oak")
  })

  it.each([
    ["code, however unlikely", "<pre>saw --oak x</pre>", "saw --oak x"],
    ["a doubtful table", "<table><tr><td>Oak?</td><td>Ash?</td></tr></table>", "Ash?"],
    ["definitions", "<dl><dt>Kerf?</dt><dd>What the blade takes away?</dd></dl>", "What the blade takes away?"],
    [
      "a long caption",
      "<figure><figcaption>Each blade was drawn at noon, or was it?</figcaption></figure>",
      "Each blade",
    ],
    ["an algorithm", `<figure>${"<div>shut gate?</div>".repeat(3)}</figure>`, "shut gate?"],
    [
      "a listing with a caption",
      "<figure class=float><ol><li>open?</li><li>wait?</li></ol><figcaption>Steps?</figcaption></figure>",
      "Steps?",
    ],
    ["a note in an aside", "<aside><p>Never saw wet oak, or do you want to sharpen twice?</p></aside>", "Never saw"],
    ["a note by its role", "<div role=note>Never saw wet oak, or do you want to sharpen twice?</div>", "Never saw"],
  ])("stays if it is %s", (_, part, expected) => {
    assert.isTrue(keptOf(within(part)).some((kept) => kept.startsWith(expected)))
  })

  it("stays if it is a table behind another one, less likely than other parts are, with its heading", () => {
    const table =
      "<table><tr><td>Oak of old towns %</td><td>Ash %</td></tr><tr><td>Elm %</td><td>Yew %</td></tr></table>"
    const heading = "<h4>Blades %<div>wanted %</div></h4>"
    const chanceOf = (one: string): number => (one.endsWith("%") ? 0.21 : 0.95)
    const { body } = parseHTML(`<html><body>${within((heading + table).repeat(2))}</body></html>`).document
    const kept = keptBy(body, chanceOf, (chance) => chance > 0.6, withInside)
    const part = ["Blades %", "wanted %", "Oak of old towns %", "Ash %", "Elm %", "Yew %"]
    assert.deepStrictEqual(kept, [sentence, sentence, ...part, ...part, sentence])
  })

  it.each([
    ["an unlikely list", "<ul><li>Our shop x</li><li>Our club x</li></ul>", "Our shop x"],
    ["a list of links", "<ul><li><a href=/a>Bow saws?</a></li><li><a href=/b>Pit saws?</a></li></ul>", "Bow saws?"],
    [
      "an aside with a menu",
      "<aside><p>Never saw wet oak, or do you want to sharpen twice?</p><nav><a href=/a>Saws x</a></nav></aside>",
      "Never saw wet oak, or do you want to sharpen twice?",
    ],
    ["a form", "<ul><li>Name? <input></li><li>Town? <input></li></ul>", "Name?"],
    ["a list of related pages", "<ul class=related><li>Bow saws of old?</li><li>Pit saws?</li></ul>", "Pit saws?"],
  ])("goes if it is %s", (_, part, unexpected) => assert.notInclude(keptOf(within(part)), unexpected))
})
