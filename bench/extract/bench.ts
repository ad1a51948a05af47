/**
 * Compares our reader with its peers on saved pages: F1 by type of page, processor time, memory, failures. DIR is a
 * corpus or a folder of corpora (`src/Corpora.ts`). Run `pnpm train --check` first: our reader uses weights that were
 * learnt without the page's site.
 *
 *   node bench/extract/bench.ts --corpus DIR [--type TYPE] [--every N] [--candidates NAME,…] [--json FILE]
 *   node bench/extract/bench.ts --corpus DIR --report FILE.html [--type TYPE] [--worst 10]
 *
 * Each candidate runs in its own process; all candidates read a page before any reads the next. `--every N` takes one
 * page of N. The report covers our reader only: its figures, and the worst pages of each type with the expected text,
 * the text found, and the result of each stage.
 */
import { writeFileSync } from "node:fs"
import * as Options from "../harness/Options.ts"
import { named, names } from "./src/Candidates.ts"
import { Corpus, TypeScores } from "./src/Corpora.ts"
import * as Detail from "./src/Detail.ts"
import * as Peers from "./src/Peers.ts"
import * as Report from "./src/report/Report.ts"
import { readAll } from "./src/Rig.ts"

const peers = names.filter((name) => name !== "ours").join(",")
const { candidates, corpus, every, json, report, type, worst } = Options.read(
  { corpus: "", type: "", every: 1, candidates: peers, json: "", report: "", worst: 10 },
  "corpus",
)
const wanted = named(candidates)

const pages = Corpus.entries(corpus, type === "" ? undefined : type).filter((_, at) => at % every === 0)
if (report === "") {
  const onPage = (done: number) => {
    if (done % 50 === 0) console.error(`${done} of ${pages.length} pages`)
  }
  const runs = await Peers.run({ names: wanted, folder: corpus, pages, onPage })
  console.log(Peers.render(runs))
  if (json !== "") writeFileSync(json, JSON.stringify(runs))
} else {
  const rows = await readAll({ name: "ours", folder: corpus, pages, jobs: 2 })
  const shown = Report.worst(rows, worst)
  writeFileSync(
    report,
    Report.render(rows, shown, (id) => Detail.of(pages.find((page) => page.id === id)!)),
  )
  console.log(TypeScores.byType(rows))
}
