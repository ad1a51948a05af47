/** The question set, as far as the corpora hold its pages. */
import all from "../questions.json" with { type: "json" }
import * as Documents from "./Documents.ts"

/** A question about a page, with words of the page that answer it. */
export interface Question {
  readonly page: string
  readonly language: string
  readonly question: string
  readonly answer: string
  /** Whether no tuning used it. */
  readonly held?: boolean
}

/** The questions whose pages are there. Says how many are left out, if any: figures of other sets differ. */
export const read = (corpus: string): ReadonlyArray<Question> => {
  const questions: ReadonlyArray<Question> = all
  const [left = [], there = []] = [true, false].map((isMissing) =>
    questions.filter(({ page }) => Documents.isMissing(corpus, page) === isMissing),
  )
  const pages = [...new Set(left.map(({ page }) => page))]
  if (left.length > 0) {
    console.log(
      `LEFT OUT: ${left.length} of ${questions.length} questions, because ${corpus} doesn't hold ${pages.join(", ")}.\n`,
    )
  }
  return there
}
