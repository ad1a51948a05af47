/** A PDF whose bytes are changed in any way ends as a page or as a failure. */
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { type Page, paragraph, pdfOf } from "./samplePdf.ts"
import { read } from "./support.ts"

/** Two pages, with a link. */
export const report: ReadonlyArray<Page> = [
  {
    texts: [
      { text: "The tides of the year", y: 740, size: 24 },
      ...paragraph(
        [
          "High water comes twice a day, and the harbour master writes",
          "its hours on a board by the quay, so that every boat knows",
          "when the bar can be crossed.",
        ],
        700,
      ),
      ...paragraph(["Spring tides are told beside them <b>in red</b>."], 640),
    ],
    links: [
      "https://tides.test/almanac#spring",
      "javascript:alert(1)",
      "https://tides.test/almanac",
      "mailto:a@tides.test",
    ],
  },
  { texts: paragraph(["A second page, with (brackets) in it."], 740) },
]

/** Declares the property, with this number of runs. */
export const bytesTests = (numRuns: number): void =>
  it("a PDF of any bytes ends as a page or as a failure", async () => {
    const whole = pdfOf(report, { title: "Tide report", isCompressed: true })
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(whole.length), async (changed, length) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, byte] of changed) bytes[at] = byte
        const cut = length % 2 === 0 ? bytes : bytes.subarray(0, length)
        const result = await Effect.runPromise(Effect.result(read(cut)))
        if (Result.isFailure(result)) assert.strictEqual(result.failure.error, "extraction_failed")
      }),
      { numRuns },
    )
  })
