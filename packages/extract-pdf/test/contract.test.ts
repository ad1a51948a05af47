import { describe, it } from "@effect/vitest"
import { FormatSuite } from "@porthole/testing"
import { pdf } from "../src/index.ts"
import { paragraph, pdfOf } from "./samplePdf.ts"

describe("the format PDF", () => {
  const document = pdfOf([{ texts: paragraph(["High water"], 700), links: ["https://tides.test/almanac#spring"] }])
  const fixture = { format: pdf, document, expected: "High water", links: ["https://tides.test/almanac"] }
  for (const { name, run } of FormatSuite.cases(fixture)) it.live(name, () => run)
})
