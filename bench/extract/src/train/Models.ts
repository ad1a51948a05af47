/** The two models of the reader, learnt from pages; the second learns from what the first says of pages that it hasn't seen. */
import { chanceOf, inContext, type Row } from "../../../../packages/extract/src/blocks/Judge.ts"
import { select } from "../../../../packages/extract/src/blocks/Selection.ts"
import type { Model } from "../../../../packages/extract/src/blocks/Weights.ts"
import { fit, type Ways } from "./Logistic.ts"
import type { Sample } from "./Samples.ts"

/** Both models. */
export interface Models {
  readonly first: Model
  readonly second: Model
}

/** How both are learnt. */
export interface Plan {
  readonly first: Ways
  readonly second: Ways
}

/** Learns from samples. */
export const learn = (samples: ReadonlyArray<Sample>, plan: Plan): Models => {
  const parts = folds(samples, inner)
  const seen = parts.flatMap(({ others, these }) => {
    const model = fitOn(others, (sample) => sample.rows, plan.first)
    return these.map((sample) => ({ sample, rows: inContext(sample.rows, sample.spots, chances(model, sample.rows)) }))
  })
  const rows = new Map(seen.map((one) => [one.sample, one.rows]))
  return {
    first: fitOn(samples, (sample) => sample.rows, plan.first),
    second: fitOn(samples, (sample) => rows.get(sample) ?? [], plan.second),
  }
}

/** The chances of a page's blocks. */
export const judge = ({ first, second }: Models, { rows, spots }: Sample): ReadonlyArray<number> =>
  chances(second, inContext(rows, spots, chances(first, rows)))

/** F1 of what would be taken of a page by the chances of its blocks. */
export const f1Of = ({ expected, words }: Sample, chance: ReadonlyArray<number>): number => {
  const taken = select(words.map((own, at) => ({ words: own.length, chance: chance[at] ?? 0 })))
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let [hits, got] = [0, 0]
  words.forEach((own, at) => {
    if (taken[at] !== true) return
    for (const word of own) {
      got++
      const count = left.get(word) ?? 0
      if (count > 0) hits++
      left.set(word, count - 1)
    }
  })
  return got + expected.length === 0 ? 1 : (2 * hits) / (got + expected.length)
}

/** Each fold's samples and all others. */
export const folds = <One>(
  samples: ReadonlyArray<One>,
  count: number,
): ReadonlyArray<{ readonly these: ReadonlyArray<One>; readonly others: ReadonlyArray<One> }> =>
  Array.from({ length: count }, (_, fold) => ({
    these: samples.filter((_, at) => at % count === fold),
    others: samples.filter((_, at) => at % count !== fold),
  }))

// --- private --------------------------------------------------------------------------

const inner = 4

const chances = (model: Model, rows: ReadonlyArray<Row>): ReadonlyArray<number> =>
  rows.map((row) => chanceOf(model, row))

const fitOn = (samples: ReadonlyArray<Sample>, rowsOf: (sample: Sample) => ReadonlyArray<Row>, ways: Ways): Model =>
  fit(
    {
      rows: samples.flatMap(rowsOf),
      shares: samples.flatMap(({ shares }) => shares),
      counts: samples.flatMap(countsOf),
    },
    ways,
  )

/** Each page counts alike, and its blocks by their words: that is how F1 sees them. */
const countsOf = ({ expected, words }: Sample): ReadonlyArray<number> =>
  words.map(({ length }) =>
    Math.min(Math.max((Math.min(length, 400) / Math.max(expected.length, 100)) * 300, 0.02), 30),
  )
