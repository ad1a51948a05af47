/** The scores of many pages, by type of page. */
import { mean, ofType, share, table, typesOf } from "./Figures.ts"
import { harmonic, ofHits, type Score, type Scored } from "./Scores.ts"

/** A page's score, and the page's type. */
export interface TypeScore extends Scored {
  readonly type: string
}

/**
 * The score of the pages of one type. Words: the mean of the scores. Shingles: the means of precision and recall, and
 * the F1 of both. Segments: the score of all segments together.
 */
export const scoreOfAll = (rows: ReadonlyArray<TypeScore>): Score => {
  const hits = rows.flatMap((row) => row.hits ?? [])
  if (hits.length > 0) return ofHits(hits)
  const [p, r] = [mean(rows.map((row) => row.p)), mean(rows.map((row) => row.r))]
  return rows[0]?.type === "articles-dev" ? harmonic(p, r) : { f1: mean(rows.map((row) => row.f1)), p, r }
}

/**
 * F1 over words of the seven types, with as many articles as in the test split of WCXB; NaN without articles.
 */
export const atMix = (rows: ReadonlyArray<TypeScore>): number => {
  const typed = rows.filter(({ hits, type }) => hits === undefined && type !== "articles-dev")
  const f1 = (isArticle: boolean) =>
    mean(typed.filter((row) => (row.type === "article") === isArticle).map((row) => row.f1))
  return articles * f1(true) + (1 - articles) * f1(false)
}

/** F1, precision and recall by type. */
export const byType = (rows: ReadonlyArray<TypeScore>): string =>
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

// --- private --------------------------------------------------------------------------

/** The share of articles in the mix of types; the other types divide the remainder by their numbers of pages. */
const articles = 0.35
