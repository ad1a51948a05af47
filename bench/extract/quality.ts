/**
 * Measures how well our reader reads a corpus of saved pages, by type of page, and lists the pages that changed since
 * an earlier run.
 *
 *   node bench/extract/quality.ts --corpus DIR [--type TYPE] [--every N] [--jobs 2] [--json FILE] [--against FILE]
 *     [--candidate NAME]
 *
 * The weights were learnt without the page's site (`pnpm train --check`); `--candidate` measures another reader. `--every N` takes one page of
 * N. `--json` writes one row for each page; `--against` takes such a file.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { foldFile } from "../../packages/extract/train/model/Weights.ts"
import * as Options from "../harness/Options.ts"
import { named } from "./src/Candidates.ts"
import { Corpus, TypeScores } from "./src/Corpora.ts"
import * as Quality from "./src/Quality.ts"
import { readAll, type Row } from "./src/Rig.ts"

const { against, candidate, corpus, every, jobs, json, type } = Options.read(
  { corpus: "", type: "", every: 1, jobs: 2, json: "", against: "", candidate: "unseen" },
  "corpus",
)
const pages = Corpus.entries(corpus, type === "" ? undefined : type).filter((_, at) => at % every === 0)
const rows = await readAll({ name: named(candidate)[0], folder: corpus, pages, jobs })
console.log(TypeScores.byType(rows))
if (candidate === "unseen") {
  const fold: { readonly pages?: number } = JSON.parse(readFileSync(foldFile(0), "utf8"))
  console.log(`The weights of the folds were learnt from ${fold.pages ?? "an unknown number of"} pages.\n`)
}
console.log(Quality.summary(rows))
if (against !== "") {
  const before: ReadonlyArray<Row> = JSON.parse(readFileSync(against, "utf8"))
  console.log(Quality.changes(rows, before))
}
if (json !== "") writeFileSync(json, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
