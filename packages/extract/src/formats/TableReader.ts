/** Reads a table as text. Its first row is the head; shorter rows are filled up with empty cells. */
import { type DocumentFormat, Extracted, MediaType, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escape } from "../render/CommonMark.ts"
import { rowsOf, separatorOf } from "./TableRows.ts"
import { escaped, linksIn } from "./Written.ts"

/** Reads a table. */
export const read: DocumentFormat.Read = (fetched) => {
  const text = Charset.decode(fetched.bytes, fetched.contentType, false)
  const source = UntrustedText.stripInvisible(text)
  const isTabbed = MediaType.essence(fetched.contentType) === "text/tab-separated-values"
  const { of, rows } = rowsOf(source, isTabbed ? "\t" : separatorOf(source), mostRows, mostColumns + 1)
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const isCut = widest > mostColumns || rows.some((row) => row.some((cell) => cell.trim().length > longestCell))
  const table: Array<ReadonlyArray<string>> = []
  let left = mostCharacters
  for (const row of rows) {
    const cells = Array.from({ length: Math.min(widest, mostColumns) }, (_, column) => shownCell(row[column] ?? ""))
    left -= cells.reduce((sum, cell) => sum + cell.length + 3, 0)
    if (left < 0) break
    table.push(cells)
  }
  const plain = table.map((cells) => cells.join("\t")).join("\n")
  const removed = Extracted.sumRemoved({ invisible_characters: UntrustedText.countInvisible(text) })
  const reduced: ReadonlyArray<Extracted.Reduced> = [
    ...(table.length < of ? [{ part: "rows" as const, read: table.length, of }] : []),
    ...(isCut ? [{ part: "values" as const }] : []),
  ]
  const shown = fetched.mode === "text" ? plain : fetched.mode === "html" ? htmlOf(table) : markdownOf(table)
  return Result.succeed({
    title: "",
    content: plain === "" ? "" : shown,
    links: linksIn(plain),
    text_length: plain.length,
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  })
}

// --- private --------------------------------------------------------------------------

const mostRows = 5_000
const mostColumns = 200
const longestCell = 2_000
const mostCharacters = 2_000_000

type Table = ReadonlyArray<ReadonlyArray<string>>

const shownCell = (cell: string): string =>
  UntrustedText.cleanLines(UntrustedText.takeWhole(cell.trim(), longestCell)).replace(/\s+/g, " ")

const rowOf = (cells: ReadonlyArray<string>, name: string): string =>
  `<tr>${cells.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join("")}</tr>`

const htmlOf = ([head = [], ...body]: Table): string => {
  const rows = body.map((cells) => rowOf(cells, "td")).join("\n")
  return `<table>\n<thead>${rowOf(head, "th")}</thead>\n<tbody>\n${rows}\n</tbody>\n</table>`
}

const markdownOf = (table: Table): string => {
  const rows = table.map((cells) => cells.map((cell) => escape(cell).replaceAll("|", "\\|")))
  const [head = [], ...body] = rows
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
