/** Tests that a page whose text lost a good part of its inside says so, to its reader and to the operator. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { read, stagesOf } from "../src/html/Pipeline.ts"
import type { UnitRule } from "../src/phases/Rule.ts"
import { rules } from "../src/rules/index.ts"
import { bytesOf, fetchedOf } from "./support.ts"

const paragraph =
  "The saw binds in green oak when the blade is dull, so sharpen it before you begin, and again at noon."

/** Drops the paragraphs about gouges, as if they were unlikely. */
const withoutGouges: UnitRule = {
  name: "withoutGouges",
  case: "A test drops some paragraphs.",
  phase: "unit",
  reads: {},
  run: ({ kept, page }) => {
    for (const [at, { text }] of page.blocks.entries()) if (text.startsWith("Gouge")) kept[at] = false
  },
}

const readPage = (paragraphs: ReadonlyArray<string>) => {
  const html = `<main><h1>Saws</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</main>`
  const notes = new Map<string, string | undefined>()
  const result = read(fetchedOf(bytesOf(html), { withOutside: true }), {
    isTimedOut: () => false,
    spent: () => 0,
    stages: stagesOf({ rules: [...rules, withoutGouges] }),
    onStage: (name, _, note) => void notes.set(name, note),
  })
  return { ...Result.getOrThrow(result), note: notes.get("content") ?? "" }
}

const kept = Array.from({ length: 8 }, (_, at) => `Saw ${at}. ${paragraph}`)
const gouges = Array.from({ length: 4 }, (_, at) => `Gouge ${at}. ${paragraph}`)

describe("a page", () => {
  it("whose text is whole says nothing", () => {
    const { note, reduced } = readPage(kept)
    assert.deepStrictEqual([note, reduced], ["9 of 9 blocks", undefined])
  })

  it("that lost a good part of its text says how much, and the note which", () => {
    const { note, outside = "", reduced } = readPage([...kept, ...gouges, ...kept])
    assert.deepStrictEqual(reduced, [{ part: "text", read: 369, of: 461 }])
    assert.match(note, /, 4 left out within the text: "Gouge 0\. The saw binds in green oak when", "Gouge 1/)
    assert.include(outside, "Gouge 3.")
  })

  it("that lost what is behind its text says how much", () => {
    assert.deepStrictEqual(readPage([...kept, ...kept, ...gouges]).reduced, [{ part: "text", read: 369, of: 461 }])
  })
})
