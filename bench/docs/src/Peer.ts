/**
 * The lexical half of docs-mcp-server, rebuilt over the same pages: chunks of 1,500 characters, `porter unicode61`, and
 * `bm25(10, 1, 5, 1)` over content, title, URL and headings; a question is its phrase OR its words.
 */
import { Library, Sections } from "@porthole/core"
import { Effect } from "effect"
import { mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** The file of a library. */
export const fileOf = (folder: string, library: Library.Library): string =>
  join(folder, `${Library.label(library).replace("/", "+")}.peer`)

/** Writes the pages of a library. */
export const put = Effect.fnUntraced(function* (
  folder: string,
  library: Library.Library,
  pages: ReadonlyArray<Library.Page>,
) {
  mkdirSync(folder, { recursive: true })
  const file = fileOf(folder, library)
  rmSync(`${file}.tmp`, { force: true })
  const database = new DatabaseSync(`${file}.tmp`)
  database.exec(`PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE chunks (id INTEGER PRIMARY KEY, path TEXT, text TEXT);
    CREATE VIRTUAL TABLE words USING fts5 (content, title, url, headings, content = '', tokenize = "porter unicode61")`)
  const chunk = database.prepare("INSERT INTO chunks VALUES (?, ?, ?)")
  const words = database.prepare("INSERT INTO words (rowid, content, title, url, headings) VALUES (?, ?, ?, ?, ?)")
  let id = 0
  for (const { path, text, title, url } of pages)
    for (const { headings, text: part } of chunksOf(text, yield* Sections.cut(text))) {
      id++
      chunk.run(id, path, part)
      words.run(id, part, title, url, headings)
    }
  database.exec("COMMIT")
  database.close()
  renameSync(`${file}.tmp`, file)
})

/** The pages that match, the best first, each with the text of its best chunk. */
export const find = (
  folder: string,
  library: Library.Library,
  question: string,
): ReadonlyArray<{ readonly path: string; readonly text: string }> => {
  const database = open(fileOf(folder, library))
  const terms = question.match(/[\p{L}\p{N}_]+/gu) ?? []
  const match = [`"${question.replaceAll('"', '""')}"`, ...terms.map((term) => `"${term}"`)].join(" OR ")
  const rows = database
    .prepare(
      `SELECT path, text FROM words JOIN chunks ON chunks.id = words.rowid
      WHERE words MATCH ? ORDER BY bm25(words, 10, 1, 5, 1) LIMIT 100`,
    )
    .all(match)
  const pages = new Map<string, string>()
  for (const { path, text } of rows) if (!pages.has(String(path))) pages.set(String(path), String(text))
  return Array.from(pages, ([path, text]) => ({ path, text }))
}

// --- private --------------------------------------------------------------------------

const chunkLength = 1_500

/** A page in parts of some 1,500 characters that end after a line, each with the headings above its beginning. */
const chunksOf = (text: string, sections: ReadonlyArray<Sections.Section>) => {
  const parts: Array<{ readonly headings: string; readonly text: string }> = []
  for (let from = 0; from < text.length;) {
    const line = text.lastIndexOf("\n", from + chunkLength)
    const to = text.length - from <= chunkLength ? text.length : line > from ? line + 1 : from + chunkLength
    const above = sections.findLast(({ start }) => start <= from)
    parts.push({ headings: above?.trail.join(" ") ?? "", text: text.slice(from, to) })
    from = to
  }
  return parts
}

const databases = new Map<string, DatabaseSync>()

const open = (file: string): DatabaseSync => {
  const known = databases.get(file) ?? new DatabaseSync(file, { readOnly: true })
  databases.set(file, known)
  return known
}
