/** Tests that lists of teasers are recognised after a text, and other lists aren't. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
import { recordsIn } from "../../src/records/Records.ts"
import { teasersIn } from "../../src/rules/Teasers.ts"

/** The number of blocks in lists of teasers. */
const teasersOf = (html: string): number => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const { blocks } = blocksOf(body)
  return teasersIn(
    blocks,
    blocks.map(() => 0.9),
    recordsIn(body, phasesOf(rules).record),
    body,
  ).length
}

const text = "<p>The saw binds in green oak when the blade is dull, so sharpen it before the first cut.</p>".repeat(8)
const names = ["planes", "benches", "chisels"]
const listOf = (card: (name: string) => string): string => `<div>${names.map(card).join("")}</div>`
const teaser = (name: string): string =>
  `<div class=card><img src=/${name}.jpg><h3><a href=/${name}>All about ${name}</a></h3><p>What ${name} can do.</p></div>`

describe("a list after a text", () => {
  it.each([
    ["of cards for other pages is one of teasers", listOf(teaser), 6],
    [
      "of cards that are links is one of teasers",
      listOf((name) => `<a href=/${name}><img src=x><p>All ${name}</p></a>`),
      3,
    ],
    ["without pictures isn't", listOf((name) => teaser(name).replace(/<img[^>]*>/, "")), 0],
    [
      "of cards for parts of the page isn't",
      listOf((name) => teaser(name).replace("=/", "=x ").replace("=/", "=#")),
      0,
    ],
    ["of cards for one page isn't", listOf((name) => teaser(name).replace(`href=/${name}`, "href=/shop")), 0],
    ["of cards with several pages each isn't", listOf((name) => teaser(name).replace("can", "<a href=/b>can</a>")), 0],
    ["of cards whose headings aren't links isn't", listOf((name) => teaser(name).replace(/<\/?h3>/g, "")), 0],
  ])("%s", (_, list, expected) => assert.strictEqual(teasersOf(text + list), expected))

  it("isn't one of teasers if it is before the text, or most of the page", () => {
    assert.strictEqual(teasersOf(listOf(teaser) + text), 0)
    assert.strictEqual(teasersOf(text + listOf((name) => teaser(name).replace("What", "What it does ".repeat(30)))), 0)
  })
})
