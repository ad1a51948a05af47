/**
 * Compares our reader with its peers on saved pages: F1 by type of page, processor time, memory, failures. DIR is a
 * corpus or a folder of corpora (`packages/extract/train/corpora/Corpus.ts`). Run `pnpm train --check` first: our reader
 * uses weights that were learnt without the page's site.
 *
 *   node bench/extract/bench.ts --corpus DIR [--type TYPE] [--every N] [--candidates NAME,…] [--json FILE]
 *   node bench/extract/bench.ts --corpus DIR --report FILE.html [--type TYPE] [--worst 10]
 *
 * Each candidate runs in its own process; all candidates read a page before any reads the next. `--every N` takes one
 * page of N. The report covers our reader only: its figures, and the worst pages of each type with the expected text,
 * the text found, and the result of each stage.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isName, names } from "./src/Candidate.ts"
import * as Corpus from "../../packages/extract/train/corpora/Corpus.ts"
import * as TypeScores from "../../packages/extract/train/scores/TypeScores.ts"
import * as Detail from "./src/Detail.ts"
import * as Peers from "./src/Peers.ts"
import * as Report from "./src/report/Report.ts"
import { readAll } from "./src/Rig.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    type: { type: "string" },
    every: { type: "string", default: "1" },
    candidates: { type: "string", default: names.filter((name) => name !== "ours").join(",") },
    json: { type: "string" },
    report: { type: "string" },
    worst: { type: "string", default: "10" },
  },
})
const { corpus, json, report, type } = values
const wanted = values.candidates.split(",")
if (corpus === undefined || !wanted.every(isName)) {
  console.error(
    `usage: bench.ts --corpus DIR [--type TYPE] [--every N] [--candidates ${names.join(",")}] [--json FILE] [--report FILE [--worst N]]`,
  )
  process.exit(2)
}

const pages = Corpus.entries(corpus, type).filter((_, at) => at % Number(values.every) === 0)
if (report === undefined) {
  const runs = await Peers.run({
    names: wanted,
    folder: corpus,
    pages,
    onPage: (done) => {
      if (done % 50 === 0) console.error(`${done} of ${pages.length} pages`)
    },
  })
  console.log(Peers.render(runs))
  if (json !== undefined) writeFileSync(json, JSON.stringify(runs))
} else {
  const rows = await readAll({ name: "ours", folder: corpus, pages, jobs: 2 })
  const shown = Report.worst(rows, Number(values.worst))
  writeFileSync(
    report,
    Report.render(rows, shown, (id) => Detail.of(pages.find((page) => page.id === id)!)),
  )
  console.log(TypeScores.byType(rows))
}
