/**
 * Hostile documents are read to their end: one by each isolation, drawn from all of them, and one by the format or the
 * extractor that may need its limits. The long tier reads every one, in a file for each isolation (`Hazards.*.long`).
 */
import { sampleOf, seed } from "../../../test/tiers/Sample.ts"
import { hazards } from "./hazards/Hazards.ts"
import {
  isHtml,
  isPdf,
  markdowns,
  markdownTests,
  pdfTests,
  readabilityTests,
  readable,
  readTests,
} from "./hazards/HazardTests.ts"
import { layerNames } from "./hazards/Measured.ts"

/** The large pages take half of the time of all. */
const few = readable.filter(({ name }) => !name.endsWith("behind many elements"))

layerNames.forEach((layer, at) => readTests(layer, sampleOf(layer === "inline" ? readable : few, 1, seed + at)))

const limited = [
  () => pdfTests("inline", sampleOf(hazards.filter(isPdf), 1)),
  () => readabilityTests("readability in processes", sampleOf(hazards.filter(isHtml), 1)),
]
for (const tests of sampleOf(limited, 1)) tests()

markdownTests(sampleOf(markdowns, 1))
