/**
 * `pnpm train`: learns the weights of the reader's content model from the corpora, and writes them to
 * `packages/extract/src/content/weights.json`. The same pages, the same code and the same Node give the same file.
 *
 *   pnpm train --corpus DIR [--check] [--out DIR]
 *
 * It also writes the weights of each fold's cross-validation, which `bench/extract` measures by, and prints how well
 * they select blocks of other sites' pages. `--check` stops there. `--out` writes all weights to a folder of its own.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Corpus from "./corpora/Corpus.ts"
import { plan } from "./model/Plan.ts"
import { foldFile, foldFolder, shippedFile, write } from "./model/Weights.ts"
import { byType } from "./scores/TypeScores.ts"
import { train } from "./Training.ts"

const { values } = parseArgs({
  options: { corpus: { type: "string" }, check: { type: "boolean", default: false }, out: { type: "string" } },
})
const { check, corpus, out } = values
if (corpus === undefined) {
  console.error("usage: train.ts --corpus DIR [--check] [--out DIR]")
  process.exit(2)
}

const { folds, models, scores } = train(Corpus.entries(corpus), plan, console.error)
console.log(byType(scores))
folds.forEach((fold, number) => write(foldFile(number, out ?? foldFolder), fold))
if (!check) write(out === undefined ? shippedFile : join(out, "weights.json"), models())
