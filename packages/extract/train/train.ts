/**
 * `pnpm train`: learns the weights of the reader's content model from the corpora, and writes them to
 * `packages/extract/src/model/weights.json`. The same pages, the same code and the same Node give the same file.
 *
 *   pnpm train --corpus DIR [--fetch] [--origin URL] [--check] [--out DIR]
 *
 * DIR holds the corpora (`corpora/Corpus.ts`). `--fetch` downloads those that it lacks, from GitHub or another server.
 * The weights of each fold's cross-validation are written, too, because `bench/extract` measures by them; a table shows
 * how well they select blocks of other sites' pages. `--check` stops there. `--out` writes to a folder of its own.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { checksumOfFolder } from "./corpora/Checksum.ts"
import * as Corpus from "./corpora/Corpus.ts"
import { download } from "./corpora/Download.ts"
import { pinned } from "./corpora/Pinned.ts"
import { plan } from "./model/Plan.ts"
import { foldFile, foldFolder, shippedFile, write } from "./model/Weights.ts"
import { byType } from "./scores/TypeScores.ts"
import { train } from "./Training.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    fetch: { type: "boolean", default: false },
    origin: { type: "string" },
    check: { type: "boolean", default: false },
    out: { type: "string" },
  },
})
const { check, corpus, origin, out } = values

if (corpus === undefined) {
  console.error("usage: train.ts --corpus DIR [--fetch] [--origin URL] [--check] [--out DIR]")
  process.exit(2)
}

for (const version of pinned) {
  const folder = join(corpus, version.name)
  if (values.fetch && !existsSync(folder)) {
    const fetched = await Effect.runPromise(
      download(version, corpus, { origin }).pipe(Effect.provide(FetchHttpClient.layer), Effect.result),
    )
    if (Result.isFailure(fetched)) {
      console.error(fetched.failure.message)
      process.exit(1)
    }
  }
  if (!existsSync(folder)) console.error(`${version.name} isn't in ${corpus}; --fetch downloads it.`)
  else if (checksumOfFolder(folder) === version.sha256) console.error(`${version.name} is at ${version.commit}.`)
  else console.error(`${version.name} isn't the version that the shipped weights were learnt from.`)
}

const entries = Corpus.entries(corpus)
if (entries.length === 0) {
  console.error(`There are no pages in ${corpus}.`)
  process.exit(1)
}
const { folds, models, scores } = train(entries, plan, console.error)
console.log(byType(scores))
folds.forEach((fold, number) => write(foldFile(number, out ?? foldFolder), fold, scores.length))
if (!check) write(out === undefined ? shippedFile : join(out, "weights.json"), models())
