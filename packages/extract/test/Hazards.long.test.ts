/**
 * Every hostile document that isn't a PDF is read to its end: each through one isolation, and some through all, which
 * share the code that reads.
 */
import { assert, it } from "@effect/vitest"
import { hazards } from "./hazards/Hazards.ts"
import { isPdf, markdowns, markdownTests, readTests } from "./hazards/HazardTests.ts"
import { layerNames } from "./hazards/Measured.ts"
import { readHtml } from "./support.ts"

const readable = hazards.filter((hazard) => !isPdf(hazard))

layerNames.forEach((layer, number) =>
  readTests(
    layer,
    readable.filter((_, at) => at % 3 === number || at % 7 === 0),
  ),
)

it("text behind very many paragraphs is kept", () => {
  const { content } = readHtml(`${"<p>words</p>".repeat(25_000)}<p>the last</p>`)
  assert.include(content, "the last")
})

markdownTests(markdowns)
