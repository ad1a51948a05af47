/**
 * How often the reader tells the kind of a page right, on a corpus of saved pages with reviewed types: on those that
 * its weights were learnt from, on those of them that weights learnt from the others haven't seen, and on those held out.
 *
 *   node bench/extract/kind.ts --corpus DIR [--write] [--folds 8]
 *
 * `--write` learns the weights of the signs from the pages that aren't held out, and writes them to
 * `packages/extract/src/kind/Weights.ts`.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { kinds, type PageKind } from "../../packages/extract/src/kind/Kinds.ts"
import { signs } from "../../packages/extract/src/kind/Signs.ts"
import * as Corpus from "./src/Corpus.ts"
import { mean, share, table } from "./src/Figures.ts"
import { type KindSample, kindSampleOf } from "./src/train/KindSamples.ts"
import { fit, likeliest, type Ways, type Weights } from "./src/train/Multinomial.ts"
import { folds } from "./src/train/Models.ts"
import { weightsWritten } from "./src/train/KindsWritten.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    write: { type: "boolean", default: false },
    folds: { type: "string", default: "8" },
  },
})
if (values.corpus === undefined) {
  console.error("usage: kind.ts --corpus DIR [--write] [--folds N]")
  process.exit(2)
}

const ways: Ways = { steps: 400, rate: 0.5, decay: 0.02 }

const { corpus } = values
const samples = Corpus.entries(corpus).flatMap((entry) => kindSampleOf(corpus, entry) ?? [])
const dev = samples.filter(({ held }) => !held)

const learn = (some: ReadonlyArray<KindSample>): Weights =>
  fit(
    { rows: some.map(({ row }) => row), classes: some.map(({ kind }) => kinds.indexOf(kind)), count: kinds.length },
    ways,
  )

/** A page's kind and what it was told to be. */
type Told = readonly [kind: PageKind, told: PageKind | undefined]

if (values.write) {
  const file = new URL("../../packages/extract/src/kind/Weights.ts", import.meta.url)
  writeFileSync(
    file,
    weightsWritten(
      signs.map(({ name }) => name),
      learn(dev),
    ),
  )
} else {
  const unseen = folds(dev, Number(values.folds)).flatMap(({ others, these }) => {
    const weights = learn(others)
    return these.map(({ kind, row }): Told => [kind, kinds[likeliest(weights, row)]])
  })
  const told = (held: boolean): ReadonlyArray<Told> =>
    samples.filter((sample) => sample.held === held).map((sample): Told => [sample.kind, sample.told])
  const right = (all: ReadonlyArray<Told>, kind: PageKind | undefined): string =>
    share(
      mean(all.filter(([own]) => kind === undefined || own === kind).map(([own, other]) => (own === other ? 1 : 0))),
    )
  console.log(
    table([
      ["kind", "dev", "dev, cross-validated", "held out"],
      ...[undefined, ...kinds].map((kind) => [
        kind ?? "all",
        right(told(false), kind),
        right(unseen, kind),
        right(told(true), kind),
      ]),
    ]),
  )
  const confusion = (name: string, all: ReadonlyArray<Told>): string => {
    const many = (kind: PageKind, other: PageKind): string =>
      String(all.filter(([own, told]) => own === kind && told === other).length)
    const rows = kinds.map((kind) => [String(kind)].concat(kinds.map((other) => many(kind, other))))
    return table([[`${name}: is, told`, ...kinds], ...rows])
  }
  console.log(confusion("dev, cross-validated", unseen))
  console.log(confusion("held out", told(true)))
}
