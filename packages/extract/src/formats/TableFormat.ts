/**
 * Reads a table as text (RFC 4180). Its first row is the head; shorter rows get empty cells. It is more lenient than
 * CSV parsers: a quote within a field, or one that is never closed, is a character, spaces may precede a field's
 * opening quote, and any line ending counts. Time is linear.
 */
import { Cut, type DocumentFormat, Extracted, MediaType, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escape } from "../render/CommonMark.ts"
import { escaped, linksIn } from "./TextToHtml.ts"

/** Reads a table. */
export const read: DocumentFormat.Read = (fetched) => {
  const text = Charset.decode(fetched.bytes, fetched.contentType)
  const source = UntrustedText.stripInvisible(text)
  const isTabbed = MediaType.essence(fetched.contentType) === "text/tab-separated-values"
  const { of, rows } = rowsOf(source, isTabbed ? "\t" : separatorOf(source), maxRows + 1, maxColumns + 1)
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const isCut = widest > maxColumns || rows.some((row) => row.some((cell) => cell.trim().length > maxCellLength))
  const table: Array<ReadonlyArray<string>> = []
  let left = maxCharacters
  for (const row of rows) {
    const cells = Array.from({ length: Math.min(widest, maxColumns) }, (_, column) => shownCell(row[column] ?? ""))
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
    ...(plain === "" || reduced.length > 0 ? {} : { is_data: true }),
  })
}

/** The first rows of a table. */
export interface Rows {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The number of rows in the table; empty rows don't count. */
  readonly of: number
}

/** Reads at most `most` rows, with at most `widest` fields each. */
export const rowsOf = (source: string, separator: string, most: number, widest: number): Rows => {
  const text = `${source}\n`
  const edge = edges.get(separator) ?? /[\r\n]/g
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let [at, of] = [0, 0]
  let [isEmpty, areQuotesClosed] = [true, true]
  while (at < text.length) {
    let field = ""
    let quote = at
    while (text[quote] === " ") quote++
    const close = areQuotesClosed && text[quote] === '"' ? closingQuote(text, quote + 1) : undefined
    // After an unclosed quote no later quote is closed.
    if (close === -1) areQuotesClosed = false
    else if (close !== undefined) {
      field = text.slice(quote + 1, close).replaceAll('""', '"')
      at = close + 1
    }
    edge.lastIndex = at
    const end = edge.exec(text)?.index ?? text.length
    field += text.slice(at, end)
    isEmpty &&= field === ""
    if (rows.length < most && row.length < widest) row.push(field)
    at = end + (text.startsWith("\r\n", end) ? 2 : 1)
    if (text[end] === separator) continue
    if (!isEmpty) of += 1
    if (!isEmpty && rows.length < most) rows.push(row)
    row = []
    isEmpty = true
  }
  return { rows, of }
}

/**
 * The separator: the candidate that occurs equally often in most of the first lines, the first of which may be a title.
 */
const separatorOf = (source: string): string => {
  const start = source.slice(0, 20_000).replace(/"[^"]*"/g, "")
  const lines = start.match(/[^\r\n]+/g)?.slice(0, 10) ?? []
  const scoreOf = (separator: string): number => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
    const alike = counts.map((count) => counts.filter((other) => other === count).length * 100 + Math.min(count, 50))
    return Math.max(0, ...alike)
  }
  return separators.reduce((best, other) => (scoreOf(other) > scoreOf(best) ? other : best))
}

// --- private --------------------------------------------------------------------------

const separators = [",", "\t", ";", "|"]

/** The ends of a field, by the separator. */
const edges: ReadonlyMap<string, RegExp> = new Map(
  separators.map((separator) => [separator, new RegExp(`[\\r\\n${separator}]`, "g")]),
)

/** Rows below the head. A row may be short, so {@link maxCharacters} alone wouldn't bound the work. */
const maxRows = 20_000
const maxColumns = 200
const maxCellLength = 2_000
const maxCharacters = 2_000_000

type Table = ReadonlyArray<ReadonlyArray<string>>

const shownCell = (cell: string): string =>
  UntrustedText.cleanLines(Cut.takeWhole(cell.trim(), maxCellLength)).replace(/\s+/g, " ")

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

/** The quote that closes a field, or -1; a doubled quote stands for one. */
const closingQuote = (source: string, from: number): number => {
  let at = source.indexOf('"', from)
  while (at !== -1 && source[at + 1] === '"') at = source.indexOf('"', at + 2)
  return at
}
