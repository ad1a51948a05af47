/** The contract of the extractor by Readability in threads and processes. clock: real, since these are. */
import { ReadabilityExtractor } from "../src/readability.ts"
import { contractTests } from "./Isolations.ts"

for (const [name, isolation] of [
  ["by Readability, in threads", "thread"],
  ["by Readability, in processes", "process"],
] as const) {
  contractTests({ name, layer: ReadabilityExtractor.layer({ isolation, size: 1 }) }, Infinity)
}
