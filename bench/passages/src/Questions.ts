/** The question sets, as far as the corpora hold their pages. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fresh from "../fresh-questions.json" with { type: "json" }
import last from "../last-questions.json" with { type: "json" }
import later from "../later-questions.json" with { type: "json" }
import short from "../questions.json" with { type: "json" }
import whole from "../whole-questions.json" with { type: "json" }
import * as Documents from "./Documents.ts"

/** A question about a page, with strings of the page that all have to appear in what answers it. */
export interface Question {
  readonly page: string
  readonly language: string
  readonly question: string
  readonly answers: ReadonlyArray<string>
  /** Of a whole question: `easy`, `paraphrase`, or `context`. */
  readonly level?: string
  /** Whether no tuning used it. */
  readonly held?: boolean
  /** Whether no tuning may look at it: half of the English whole questions, and of those that were written last. */
  readonly locked?: boolean
}

/** The short questions whose pages are there. */
export const read = (corpus: string): ReadonlyArray<Question> => thereOf(corpus, short)

/** The whole questions, as an agent asks them, whose pages are there. */
export const readWhole = (corpus: string): ReadonlyArray<Question> => thereOf(corpus, whole)

/** Whole questions in English that were written after the ranker, and that nothing was learnt from. */
export const readFresh = (corpus: string): ReadonlyArray<Question> => thereOf(corpus, fresh)

/** Whole questions in English and German about long pages, written after the others; nothing was learnt from them. */
export const readLater = (corpus: string): ReadonlyArray<Question> => thereOf(corpus, later)

/** Whole questions in nine languages about further long pages, written after all others; nothing was learnt from them. */
export const readLast = (corpus: string): ReadonlyArray<Question> => thereOf(corpus, last)

/** The 60 whole questions that come with the corpora, in English. */
export const readSixty = (corpus: string): ReadonlyArray<Question> => {
  const rows: ReadonlyArray<Omit<Row, "language">> = JSON.parse(
    readFileSync(join(corpus, "questions", "whole-questions.json"), "utf8"),
  )
  return thereOf(
    corpus,
    rows.map((row) => Object.assign(row, { page: `wcxb-dev/${row.page}`, language: "en" })),
  )
}

// --- private --------------------------------------------------------------------------

interface Row extends Omit<Question, "answers"> {
  readonly answer: string | ReadonlyArray<string>
}

/** Says how many are left out, if any: figures of other sets differ. */
const thereOf = (corpus: string, all: ReadonlyArray<Row>): ReadonlyArray<Question> => {
  const [left = [], there = []] = [true, false].map((isMissing) =>
    all.filter(({ page }) => Documents.isMissing(corpus, page) === isMissing),
  )
  const pages = [...new Set(left.map(({ page }) => page))]
  if (left.length > 0) {
    console.log(
      `LEFT OUT: ${left.length} of ${all.length} questions, because ${corpus} doesn't hold ${pages.join(", ")}.\n`,
    )
  }
  return there.map(({ answer, ...row }) =>
    Object.assign(row, { answers: typeof answer === "string" ? [answer] : answer }),
  )
}
