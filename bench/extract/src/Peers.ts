/** Candidates side by side: all read a page before any reads the next, so that noise of the machine meets all alike. */
import { candidates, type Name } from "./Candidates.ts"
import { type Corpus, Figures, TypeScores } from "./Corpora.ts"
import { make, type Row } from "./Rig.ts"

/** One candidate's rows, and the peak of its memory in bytes. */
export interface Run {
  readonly name: Name
  readonly rows: ReadonlyArray<Row>
  readonly rss: number
}

/** Lets every candidate read every page, one at a time; another candidate begins on each page. */
export const run = async (options: {
  readonly names: ReadonlyArray<Name>
  readonly folder: string
  readonly pages: ReadonlyArray<Corpus.Entry>
  readonly onPage?: (done: number) => void
}): Promise<ReadonlyArray<Run>> => {
  const { folder, names, onPage, pages } = options
  const runs = names.map((name) => ({ name, rig: make({ name, folder }), rows: new Array<Row>() }))
  for (const [at, page] of pages.entries()) {
    for (const { rig, rows } of rotated(runs, at)) rows.push(await rig.read(page))
    onPage?.(at + 1)
  }
  return runs.map(({ name, rig, rows }) => {
    rig.stop()
    return { name, rows, rss: rig.rss() }
  })
}

/** F1 by type, then the costs: one row for each candidate. */
export const render = (runs: ReadonlyArray<Run>): string => {
  const { ofType, quantile, share, table, typesOf } = Figures
  const types = typesOf(runs[0]?.rows ?? []).slice(1)
  const head = ["F1", ...types, "types at the mix", "median CPU ms", "p95 CPU ms", "peak RSS MiB", "failed", "empty"]
  return table([
    head,
    ...runs.map(({ name, rows, rss }) => {
      const times = rows.map(({ ms }) => ms)
      const failed = rows.filter(({ failure }) => failure !== undefined)
      return [
        candidates[name].label,
        ...types.map((type) => share(TypeScores.scoreOfAll(ofType(rows, type)).f1)),
        share(TypeScores.atMix(rows)),
        quantile(times, 0.5).toFixed(1),
        quantile(times, 0.95).toFixed(0),
        (rss / 2 ** 20).toFixed(0),
        String(failed.length),
        String(rows.filter(({ empty }) => empty).length - failed.length),
      ]
    }),
  ])
}

// --- private --------------------------------------------------------------------------

const rotated = <A>(list: ReadonlyArray<A>, by: number): ReadonlyArray<A> =>
  list.map((_, at) => list[(at + by) % list.length]).filter((one) => one !== undefined)
