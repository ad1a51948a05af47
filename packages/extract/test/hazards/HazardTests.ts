/**
 * The tests that a hostile document is read to its end, at a bounded cost of memory. Their outcome doesn't depend on a
 * machine's speed: a document gets as much time as it needs, and a hang fails. `pnpm hazards` measures the time.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"
import type { Hazard } from "./Hazard.ts"
import { hazards } from "./Hazards.ts"
import { type LayerName, layerNames, type Limits, type Measured, series } from "./Measured.ts"
import { nothingLike } from "./Nothing.ts"

/** The most memory that a hazard may take above a page of one word, in MiB. */
const mostMemory = 768

/** Bounds a hang, in ms. */
const patience = 540_000

/** Whether a document is a PDF. Some PDFs never end: those of a page's states in states are ended by the timeout. */
export const isPdf = ({ contentType }: Hazard): boolean => contentType === "application/pdf"

/** The hazards that are no PDFs. */
export const readable = hazards.filter((hazard) => !isPdf(hazard))

/**
 * The hazards that the long tier reads through a layer: each hazard goes through one of the three, and some through
 * all, which share the code that reads.
 */
export const shareOf = (layer: (typeof layerNames)[number]): ReadonlyArray<Hazard> =>
  readable.filter((_, at) => at % 3 === layerNames.indexOf(layer) || at % 12 === 0)

export const isHtml = ({ contentType }: Hazard): boolean => contentType.startsWith("text/html")

/** Declares that a layer reads documents of any type but PDF. */
export const readTests = (layer: LayerName, hazards: ReadonlyArray<Hazard>) =>
  describe(`a hostile document, read ${layer}`, () => {
    const reading = readerOf(layer, { timeout: patience, patience })

    it.each(hazards)("is read to its end, within the memory: $name", async (hazard) => {
      const { memory, outcome } = await reading(hazard)
      assert.strictEqual(outcome, "read")
      assert.isAtMost(memory, mostMemory, "memory in MiB")
    })
  })

/** Declares that a layer reads PDFs, or ends them by its limits. */
export const pdfTests = (layer: LayerName, hazards: ReadonlyArray<Hazard>) =>
  describe(`a hostile PDF, read ${layer}`, () => {
    const reading = readerOf(layer, { patience })

    it.each(hazards)("is read, or ends by a limit, within the memory: $name", async (hazard) => {
      const { memory, outcome } = await reading(hazard)
      assert.oneOf(outcome, ["read", "timeout", "extraction_failed"])
      assert.isAtMost(memory, mostMemory, "memory in MiB")
    })
  })

/** Declares that a layer with Readability reads pages, or ends them by its timeout. */
export const readabilityTests = (layer: LayerName, hazards: ReadonlyArray<Hazard>) =>
  describe(`a hostile document, read by ${layer}`, () => {
    const reading = readerOf(layer, { timeout: 1_000, patience })

    it.each(hazards)("is read to its end or ends by its timeout: $name", async (hazard) => {
      const { outcome } = await reading(hazard)
      assert.oneOf(outcome, ["read", "timeout", "extraction_failed"])
    })
  })

const times = (text: string, count: number): string => text.repeat(count)

/** Hostile Markdown, by name. */
export const markdowns: ReadonlyArray<readonly [name: string, markdown: string]> = [
  ["a title of blanks", `# a${times(" ", 1_000_000)}b`],
  ["a title of marks", `# a${times("#", 500_000)}${times(" #", 250_000)}b`],
  ["blanks", `# a\n${times(" ", 1_000_000)}b`],
  ["line breaks", `# a\n${times("\n", 1_000_000)}b`],
  ["a URL of dots", `# a\nhttp://a.test/${times(".", 1_000_000)}b`],
]

/** Declares that Markdown is read to its end. */
export const markdownTests = (rows: typeof markdowns): void =>
  it.each(rows)("hostile Markdown is read to its end: %s", (_, markdown) => {
    const { content, title } = readHtml(markdown, { contentType: "text/markdown" })
    assert.deepStrictEqual([content, title.startsWith("a")], [markdown, true])
  })

// --- private --------------------------------------------------------------------------

/** Reads hazards one after the other in one process, which takes a fraction of the time of one for each. */
const readerOf = (layer: LayerName, limits: Limits) => {
  const pages = series(layer, limits)
  afterAll(() => pages.end())
  const empty = new Map<string, Promise<Measured>>()
  const emptyLike = (name: string): Promise<Measured> => {
    const known = empty.get(name) ?? pages.read(name)
    empty.set(name, known)
    return known
  }
  return async (hazard: Hazard): Promise<{ readonly outcome: string; readonly memory: number }> => {
    const { peak } = await emptyLike(nothingLike(hazard))
    const of = await pages.read(hazard.name)
    return { outcome: of.outcome, memory: of.peak - peak }
  }
}
