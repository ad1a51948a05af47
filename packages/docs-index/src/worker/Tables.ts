/**
 * The tables of a library's file. A section has the page's text from the end of the one before it; the page has the
 * rest, so that a search reads no whole pages. `words` keeps no text: a section's words under six fields, whose weights
 * are in `Finding.ts`.
 */
import type { DatabaseSync } from "node:sqlite"
import type { Library } from "@porthole/core"
import { expand } from "../Identifiers.ts"
import type { Section } from "./Protocol.ts"

/** The number of pages and of sections. */
export interface Counts {
  pages: number
  units: number
}

/** Creates the tables of a new file, which only this program sees until it is complete. */
export const create = (database: DatabaseSync): void =>
  database.exec(`
    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE pages (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, url TEXT NOT NULL, title TEXT NOT NULL,
      rest TEXT NOT NULL);
    CREATE TABLE units (id INTEGER PRIMARY KEY, page INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
      trail TEXT NOT NULL, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5 (prose, title, path, headings, identifiers, code, content = '',
      tokenize = "porter unicode61 remove_diacritics 2");
    BEGIN`)

/** Adds pages, one after the other. */
export const writer = (database: DatabaseSync) => {
  const counts: Counts = { pages: 0, units: 0 }
  const page = database.prepare("INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?)")
  const unit = database.prepare("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?)")
  const words = database.prepare(
    "INSERT INTO words (rowid, prose, title, path, headings, identifiers, code) VALUES (?, ?, ?, ?, ?, ?, ?)",
  )
  const add = ({ path, text, title, url }: Library.Page, sections: ReadonlyArray<Section>): void => {
    const { changes } = page.run(counts.pages + 1, path, url, title, text.slice(sections.at(-1)?.end ?? 0))
    if (Number(changes) === 0) return
    counts.pages++
    const name = path.replace(/(?:\.d)?\.\w+$/, "")
    let from = 0
    for (const { end, start, trail } of sections) {
      const content = text.slice(start, end)
      const { code, prose } = apart(content)
      const headings = trail.join(" ")
      counts.units++
      unit.run(counts.units, counts.pages, start, end, JSON.stringify(trail), text.slice(from, end))
      from = end
      words.run(counts.units, prose, withParts(title), withParts(name), withParts(headings), expand(content), code)
    }
  }
  const finish = (): Counts => {
    database.exec(`
      COMMIT; INSERT INTO words (words) VALUES ('optimize');
      CREATE INDEX urls ON pages (url); CREATE INDEX places ON units (page, start)`)
    return counts
  }
  return { add, finish }
}

export type Writer = ReturnType<typeof writer>

// --- private --------------------------------------------------------------------------

const withParts = (text: string): string => `${text} ${expand(text)}`

/** The prose of a section, and its fenced code. */
const apart = (content: string): { readonly prose: string; readonly code: string } => {
  const code: Array<string> = []
  const prose: Array<string> = []
  let fence: string | undefined
  for (const line of content.split("\n")) {
    const mark = /^ {0,12}(```|~~~)/.exec(line)?.[1]
    const isCode = fence !== undefined || mark !== undefined
    if (fence === undefined) fence = mark
    else if (mark === fence) fence = undefined
    ;(isCode ? code : prose).push(line)
  }
  return { prose: prose.join("\n"), code: code.join("\n") }
}
