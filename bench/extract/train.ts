/**
 * Learns the weights of the reader's judgement of blocks from a corpus of saved pages with reviewed content, the
 * pages that are held out left alone, and writes them to `packages/extract/src/blocks/Tables.ts`.
 *
 *   node bench/extract/train.ts --corpus DIR [--check] [--folds 4]
 *
 * `--check` writes nothing and says how well pages are read that the models haven't seen, by cross-validation
 * and on the pages held out.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { contextNames, names } from "../../packages/extract/src/blocks/Judge.ts"
import * as Corpus from "./src/Corpus.ts"
import { mean, share, table } from "./src/Figures.ts"
import { f1Of, folds, judge, learn, type Plan } from "./src/train/Models.ts"
import { type Sample, sampleOf } from "./src/train/Samples.ts"
import { written } from "./src/train/Written.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    check: { type: "boolean", default: false },
    folds: { type: "string", default: "4" },
  },
})
if (values.corpus === undefined) {
  console.error("usage: train.ts --corpus DIR [--check] [--folds N]")
  process.exit(2)
}

const plan: Plan = {
  first: { epochs: 3, rate: 0.01, decay: 0.02 },
  second: { epochs: 3, rate: 0.01, decay: 0.005 },
}

const { corpus } = values
const samples = Corpus.entries(corpus).map((entry) => sampleOf(corpus, entry))
const dev = samples.filter(({ held }) => !held)

const models = learn(dev, plan)
if (values.check) {
  const scored = (sample: Sample, chances: ReadonlyArray<number>) => ({ type: sample.type, f1: f1Of(sample, chances) })
  const scores = folds(dev, Number(values.folds)).flatMap(({ others, these }) => {
    const own = learn(others, plan)
    return these.map((sample) => scored(sample, judge(own, sample)))
  })
  const held = samples.filter((sample) => sample.held).map((sample) => scored(sample, judge(models, sample)))
  const reachable = dev.map((sample) => scored(sample, sample.shares))
  const types = [...new Set(samples.map(({ type }) => type))].toSorted()
  console.log(
    table([
      ["type", "cross-validated", "held out", "every word that can be got"],
      ...["all", ...types].map((type) => {
        const of = (some: typeof scores) =>
          share(mean(some.filter((one) => type === "all" || one.type === type).map(({ f1 }) => f1)))
        return [type, of(scores), of(held), of(reachable)]
      }),
    ]),
  )
} else {
  const file = new URL("../../packages/extract/src/blocks/Tables.ts", import.meta.url)
  writeFileSync(file, written({ first: [names, models.first], second: [[...names, ...contextNames], models.second] }))
}
