import { assert, describe, it } from "@effect/vitest"
import { type Hazard, hazards } from "./hazards/Hazards.ts"
import { layerNames, measure, type Measured } from "./hazards/Measured.ts"
import { nothingLike } from "./hazards/Nothing.ts"
import { readHtml } from "./support.ts"

const times = (text: string, count: number): string => text.repeat(count)

/**
 * The most that a hazard may cost above a page of one word: memory in MiB, and processor time in ms. The time grows
 * with that of the one word, since a busy machine takes longer for everything.
 */
const most = { peak: 512, processor: 6_000, words: 8 }

/**
 * Enough time for each hazard on a busy machine, so that its outcome doesn't depend on the load. `pnpm hazards` reads
 * all of them under the usual timeout.
 */
const limits = { timeout: 60_000, patience: 90_000 }

/**
 * Whether every hazard runs through every layer, which takes some minutes. Otherwise every eighth hazard runs through
 * one layer; all layers share the same reading code.
 */
const isThorough = process.env["PORTHOLE_HAZARDS"] === "all"

describe.each(layerNames)("a hostile document, read %s", (layer) => {
  const met = hazards.filter((_, at) => isThorough || at % 24 === 8 * layerNames.indexOf(layer))
  const empty = new Map<string, Promise<Measured>>()
  const emptyLike = (hazard: Hazard): Promise<Measured> => {
    const name = nothingLike(hazard)
    const known = empty.get(name) ?? measure(layer, name, limits)
    empty.set(name, known)
    return known
  }

  it.concurrent.each(met)("is read to its end, at a bounded cost: $name", { timeout: 200_000 }, async (hazard) => {
    const { contentType, expected, name } = hazard
    const { peak, processor } = await emptyLike(hazard)
    const of = await measure(layer, name, limits)
    // Some contain nothing readable, and a PDF's process may reach its memory limit.
    const mayFail = expected === "" || contentType === "application/pdf"
    assert.oneOf(of.outcome, mayFail ? ["read", "extraction_failed"] : ["read"])
    const bound = Math.max(most.processor, most.words * processor)
    assert.isAtMost(of.processor - processor, bound, "processor time in ms")
    assert.isAtMost(of.peak - peak, most.peak, "memory in MiB")
  })
})

describe("hostile documents", () => {
  it("keep the text beyond the limit of elements", { timeout: 60_000 }, () => {
    const { content } = readHtml(`${times("<p>words</p>", 25_000)}<p>the last</p>`)
    assert.include(content, "the last")
  })

  it.each([
    ["a title of blanks", `# a${times(" ", 1_000_000)}b`],
    ["a title of marks", `# a${times("#", 500_000)}${times(" #", 250_000)}b`],
    ["blanks", `# a\n${times(" ", 1_000_000)}b`],
    ["line breaks", `# a\n${times("\n", 1_000_000)}b`],
    ["a URL of dots", `# a\nhttp://a.test/${times(".", 1_000_000)}b`],
  ])("are read to their end as Markdown: %s", { timeout: 60_000 }, (_, markdown) => {
    const { content, title } = readHtml(markdown, { contentType: "text/markdown" })
    assert.deepStrictEqual([content, title.startsWith("a")], [markdown, true])
  })
})
