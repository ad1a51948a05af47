/**
 * Measures how well our reader reads a corpus of saved pages, by type of page, and lists the pages that changed since
 * an earlier run.
 *
 *   node bench/extract/quality.ts --corpus DIR [--type TYPE] [--jobs 2] [--json FILE] [--against FILE]
 *     [--candidate NAME]
 *
 * The weights were learnt without the page's site (`pnpm train --check`); `--candidate` measures another reader. `--json` writes
 * one row for each page; `--against` takes such a file.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isName } from "./src/Candidate.ts"
import * as Corpus from "../../packages/extract/train/corpora/Corpus.ts"
import * as TypeScores from "../../packages/extract/train/scores/TypeScores.ts"
import * as Quality from "./src/Quality.ts"
import { readAll, type Row } from "./src/Rig.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    type: { type: "string" },
    jobs: { type: "string", default: "2" },
    json: { type: "string" },
    against: { type: "string" },
    candidate: { type: "string", default: "unseen" },
  },
})
const { against, candidate, corpus, json, type } = values
if (corpus === undefined || !isName(candidate)) {
  console.error(
    "usage: quality.ts --corpus DIR [--type TYPE] [--jobs N] [--json FILE] [--against FILE] [--candidate NAME]",
  )
  process.exit(2)
}

const pages = Corpus.entries(corpus, type)
const rows = await readAll({ name: candidate, folder: corpus, pages, jobs: Number(values.jobs) })
console.log(TypeScores.byType(rows))
console.log(Quality.summary(rows))
if (against !== undefined) {
  const before: ReadonlyArray<Row> = JSON.parse(readFileSync(against, "utf8"))
  console.log(Quality.changes(rows, before))
}
if (json !== undefined) writeFileSync(json, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
