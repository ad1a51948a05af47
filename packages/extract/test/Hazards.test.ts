import { afterAll, assert, describe, it } from "@effect/vitest"
import type { Hazard } from "./hazards/Hazard.ts"
import { hazards } from "./hazards/Hazards.ts"
import { layerNames, type Measured, readabilityNames, series } from "./hazards/Measured.ts"
import { nothingLike } from "./hazards/Nothing.ts"
import { readHtml } from "./support.ts"

const times = (text: string, count: number): string => text.repeat(count)

/**
 * The most that a hazard may cost: processor time in ms, and memory in MiB above that of a page of one word. The time
 * grows with that of the one word, since a busy machine takes longer for everything.
 */
const most = { peak: 512, processor: 6_000, words: 8 }

/**
 * Enough time for each hazard on a busy machine, so that its outcome doesn't depend on the load. `pnpm hazards` reads
 * all of them under the usual timeout.
 */
const limits = { timeout: 60_000, patience: 300_000 }

/**
 * Whether every hazard runs through every layer, which takes some minutes. Otherwise a sample runs through one layer
 * each; all layers share the same reading code.
 */
const isThorough = process.env["PORTHOLE_HAZARDS"] === "all"

/** PDFs always have a process of their own, and the large pages take a third of the time of all pages. */
const isDear = ({ contentType, name }: Hazard): boolean =>
  contentType === "application/pdf" || name.endsWith("behind many elements")

const everyNth = (list: ReadonlyArray<Hazard>, n: number) => list.filter((_, at) => at % n === n - 1)

const sampled = [
  ...everyNth(
    hazards.filter((hazard) => !isDear(hazard)),
    3,
  ),
  ...everyNth(hazards.filter(isDear), 8),
]

describe.each(layerNames)("a hostile document, read %s", (layer) => {
  const met = isThorough ? hazards : sampled.filter((_, at) => at % 3 === layerNames.indexOf(layer))
  // One process reads all of them, which takes a fraction of the time. Its start counts for the first one.
  const pages = series(layer, limits)
  afterAll(() => pages.end())
  const empty = new Map<string, Promise<Measured>>()
  const emptyLike = (name: string): Promise<Measured> => {
    const known = empty.get(name) ?? pages.read(name)
    empty.set(name, known)
    return known
  }

  it.each(met)("is read to its end, at a bounded cost: $name", async (hazard) => {
    const { contentType, expected, name } = hazard
    const { peak, processor } = await emptyLike(nothingLike(hazard))
    const isPdf = contentType === "application/pdf"
    const of = await pages.read(name)
    // Some contain nothing readable, and a PDF's process may reach its memory limit.
    assert.oneOf(of.outcome, expected === "" || isPdf ? ["read", "extraction_failed"] : ["read"])
    assert.isAtMost(of.processor, Math.max(most.processor, most.words * processor), "processor time in ms")
    assert.isAtMost(of.peak - peak, most.peak, "memory in MiB")
  })
})

describe.each(readabilityNames)("a hostile document, read by %s", (layer) => {
  const limited = { timeout: 1_000, patience: 90_000 }
  const pages = series(layer, limited)
  afterAll(() => pages.end())
  const met = everyNth(
    hazards.filter(({ contentType }) => contentType.startsWith("text/html")),
    isThorough ? 1 : 8,
  ).filter((_, at) => isThorough || at % 2 === readabilityNames.indexOf(layer))

  it.each(met)("is read to its end or ends by its timeout: $name", { timeout: 200_000 }, async ({ name }) => {
    const { outcome } = await pages.read(name)
    assert.oneOf(outcome, ["read", "timeout", "extraction_failed"])
  })
})

describe("hostile documents", () => {
  it("keep the text beyond the limit of elements", () => {
    const { content } = readHtml(`${times("<p>words</p>", 25_000)}<p>the last</p>`)
    assert.include(content, "the last")
  })

  it.each([
    ["a title of blanks", `# a${times(" ", 1_000_000)}b`],
    ["a title of marks", `# a${times("#", 500_000)}${times(" #", 250_000)}b`],
    ["blanks", `# a\n${times(" ", 1_000_000)}b`],
    ["line breaks", `# a\n${times("\n", 1_000_000)}b`],
    ["a URL of dots", `# a\nhttp://a.test/${times(".", 1_000_000)}b`],
  ])("are read to their end as Markdown: %s", (_, markdown) => {
    const { content, title } = readHtml(markdown, { contentType: "text/markdown" })
    assert.deepStrictEqual([content, title.startsWith("a")], [markdown, true])
  })
})
