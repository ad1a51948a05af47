/** Tables of the measures of records: by type of page, and the worst pages. */
import { Figures } from "../Corpora.ts"
import type { Located } from "./Locate.ts"
import type { Measured } from "./Measure.ts"

const { mean, ofType, share, table, typesOf } = Figures

/** Records by type: shares over all records, and the mean over pages. */
export const records = (pages: ReadonlyArray<Measured>): string => {
  const withLists = pages.filter(({ lists }) => lists.length > 0)
  const forums = pages.filter(({ type }) => type === "forum")
  const unknown = forums.filter(({ lists }) => lists.length === 0)
  const rowOf = (type: string): ReadonlyArray<string> => {
    const these = ofType(withLists, type).map(sumOf)
    const of = (key: keyof Sum) => sum(these, (one) => one[key])
    const shares = [of("anchored") / of("records"), of("whole") / of("records")]
    shares.push(mean(these.map((one) => one.whole / one.records)))
    return [type, String(these.length), String(of("records")), ...shares.map(share), String(of("wrong"))]
  }
  const hiddenRows = pages.filter(({ tables }) => tables.hidden > 0)
  return [
    table([
      ["records", "pages", "records", "with text or title", "whole", "whole, mean over pages", "wrong part"],
      ...typesOf(withLists).slice(1).map(rowOf),
    ]),
    `Posts are found on ${forums.length - unknown.length} of ${forums.length} forum pages. ` +
      `Left out, without markup that tells posts: ${unknown.map(({ id }) => id).join(" ")}`,
    "Left out, since the page hides them until a script or a click shows them: " +
      `${sum(pages, ({ hidden }) => hidden)} records on ${pages.filter(({ hidden }) => hidden > 0).length} pages, ` +
      `${sum(hiddenRows, ({ tables }) => tables.hidden)} rows of tables on ${hiddenRows.length}\n`,
  ].join("\n")
}

/** Rows of tables by type of page. */
export const rows = (pages: ReadonlyArray<Measured>): string => {
  const withRows = pages.filter(({ tables }) => tables.rows > 0)
  const rowOf = (type: string): ReadonlyArray<string> => {
    const these = ofType(withRows, type).map(({ tables }) => tables)
    const all = sum(these, (one) => one.rows)
    const [kept, withFirst] = [sum(these, (one) => one.kept), sum(these, (one) => one.withFirst)]
    const shares = [kept / all, withFirst / all, withFirst / kept].map(share)
    return [type, String(these.length), String(all), ...shares]
  }
  const head = ["tables", "pages", "rows", "kept", "with first cell", "of those kept"]
  return table([head, ...typesOf(withRows).map(rowOf)])
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
      const figures = `${whole} of ${all} whole, ${wrong} wrong; ${page.tables.withFirst} of ${page.tables.rows} rows`
      return [`${page.id} ${page.type} by ${by}: ${figures}`, ...examples].join("\n  ")
    })
    .join("\n")

// --- private --------------------------------------------------------------------------

type Sum = Pick<Located, "records" | "anchored" | "whole" | "wrong">

const sum = <A>(all: ReadonlyArray<A>, of: (one: A) => number): number => all.reduce((total, one) => total + of(one), 0)

const sumOf = ({ lists }: Measured): Sum => {
  const of = (key: keyof Sum) => sum(lists, ({ located }) => located[key])
  return { records: of("records"), anchored: of("anchored"), whole: of("whole"), wrong: of("wrong") }
}

const lostOn = (page: Measured): number => {
  const { records: all, whole } = sumOf(page)
  return all - whole + page.tables.rows - page.tables.withFirst
}
