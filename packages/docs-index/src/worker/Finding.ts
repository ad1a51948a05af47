/** Searches a library's file: pages in the order of their best section, each with its best ones. */
import type { DatabaseSync } from "node:sqlite"
import type { Library } from "@porthole/core"
import type { Match } from "./Protocol.ts"

/** The pages that match, the best first. */
export const find = (database: DatabaseSync, match: Match, maxPages: number): ReadonlyArray<Library.Found> => {
  if (match.words === "") return []
  const words = scoresOf(database, rarest(database, match.words), maxUnits)
  const pairs = new Map(match.pairs === "" ? [] : scoresOf(database, match.pairs, maxPaired))
  const unit = database.prepare('SELECT page, start, "end" AS "end", trail FROM units WHERE id = ?')
  const found = new Map<number, Array<Section>>()
  for (const [id, score] of words) {
    const row = unit.get(id)
    const [page, start, end] = [Number(row?.["page"]), Number(row?.["start"]), Number(row?.["end"])]
    const whole = (score + pairShare * (pairs.get(id) ?? 0)) * ((end - start) / (end - start + shortLength))
    const matches = found.get(page) ?? []
    matches.push({ start, end, trail: String(row?.["trail"]), score: whole })
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
    .prepare("SELECT id, path, url, title, rest FROM pages WHERE path = ? OR url = ? LIMIT 1")
    .get(pathOrUrl, pathOrUrl)
  if (row === undefined) return undefined
  const parts = database.prepare("SELECT text FROM units WHERE page = ? ORDER BY start").all(Number(row["id"]))
  return {
    path: String(row["path"]),
    url: String(row["url"]),
    title: String(row["title"]),
    text: [...parts.map(({ text }) => String(text)), String(row["rest"])].join(""),
  }
}

// --- private --------------------------------------------------------------------------

/** The sections that match an expression, with their scores, the best first. */
const scoresOf = (database: DatabaseSync, match: string, limit: number): ReadonlyArray<readonly [number, number]> =>
  database
    .prepare(`SELECT rowid, bm25(words, ${weights}) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT ?`)
    .all(match, limit)
    .map(({ rowid, score }) => [Number(rowid), -Number(score)])

/** The weights of prose, title, path, headings, identifiers and code. Measured by `bench/docs`. */
const weights = "1, 6, 6, 3, 1, 0.3"

/** The share of the score of a question's pairs of words. */
const pairShare = 0.5

/** A section of this many characters counts half: a signature without a word about it is hardly an answer. */
const shortLength = 150

/** The share of a page's second and third best section in its score. */
const otherShare = 0.3

/** Maximum number of sections that are looked at, by their words and by their pairs, and of those of a page. */
const maxUnits = 300
const maxPaired = 1_000
const unitsOfPage = 4

/** A section that matches. */
interface Section {
  readonly start: number
  readonly end: number
  /** JSON. */
  readonly trail: string
  readonly score: number
}

interface RankedPage {
  readonly page: number
  readonly score: number
  readonly matches: ReadonlyArray<Section>
}

/** A page with its sections: short ones with what follows them, others with the code to which they lead. */
const foundOf = (database: DatabaseSync, { matches, page, score }: RankedPage): Library.Found => {
  const row = database.prepare("SELECT path, url, title FROM pages WHERE id = ?").get(page)
  const next = database.prepare(
    `SELECT "end", text FROM units WHERE page = ? AND start >= ? ORDER BY start LIMIT ${maxJoined}`,
  )
  const shown: Array<{ readonly start: number; readonly end: number }> = []
  const units = matches.flatMap(({ start, trail, ...match }) => {
    if (shown.some((other) => start < other.end && match.end > other.start)) return []
    const [own, ...following] = next.all(page, start)
    let end = match.end
    let text = String(own?.["text"]).slice(start - match.end)
    for (const { end: nextEnd, text: nextText } of following) {
      const most = isCode(String(nextText)) ? wholeLength + codeLength : wholeLength
      if (Number(nextEnd) - start > most) break
      end = Number(nextEnd)
      text += String(nextText)
    }
    shown.push({ start, end })
    return [{ start, end, trail: JSON.parse(trail), text }]
  })
  return { path: String(row?.["path"]), url: String(row?.["url"]), title: String(row?.["title"]), score, units }
}

/**
 * The rarest words of an expression, of which a section must have one: sections with no other than common words would
 * take most of the time, and none of them comes first. In a small library all words count.
 */
const rarest = (database: DatabaseSync, match: string): string => {
  const all = Number(database.prepare("SELECT max(id) AS count FROM units").get()?.["count"])
  if (all <= maxScored) return match
  const count = database.prepare("SELECT count(*) AS count FROM words WHERE words MATCH ?")
  const terms = match
    .split(" OR ")
    .map((term) => ({ term, count: Number(count.get(term)?.["count"]) }))
    .toSorted((a, b) => a.count - b.count)
  let rest = maxScored
  return terms
    .filter(({ count }, at) => (rest -= count) >= 0 || at === 0)
    .map(({ term }) => term)
    .join(" OR ")
}

/** About as many sections are scored at most: some 1.5 µs each. */
const maxScored = 20_000

/** Maximum number of sections that are shown together. */
const maxJoined = 8

/** A section is shown together with those after it up to this length. */
const wholeLength = 1_500

/** Code right behind them may take as many characters more: "for example" says little without the example. */
const codeLength = 1_000

const isCode = (text: string): boolean => {
  const beginning = text.trimStart()
  return beginning.startsWith("```") || beginning.startsWith("~~~")
}
