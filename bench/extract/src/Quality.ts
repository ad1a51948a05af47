/** One reader's figures by type of page, and what changed since an earlier run. */
import { change, mean, ofType, quantile, share, table, typesOf } from "./Figures.ts"
import type { Row } from "./Rig.ts"

/** F1, precision and recall by type; dev is what rules are made on, the fifth held out is what they are judged by. */
export const byType = (rows: ReadonlyArray<Row>): string =>
  table([
    ["type", "pages", "F1", "F1 dev", "F1 held out", "precision", "recall"],
    ...typesOf(rows).map((type) => {
      const these = ofType(rows, type)
      const f1 = (some: ReadonlyArray<Row>) => share(mean(some.map((row) => row.f1)))
      return [
        type,
        String(these.length),
        f1(these),
        f1(these.filter(({ held }) => !held)),
        f1(these.filter(({ held }) => held)),
        share(mean(these.map(({ p }) => p))),
        share(mean(these.map(({ r }) => r))),
      ]
    }),
  ])

/** Times, failures, and how often each way to the content was taken. */
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

/**
 * What changed against an earlier run, on the pages that both have: by type for all, page by page for those that are
 * not held out, the 15 greatest losses and gains of more than .02.
 */
export const changes = (rows: ReadonlyArray<Row>, before: ReadonlyArray<Row>): string => {
  const old = new Map(before.map((row) => [row.id, row]))
  const pairs = rows.flatMap((row) => {
    const was = old.get(row.id)
    return was === undefined ? [] : [{ ...row, was, by: row.f1 - was.f1 }]
  })
  const moved = pairs.filter(({ by, held }) => !held && Math.abs(by) > 0.02).toSorted((a, b) => a.by - b.by)
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
      ["type", "F1 before", "F1 now", "dev", "held out"],
      ...typesOf(pairs).map((type) => {
        const these = ofType(pairs, type)
        const by = (held: boolean) => change(mean(these.filter((pair) => pair.held === held).map((pair) => pair.by)))
        return [
          type,
          share(mean(these.map(({ was }) => was.f1))),
          share(mean(these.map(({ f1 }) => f1))),
          by(false),
          by(true),
        ]
      }),
    ]),
    `${losses.length} dev pages lost more than .02, ${gains.length} gained.\n`,
    table([
      ["page", "type", "F1", "by", "precision", "recall", "path"],
      ...losses.slice(0, 15).map(line),
      ...(losses.length > 0 && gains.length > 0 ? [["…", "", "", "", "", "", ""]] : []),
      ...gains.slice(0, 15).map(line),
    ]),
  ].join("\n")
}
