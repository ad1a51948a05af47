/** One reader's times and failures, and the changes since an earlier run. */
import { Figures, TypeScores } from "./Corpora.ts"
import type { Row } from "./Rig.ts"

const { change, mean, ofType, quantile, share, table, typesOf } = Figures

/** Times, failures, and how often the reader found the content in each way. */
export const summary = (rows: ReadonlyArray<Row>): string => {
  const times = rows.map(({ ms }) => ms)
  const paths = new Map<string, Array<number>>()
  for (const { f1, path } of rows) {
    if (path !== undefined) paths.set(path, [...(paths.get(path) ?? []), f1])
  }
  return [
    `median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ` +
      `${rows.filter(({ failure }) => failure !== undefined).length} failed, ${rows.filter(({ empty }) => empty).length} empty`,
    ...[...paths].map(([path, scores]) => `by ${path}: ${scores.length} pages, F1 ${share(mean(scores))}`),
    "",
  ].join("\n")
}

/** Compares with an earlier run on the pages of both: by type, and the 15 greatest losses and gains above .02. */
export const changes = (rows: ReadonlyArray<Row>, before: ReadonlyArray<Row>): string => {
  const old = new Map(before.map((row) => [row.id, row]))
  const pairs = rows.flatMap((row) => {
    const was = old.get(row.id)
    return was === undefined ? [] : [{ ...row, was, by: row.f1 - was.f1 }]
  })
  const moved = pairs.filter(({ by }) => Math.abs(by) > 0.02).toSorted((a, b) => a.by - b.by)
  const [losses, gains] = [moved.filter(({ by }) => by < 0), moved.filter(({ by }) => by > 0).toReversed()]
  const line = ({ by, f1, id, p, path, r, type, was }: (typeof pairs)[number]) => [
    id,
    type,
    `${share(was.f1)} -> ${share(f1)}`,
    change(by),
    `${share(was.p)} -> ${share(p)}`,
    `${share(was.r)} -> ${share(r)}`,
    was.path === path ? (path ?? "") : `${was.path} -> ${path}`,
  ]
  return [
    table([
      ["type", "F1 before", "F1 now", "change"],
      ...typesOf(pairs)
        .slice(1)
        .map((type) => {
          const these = ofType(pairs, type)
          const [then, now] = [TypeScores.scoreOfAll(these.map(({ was }) => was)).f1, TypeScores.scoreOfAll(these).f1]
          return [type, share(then), share(now), change(now - then)]
        }),
    ]),
    `${losses.length} pages lost more than .02, ${gains.length} gained.\n`,
    table([
      ["page", "type", "F1", "by", "precision", "recall", "path"],
      ...losses.slice(0, 15).map(line),
      ...(losses.length > 0 && gains.length > 0 ? [["…", "", "", "", "", "", ""]] : []),
      ...gains.slice(0, 15).map(line),
    ]),
  ].join("\n")
}
