/** Searches a library's file: pages in the order of their best section, each with its best ones. */
import type { DatabaseSync } from "node:sqlite"
import type { Library } from "@porthole/core"

/** The pages that match, the best first. */
export const find = (database: DatabaseSync, match: string, maxPages: number): ReadonlyArray<Library.Found> => {
  if (match === "") return []
  const rows = database
    .prepare(
      `SELECT units.page, units.start, units."end" AS "end", units.trail, matching.score
      FROM (SELECT rowid, bm25(words, ${weights}) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT ?) matching
      JOIN units ON units.id = matching.rowid`,
    )
    .all(match, maxUnits)
  const found = new Map<number, Array<Match>>()
  for (const row of rows) {
    const [page, start, end] = [Number(row["page"]), Number(row["start"]), Number(row["end"])]
    const score = -Number(row["score"]) * ((end - start) / (end - start + shortLength))
    const matches = found.get(page) ?? []
    matches.push({ start, end, trail: String(row["trail"]), score })
    found.set(page, matches)
  }
  const pages = Array.from(found, ([page, matches]) => {
    const [best, ...others] = matches.toSorted((a, b) => b.score - a.score).slice(0, unitsOfPage)
    const score = others.slice(0, 2).reduce((sum, other) => sum + otherShare * other.score, best?.score ?? 0)
    return { page, score, matches: best === undefined ? [] : [best, ...others] }
  })
  const shown = pages.toSorted((a, b) => b.score - a.score || a.page - b.page).slice(0, maxPages)
  return shown.map((page) => foundOf(database, page))
}

/** A page, by its path or URL. */
export const get = (database: DatabaseSync, pathOrUrl: string): Library.Page | undefined => {
  const row = database
    .prepare("SELECT path, url, title, text FROM pages WHERE path = ? OR url = ? LIMIT 1")
    .get(pathOrUrl, pathOrUrl)
  return row === undefined
    ? undefined
    : {
        path: String(row["path"]),
        url: String(row["url"]),
        title: String(row["title"]),
        text: String(row["text"]),
      }
}

// --- private --------------------------------------------------------------------------

/** The weights of prose, title, path, headings, identifiers and code. Measured by `bench/docs`. */
const weights = "1, 6, 6, 3, 1, 0.3"

/** A section of this many characters counts half: a signature without a word about it is hardly an answer. */
const shortLength = 200

/** The share of a page's second and third best section in its score. */
const otherShare = 0.3

/** Maximum number of sections that are looked at, and of those of a page that are returned. */
const maxUnits = 300
const unitsOfPage = 4

/** A section that matches. */
interface Match {
  readonly start: number
  readonly end: number
  /** JSON. */
  readonly trail: string
  readonly score: number
}

interface RankedPage {
  readonly page: number
  readonly score: number
  readonly matches: ReadonlyArray<Match>
}

/** A page with its sections, short ones with what follows them. */
const foundOf = (database: DatabaseSync, { matches, page, score }: RankedPage): Library.Found => {
  const row = database.prepare("SELECT path, url, title, text FROM pages WHERE id = ?").get(page)
  const text = String(row?.["text"])
  const next = database.prepare(`SELECT "end" FROM units WHERE page = ? AND start >= ? ORDER BY start LIMIT 8`)
  const shown: Array<{ start: number; end: number }> = []
  const units = matches.flatMap(({ start, trail, ...match }) => {
    if (shown.some((other) => start < other.end && match.end > other.start)) return []
    let { end } = match
    for (const following of next.all(page, end)) {
      if (Number(following["end"]) - start > wholeLength) break
      end = Number(following["end"])
    }
    shown.push({ start, end })
    return [{ start, end, trail: JSON.parse(trail), text: text.slice(start, end) }]
  })
  return { path: String(row?.["path"]), url: String(row?.["url"]), title: String(row?.["title"]), score, units }
}

/** A section is shown together with those after it up to this length. */
const wholeLength = 1_500
