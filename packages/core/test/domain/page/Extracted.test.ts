/** Tests of the sentences about a document that wasn't read whole. */
import { assert, describe, it } from "@effect/vitest"
import * as Extracted from "../../../src/domain/page/Extracted.ts"

describe("a page says", () => {
  it.each([
    [{ part: "rows", read: 10, of: 200 }, "Only the first 10 of 200 rows of the document are read."],
    [{ part: "pages", read: 10 }, "Only the first 10 pages of the document are read."],
    [{ part: "values" }, "Some values of the document weren't read."],
    [
      { part: "text", read: 780, of: 900 },
      "Parts within the main content are left out as clutter, 120 of its 900 words; ask with query.",
    ],
  ] as const)("of %j", (reduced, expected) => assert.strictEqual(Extracted.reducedSentence(reduced), expected))
})
