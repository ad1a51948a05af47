/** Hostile Markdown of all kinds, and text behind very many paragraphs. The other files of this name read documents. */
import { assert, it } from "@effect/vitest"
import { markdowns, markdownTests } from "./hazards/HazardTests.ts"
import { readHtml } from "./support.ts"

it("text behind very many paragraphs is kept", () => {
  const { content } = readHtml(`${"<p>words</p>".repeat(25_000)}<p>the last</p>`)
  assert.include(content, "the last")
})

markdownTests(markdowns)
