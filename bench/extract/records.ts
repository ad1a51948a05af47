/**
 * Measures whether a reader keeps records whole: posts with their author, cards with their price, place and date, table
 * rows with their first cell. Also counts parts that end up in another record.
 *
 *   node bench/extract/records.ts --corpus DIR [--type TYPE] [--candidate NAME] [--examples N]
 */
import { parseArgs } from "node:util"
import { isName, type Read } from "./src/Candidate.ts"
import * as Corpus from "../../packages/extract/train/corpora/Corpus.ts"
import { measure, type Measured } from "./src/records/Measure.ts"
import * as Report from "./src/records/Report.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    type: { type: "string" },
    candidate: { type: "string", default: "ours" },
    examples: { type: "string", default: "10" },
  },
})
const { candidate, corpus, type } = values
if (corpus === undefined || !isName(candidate)) {
  console.error("usage: records.ts --corpus DIR [--type TYPE] [--candidate NAME] [--examples N]")
  process.exit(2)
}

const { read }: { readonly read: Read } = await import(`./src/candidates/${candidate}.ts`)
const pages: Array<Measured> = []
for (const entry of Corpus.entries(corpus, type)) {
  const measured = await measure(entry, Corpus.load(entry), read)
  if (measured !== undefined) pages.push(measured)
}
console.log(Report.records(pages))
console.log(Report.rows(pages))
console.log(Report.worst(pages, Number(values.examples)))
