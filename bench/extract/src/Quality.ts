/** One reader's figures by type of page, and the changes since an earlier run. */
import { change, mean, ofType, quantile, share, table, typesOf } from "./Figures.ts"
import type { Row } from "./Rig.ts"
import { harmonic, ofHits, type Score } from "./Scores.ts"

/**
 * The score of the rows of one type. Words: the mean of the scores. Shingles: the means of precision and recall, and
 * the F1 of both. Segments: the score of all segments together.
 */
export const scoreOfAll = (rows: ReadonlyArray<Row>): Score => {
  const hits = rows.flatMap((row) => row.hits ?? [])
  if (hits.length > 0) return ofHits(hits)
  const [p, r] = [mean(rows.map((row) => row.p)), mean(rows.map((row) => row.r))]
  return rows[0]?.type === "articles-dev" ? harmonic(p, r) : { f1: mean(rows.map((row) => row.f1)), p, r }
}

/** The share of articles in the mix of types; the other types divide the remainder by their numbers of pages. */
const articles = 0.35

/**
 * F1 over words of the seven types, with as many articles as in the test split of WCXB; NaN without articles.
 */
export const atMix = (rows: ReadonlyArray<Row>): number => {
  const typed = rows.filter(({ hits, type }) => hits === undefined && type !== "articles-dev")
  const f1 = (isArticle: boolean) =>
    mean(typed.filter((row) => (row.type === "article") === isArticle).map((row) => row.f1))
  return articles * f1(true) + (1 - articles) * f1(false)
}

/** F1, precision and recall by type. */
export const byType = (rows: ReadonlyArray<Row>): string =>
  table([
    ["type", "pages", "F1", "precision", "recall"],
    ...typesOf(rows)
      .slice(1)
      .map((type) => {
        const these = ofType(rows, type)
        const { f1, p, r } = scoreOfAll(these)
        return [type, String(these.length), share(f1), share(p), share(r)]
      }),
    ["types at the mix", "", share(atMix(rows)), "", ""],
  ])

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
          const [then, now] = [scoreOfAll(these.map(({ was }) => was)).f1, scoreOfAll(these).f1]
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
