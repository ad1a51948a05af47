/**
 * Our reader beside its peers on a corpus of saved pages: word F1 by type of page, time, memory, failures.
 *
 *   node bench/extract/bench.ts --corpus DIR [--only dev|held|all] [--type TYPE] [--candidates NAME,…] [--json FILE]
 *
 * Every candidate has a process of its own, and reads each page right after the others.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isName, names } from "./src/Candidate.ts"
import * as Corpus from "./src/Corpus.ts"
import * as Peers from "./src/Peers.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    only: { type: "string", default: "all" },
    type: { type: "string" },
    candidates: { type: "string", default: names.join(",") },
    json: { type: "string" },
  },
})
const { corpus, json, only, type } = values
const wanted = values.candidates.split(",")
if (corpus === undefined || !Corpus.isPart(only) || !wanted.every(isName)) {
  console.error(
    `usage: bench.ts --corpus DIR [--only dev|held|all] [--type TYPE] [--candidates ${names.join(",")}] [--json FILE]`,
  )
  process.exit(2)
}

const pages = Corpus.selected(Corpus.entries(corpus), { part: only, type })
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
