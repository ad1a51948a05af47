/** Tables of the measures of records: by type of page, and the worst pages. */
import { mean, ofType, share, table, typesOf } from "../../../../packages/extract/train/scores/Figures.ts"
import type { Measured } from "./Measure.ts"

/** Records by type: shares over all records, and the mean over pages. */
export const records = (pages: ReadonlyArray<Measured>): string => {
  const withLists = pages.filter(({ lists }) => lists.length > 0)
  const forums = pages.filter(({ type }) => type === "forum")
  const unknown = forums.filter(({ lists }) => lists.length === 0)
  return [
    table([
      ["records", "pages", "records", "with text or title", "whole", "whole, mean over pages", "wrong part"],
      ...typesOf(withLists)
        .slice(1)
        .map((type) => {
          const these = ofType(withLists, type).map(sumOf)
          const sum = (of: (one: Sum) => number) => these.reduce((all, one) => all + of(one), 0)
          return [
            type,
            String(these.length),
            String(sum(({ records: all }) => all)),
            share(sum(({ anchored }) => anchored) / sum(({ records: all }) => all)),
            share(sum(({ whole }) => whole) / sum(({ records: all }) => all)),
            share(mean(these.map((one) => one.whole / one.records))),
            String(sum(({ wrong }) => wrong)),
          ]
        }),
    ]),
    `Posts are found on ${forums.length - unknown.length} of ${forums.length} forum pages. ` +
      `Left out, without markup that tells posts: ${unknown.map(({ id }) => id).join(" ")}`,
    "Left out, since the page hides them until a script or a click shows them: " +
      `${pages.reduce((sum, { hidden }) => sum + hidden, 0)} records on ` +
      `${pages.filter(({ hidden }) => hidden > 0).length} pages, ` +
      `${pages.reduce((sum, { tables }) => sum + tables.hidden, 0)} rows of tables on ` +
      `${pages.filter(({ tables }) => tables.hidden > 0).length}\n`,
  ].join("\n")
}

/** Rows of tables by type of page. */
export const rows = (pages: ReadonlyArray<Measured>): string => {
  const withRows = pages.filter(({ tables }) => tables.rows > 0)
  return table([
    ["tables", "pages", "rows", "kept", "with first cell", "of those kept"],
    ...typesOf(withRows).map((type) => {
      const these = ofType(withRows, type).map(({ tables }) => tables)
      const sum = (of: (one: Measured["tables"]) => number) => these.reduce((all, one) => all + of(one), 0)
      const [all, kept, withFirst] = [sum((one) => one.rows), sum((one) => one.kept), sum((one) => one.withFirst)]
      return [
        type,
        String(these.length),
        String(all),
        share(kept / all),
        share(withFirst / all),
        share(withFirst / kept),
      ]
    }),
  ])
}

/** The pages with the most losses, and some of the lost parts. */
export const worst = (pages: ReadonlyArray<Measured>, most: number): string =>
  pages
    .filter((page) => lostOn(page) > 0)
    .toSorted((a, b) => lostOn(b) - lostOn(a))
    .slice(0, most)
    .map((page) => {
      const { records: all, whole, wrong } = sumOf(page)
      const by = page.lists.map((list) => list.by).join(", ") || "tables"
      const examples = [...page.lists.flatMap(({ located }) => located.examples), ...page.tables.examples].slice(0, 3)
      const { rows: rowCount, withFirst } = page.tables
      const figures = `${whole} of ${all} whole, ${wrong} wrong; ${withFirst} of ${rowCount} rows`
      return [`${page.id} ${page.type} by ${by}: ${figures}`, ...examples].join("\n  ")
    })
    .join("\n")

// --- private --------------------------------------------------------------------------

interface Sum {
  readonly records: number
  readonly anchored: number
  readonly whole: number
  readonly wrong: number
}

const sumOf = ({ lists }: Measured): Sum => {
  const sum = { records: 0, anchored: 0, whole: 0, wrong: 0 }
  for (const { located: list } of lists) {
    sum.records += list.records
    sum.anchored += list.anchored
    sum.whole += list.whole
    sum.wrong += list.wrong
  }
  return sum
}

const lostOn = (page: Measured): number => {
  const { records: all, whole } = sumOf(page)
  return all - whole + page.tables.rows - page.tables.withFirst
}
