/** What readers lose without a rule: differences over the same pages, each with two standard errors. */
import * as FieldCases from "../../../../packages/extract/test/field-cases/FieldCases.ts"
import type { Answer } from "../Candidates.ts"
import { Corpus, Figures, Scores, TypeScores } from "../Corpora.ts"
import { measure } from "../records/Measure.ts"
import { answersOf, type Reader } from "./Rules.ts"

const { change, ofType, table, typesOf } = Figures

/** What one reader got of a page: its score, and the records and rows that are whole, out of all. */
interface Reading extends Scores.Scored {
  readonly type: string
  readonly records: number
  readonly whole: number
  readonly rows: number
  readonly withFirst: number
  /** In characters, with the addresses and the pictures, which no score counts. */
  readonly length: number
}

/** A page with the readings of all readers, by their names. */
export interface Page {
  readonly type: string
  readonly readings: ReadonlyMap<string, Reading>
}

/** Reads a page once by each reader. */
export const measurePage = async (entry: Corpus.Entry, readers: ReadonlyMap<string, Reader>): Promise<Page> => {
  const page = Corpus.load(entry)
  const html = new TextDecoder().decode(page.bytes)
  const readings = new Map<string, Reading>()
  const known = new Map<Answer, Reading>()
  for (const [name, answer] of answersOf(readers, { url: page.url, bytes: page.bytes, html, site: entry.site })) {
    const before = known.get(answer)
    if (before !== undefined) {
      readings.set(name, before)
      continue
    }
    const measured = await measure(entry, page, () => answer)
    const located = measured?.lists.map((list) => list.located) ?? []
    const sum = (of: "records" | "whole") => located.reduce((all, one) => all + one[of], 0)
    const { rows = 0, withFirst = 0 } = measured?.tables ?? {}
    const scored = Scores.scoreOfOutput(answer, entry.truth)
    const length = "markdown" in answer ? answer.markdown.length : 0
    const records = { records: sum("records"), whole: sum("whole"), rows, withFirst }
    const reading = { ...scored, ...records, type: entry.type, length }
    known.set(answer, reading)
    readings.set(name, reading)
  }
  return { type: entry.type, readings }
}

/** How many of the field cases each reader reads as they ask. */
export const casesPassed = (readers: ReadonlyMap<string, Reader>): ReadonlyMap<string, number> => {
  const passed = new Map<string, number>()
  for (const one of FieldCases.read().filter(({ known, type }) => known === undefined && type === undefined)) {
    const bytes = FieldCases.bytesOf(one)
    const url = one.url ?? `https://harbour.test/docs/${one.name}`
    for (const [name, answer] of answersOf(readers, { url, bytes, html: new TextDecoder().decode(bytes) })) {
      const isRead = FieldCases.faultsIn(one, "markdown" in answer ? answer.markdown : "") === ""
      passed.set(name, (passed.get(name) ?? 0) + (isRead ? 1 : 0))
    }
  }
  return passed
}

/**
 * A row for each reader: the change against the first one, by type, in whole records, in whole rows, in the length of the
 * Markdown, and in field cases.
 */
export const changes = (
  pages: ReadonlyArray<Page>,
  names: ReadonlyArray<string>,
  passed: ReadonlyMap<string, number>,
): string => {
  const [all = "", ...others] = names
  const types = typesOf(pages).slice(1)
  const lengthOf = (rows: ReadonlyArray<Reading>): number => rows.reduce((sum, { length }) => sum + length, 0)
  const length = lengthOf(pages.flatMap(({ readings }) => readings.get(all) ?? []))
  const row = (name: string): ReadonlyArray<string> => [
    name,
    ...types.map((type) => effect(ofType(pages, type), all, name, (rows) => TypeScores.scoreOfAll(rows).f1)),
    effect(pages, all, name, (rows) => shareOf(rows, "whole", "records")),
    effect(pages, all, name, (rows) => shareOf(rows, "withFirst", "rows")),
    effect(pages, all, name, (rows) => lengthOf(rows) / length),
    String((passed.get(name) ?? 0) - (passed.get(all) ?? 0)),
  ]
  return table([["without", ...types, "whole records", "whole rows", "length", "field cases"], ...others.map(row)])
}

// --- private --------------------------------------------------------------------------

type Measure = (rows: ReadonlyArray<Reading>) => number

const shareOf = (rows: ReadonlyArray<Reading>, part: (keyof Reading & "whole") | "withFirst", of: "records" | "rows") =>
  rows.reduce((sum, row) => sum + row[part], 0) /
  Math.max(
    1,
    rows.reduce((sum, row) => sum + row[of], 0),
  )

/** The change of a measure, with two standard errors by the jackknife over the pages that differ. */
const effect = (pages: ReadonlyArray<Page>, before: string, after: string, of: Measure): string => {
  const rowsOf = (name: string) => pages.flatMap(({ readings }) => readings.get(name) ?? [])
  const [then, now] = [rowsOf(before), rowsOf(after)]
  const by = of(now) - of(then)
  const isChanged = then.map((row, at) => JSON.stringify(row) !== JSON.stringify(now[at]))
  if (!isChanged.includes(true)) return ""
  const without = then.map((_, at) =>
    isChanged[at] === true ? of(now.toSpliced(at, 1)) - of(then.toSpliced(at, 1)) : by,
  )
  const mean = Figures.mean(without)
  const spread = without.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  if (by === 0 && spread === 0) return ""
  return `${change(by)} ± ${Figures.share(2 * Math.sqrt((spread * (without.length - 1)) / without.length))}`
}
