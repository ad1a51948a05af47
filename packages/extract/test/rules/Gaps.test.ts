/** Tests that a line within text that is likelier content than not stays, and that others still go. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { gapsIn } from "../../src/rules/Gaps.ts"

/** The texts of the gaps of a body; texts with a minus at the front are rejected, those with a `?` likely. */
const gapsOf = (html: string): ReadonlyArray<string> => {
  const { blocks } = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  const kept = blocks.map(({ text }) => !text.startsWith("-"))
  const units = blocks.map(({ prose, text, words }, at) => ({
    members: [at],
    words,
    prose,
    chance: text.endsWith("?") ? 0.55 : text.startsWith("-") ? 0.45 : 0.95,
  }))
  return gapsIn(blocks, units, kept)
    .map((at) => blocks[at]?.text ?? "")
    .filter((text) => text.startsWith("-"))
}

const text = "<p>The saw binds in green oak when the blade is dull.</p>"

describe("a rejected line", () => {
  it.each([
    ["stays between texts if it is likelier content than not", `${text}<p>-Why?</p>${text}`, ["-Why?"]],
    ["goes if it isn't", `${text}<p>-Advertisement</p>${text}`, []],
    ["stays at the end of the page", `${text}<p>-Why?</p>`, ["-Why?"]],
    ["stays beside a single rejected block", `${text}<p>-Why?</p><p>-Accept</p>${text}`, ["-Why?"]],
    ["goes among rejected blocks", `${text}<p>-A</p><p>-Why?</p><p>-B</p>${text}`, []],
    ["goes under a heading without text", `<h2>More</h2><p>-Why?</p><p>-A</p><p>-B</p>${text}`, []],
  ])("%s", (_, html, expected) => assert.deepStrictEqual(gapsOf(html), expected))
})
