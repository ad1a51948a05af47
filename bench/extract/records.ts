/**
 * Measures whether a reader keeps records whole: posts with their author, cards with their price, place and date, table
 * rows with their first cell. Also counts parts that end up in another record.
 *
 *   node bench/extract/records.ts --corpus DIR [--type TYPE] [--every N] [--candidate NAME] [--examples N]
 */
import * as Options from "../harness/Options.ts"
import { candidates, named } from "./src/Candidates.ts"
import { Corpus } from "./src/Corpora.ts"
import { measure, type Measured } from "./src/records/Measure.ts"
import * as Report from "./src/records/Report.ts"

const { candidate, corpus, every, examples, type } = Options.read(
  { corpus: "", type: "", every: 1, candidate: "ours", examples: 10 },
  "corpus",
)
const read = await candidates[named(candidate)[0]].load()
const pages: Array<Measured> = []
for (const entry of Corpus.entries(corpus, type === "" ? undefined : type).filter((_, at) => at % every === 0)) {
  const measured = await measure(entry, Corpus.load(entry), read)
  if (measured !== undefined) pages.push(measured)
}
console.log(Report.records(pages))
console.log(Report.rows(pages))
console.log(Report.worst(pages, examples))
