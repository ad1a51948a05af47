/**
 * Measures whether a reader keeps records whole: posts with their author, cards with their price, place and date, table
 * rows with their first cell. Also counts parts that end up in another record.
 *
 *   node bench/extract/records.ts --corpus DIR [--type TYPE] [--every N] [--candidate ours,plain] [--examples N]
 *
 * The examples are lost parts of the first candidate.
 */
import * as Options from "../harness/Options.ts"
import { candidates, named } from "./src/Candidates.ts"
import { Corpus } from "./src/Corpora.ts"
import { measure, type Measured } from "./src/records/Measure.ts"
import * as Report from "./src/records/Report.ts"

const { candidate, corpus, every, examples, type } = Options.read(
  { corpus: "", type: "", every: 1, candidate: "ours,plain", examples: 10 },
  "corpus",
)
const names = named(candidate)
const entries = Corpus.entries(corpus, type === "" ? undefined : type).filter((_, at) => at % every === 0)
for (const name of names) {
  const read = await candidates[name].load()
  const pages: Array<Measured> = []
  for (const entry of entries) {
    const measured = await measure(entry, Corpus.load(entry), read)
    if (measured !== undefined) pages.push(measured)
  }
  console.log(`## ${candidates[name].label}\n\n${Report.records(pages)}\n${Report.rows(pages)}`)
  if (name === names[0]) console.log(Report.worst(pages, examples))
}
