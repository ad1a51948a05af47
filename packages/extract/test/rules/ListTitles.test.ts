/** Tests that a kept list of cards has its title, and nothing else gets one. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { listTitles } from "../../src/rules/ListTitles.ts"
import { joining, keptBy } from "./keptBy.ts"

/** The texts that are kept of a body: those with a `~` at the end are doubtful, those with an `x` unlikely. */
const keptOf = (html: string): string =>
  keptBy(
    parseHTML(`<html><body>${html}</body></html>`).document.body,
    (text) => (text.endsWith("x") ? 0.05 : text.endsWith("~") ? 0.2 : 0.9),
    (chance) => chance >= 0.4,
    [...joining, listTitles],
  ).join(" | ")

const card = (name: string): string =>
  `<div class=card><h3><a href=/p>${name}</a></h3><p>It is four feet long and costs $4</p></div>`
const item = (name: string): string => `<li class=thing><a href=/p>${name}</a><p>$4.00 a piece</p></li>`
const names = ["Jack plane", "Smooth plane", "Block plane", "Rabbet plane", "Shoulder plane", "Router plane"]

describe("the title of a list of cards", () => {
  it.each([
    ["in a box", `<section><div class=bar>Seen with it~</div>${names.map(card).join("")}</section>`],
    ["before a list", `<div><p>Seen with it~</p><ul>${names.map(item).join("")}</ul></div>`],
  ])("stays with the list %s", (_, html) => assert.include(keptOf(html), "Seen with it~"))

  it.each([
    [
      "cards that go",
      `<div><p>Seen with it~</p>${names.map((name) => card(`${name} x`)).join("")}</div>`.replaceAll("$4", "$4 x"),
    ],
    ["a text", "<div><p>Seen with it~</p><p>The saw binds in green oak when it is dull.</p></div>"],
    ["cards behind another line", `<div><p>Planes.</p><p>Seen with it~</p>${names.map(card).join("")}</div>`],
    ["a link", `<div><p><a href=/>Seen with it~</a></p>${names.map(card).join("")}</div>`],
  ])("goes before %s", (_, html) => assert.notInclude(keptOf(html), "Seen with it~"))
})
