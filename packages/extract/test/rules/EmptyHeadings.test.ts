/** Tests that a heading goes if all of its text does, and that others stay. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { emptyHeadings, emptyHeadingsIn } from "../../src/rules/EmptyHeadings.ts"
import type { Unit } from "../../src/phases/Joining.ts"
import { keptBy } from "./keptBy.ts"

/** The texts of the empty headings of a body; rejected texts begin with a minus. */
const emptyIn = (html: string, list: ReadonlyArray<number> = []): ReadonlyArray<string> => {
  const { blocks } = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  const kept = blocks.map(({ text }) => !text.startsWith("-"))
  const units: ReadonlyArray<Unit> = [{ members: list, words: 1, prose: 0, chance: 1 }]
  return emptyHeadingsIn(blocks, units, kept).map((at) => blocks[at]?.text ?? "")
}

describe("a heading", () => {
  it.each([
    ["goes with its text", "<h2>Jobs</h2><p>-Pilot</p><h2>News</h2><p>Tide</p>", ["Jobs"]],
    [
      "goes with all lower headings",
      "<h2>Jobs</h2><h3>Pilots</h3><p>-Day</p><h3>Cooks</h3><p>-Night</p><h2>News</h2><p>Tide</p>",
      ["Cooks", "Pilots", "Jobs"],
    ],
    ["stays with a part of its text", "<h2>Jobs</h2><p>-Pilot</p><p>Cook</p>", []],
    ["stays with the text of a lower heading", "<h2>Jobs</h2><p>-Pilot</p><h3>Cooks</h3><p>Night</p>", []],
    ["stays if nothing else does", "<p>-Menu</p><h1>A bridge opens</h1><p>-Share</p><h2>Rules</h2><p>-Join</p>", []],
    [
      "stays if it says more than it lost",
      "<h3>Status: 201, the case was created</h3><p>-Schema</p><h3>Usage</h3><p>Tide</p>",
      [],
    ],
    [
      "stays with such a heading",
      "<h2>Answers</h2><p>-Tab</p><h3>201, the case was created</h3><h2>Usage</h2><p>Tide</p>",
      [],
    ],
    ["stays if it never had any", "<h2>Jobs</h2><h2>News</h2><p>Tide</p>", []],
    ["doesn't count the text of the next one", "<h3>Jobs</h3><p>-Pilot</p><h2>News</h2><p>Tide</p>", ["Jobs"]],
  ])("%s", (_, html, expected) => assert.deepStrictEqual(emptyIn(html), expected))

  const card = (title: string, text = "-Buy"): string => `<li><h3>${title}</h3><p>${text}</p></li>`

  it("stays as the title of a record", () => {
    assert.deepStrictEqual(emptyIn(`<ul>${card("Rope")}${card("Sail")}</ul>`, [0, 2]), [])
  })

  it("stays at the end of a list of nothing but headings", () => {
    assert.deepStrictEqual(emptyIn("<h2>Shop</h2><h4>Rope</h4><h4>Sail</h4><h4>Oar</h4><p>-Time</p>", [1, 2, 3]), [])
  })

  it("goes if it is the only one of a list that lost its text", () => {
    const list = `${card("Rope", "Hemp")}${card("Sail", "Linen")}${card("Share")}`
    assert.deepStrictEqual(emptyIn(`<ul>${list}</ul>`, [0, 2, 4]), ["Share"])
  })

  it.each([
    ["keeps the likely line below it", "<h2>Usage</h2><p>pump --fast</p>", 0.6, 0.42, ["Usage", "pump --fast"]],
    [
      "keeps it where a class around all names a part of others",
      "<div class=related><p>Tide</p><h2>Usage</h2><p>pump --fast</p></div>",
      0.6,
      0.42,
      ["Tide", "Usage", "pump --fast"],
    ],
    ["goes if it is unlikely itself", "<h2>Usage</h2><p>pump --fast</p>", 0.45, 0.42, []],
    ["goes with an unlikely line", "<h2>Usage</h2><p>pump --fast</p>", 0.6, 0.35, []],
    ["goes with a link", "<h2>Usage</h2><p>pump --fast <a href=/p>today</a></p>", 0.6, 0.42, []],
    ["goes if it is a link", "<h2><a href=/u>Usage</a></h2><p>pump --fast</p>", 0.6, 0.42, []],
    ["goes with a line in a box of their own", "<div><h2>Usage</h2><p>pump --fast</p></div>", 0.6, 0.42, []],
    ["goes with an offer", "<p>Tide</p><h2>Usage</h2><p class=newsletter>pump --fast</p>", 0.6, 0.42, ["Tide"]],
    ["goes with the line of another box", "<div><h2>Usage</h2></div><p>pump --fast</p>", 0.6, 0.42, []],
  ])("%s", (_, html, heading, line, expected) => {
    const kept = keptBy(
      parseHTML(`<html><body><p>The tide turns.</p>${html}</body></html>`).document.body,
      (text) => (text === "Usage" ? heading : text.startsWith("pump") ? line : 0.9),
      (chance) => chance === heading || chance === 0.9,
      [emptyHeadings],
    )
    assert.deepStrictEqual(kept.slice(1), expected)
  })
})
