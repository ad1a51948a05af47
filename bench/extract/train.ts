/**
 * Learns the weights of the reader's content model from the corpora, and writes them to
 * `packages/extract/src/content/weights.json`. The same pages and the same code give the same file.
 *
 *   node --max-old-space-size=8000 bench/extract/train.ts --corpus DIR [--check]
 *
 * It also writes the weights of each fold's cross-validation, which `quality.ts` and `bench.ts` use, and prints how
 * well they select blocks of other sites' pages. `--check` stops there.
 */
import { parseArgs } from "node:util"
import { select } from "../../packages/extract/src/content/Selection.ts"
import * as Corpus from "./src/Corpus.ts"
import * as Quality from "./src/Quality.ts"
import type { Row } from "./src/Rig.ts"
import { scoreOf } from "./src/Scores.ts"
import { learn } from "./src/train/Models.ts"
import { plan, weigh } from "./src/train/Plan.ts"
import { sampleOf } from "./src/train/Samples.ts"
import { foldFile, shippedFile, write } from "./src/train/Weights.ts"

const { values } = parseArgs({ options: { corpus: { type: "string" }, check: { type: "boolean", default: false } } })
if (values.corpus === undefined) {
  console.error("usage: train.ts --corpus DIR [--check]")
  process.exit(2)
}

const samples = Corpus.entries(values.corpus).flatMap((entry) => sampleOf(entry) ?? [])
console.error(`${samples.length} pages, ${samples.reduce((sum, { words }) => sum + words.length, 0)} blocks`)
const learnt = learn(samples, weigh, plan, console.error)
const rows = samples.map(({ entry, prose, texts, words }, at): Row => {
  const chances = learnt.chances[at] ?? []
  const candidates = Array.from(words, (own, block) => ({
    words: own,
    prose: prose[block] ?? 0,
    chance: chances[block] ?? 0,
  }))
  const taken = select(candidates)
  const text = texts.filter((_, block) => taken[block] === true).join("\n")
  return Object.assign(scoreOf(text, entry.truth), { id: entry.id, type: entry.type, ms: 0, empty: text === "" })
})
console.log(Quality.byType(rows))
learnt.folds.forEach((models, fold) => write(foldFile(fold), models))
if (!values.check) write(shippedFile, learnt.models())
