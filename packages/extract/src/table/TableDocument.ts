/** Reads a table that is written as text. Its first row is taken for its head; rows that are shorter than others are filled up. */
import { type Extractor, MediaType, type Reduced, Removed, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escape } from "../render/CommonMark.ts"
import { escaped } from "../formats/Code.ts"
import type { Outcome } from "../formats/Format.ts"
import { linksIn } from "../formats/WrittenLinks.ts"
import { rowsOf, separatorOf } from "./Rows.ts"

/** Reads a table. */
export const read = (fetched: Extractor.Fetched): Outcome => {
  const text = Charset.decode(fetched.bytes, fetched.contentType, false)
  const visible = UntrustedText.stripInvisible(text)
  // The line that spreadsheets write for spreadsheets.
  const [line = "", named] = /^sep=([^"\r\n])\r?\n/i.exec(visible) ?? []
  const source = visible.slice(line.length)
  const isTabbed = MediaType.essence(fetched.contentType) === "text/tab-separated-values"
  const separator = named ?? (isTabbed ? "\t" : separatorOf(source))
  const { of, rows } = rowsOf(source, separator, mostRows, mostColumns + 1)
  const table = shaped(rows)
  const isWide = rows.some((row) => row.length > mostColumns)
  const plain = table.rows.map((row) => row.map(oneLine).join("\t")).join("\n")
  const removed = Removed.sum({ invisible_characters: UntrustedText.countInvisible(text) })
  const reduced: ReadonlyArray<Reduced.Reduced> = [
    ...(table.rows.length < of ? [{ part: "rows" as const, read: table.rows.length, of }] : []),
    ...(isWide || table.isCut ? [{ part: "values" as const }] : []),
  ]
  return Result.succeed({
    title: "",
    content: plain === "" ? "" : shown(table.rows, plain, fetched.mode),
    links: linksIn(plain),
    text_length: plain.length,
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  })
}

// --- private --------------------------------------------------------------------------

const mostRows = 5_000
const mostColumns = 200
const mostCells = 200_000
const longestCell = 2_000
const mostCharacters = 2_000_000

interface Table {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Whether a cell is shorter than it was. */
  readonly isCut: boolean
}

/** As many rows as there is room for, all of the same width. */
const shaped = (given: ReadonlyArray<ReadonlyArray<string>>): Table => {
  const width = Math.min(
    mostColumns,
    given.reduce((most, row) => Math.max(most, row.length), 0),
  )
  const rows: Array<ReadonlyArray<string>> = []
  let isCut = false
  let left = mostCharacters
  const most = Math.floor(mostCells / Math.max(1, width))
  for (const row of given.slice(0, most)) {
    const cells = Array.from({ length: width }, (_, column) => {
      const cell = (row[column] ?? "").trim()
      isCut ||= cell.length > longestCell
      return UntrustedText.takeWhole(cell, longestCell)
    })
    left -= cells.reduce((sum, cell) => sum + cell.length + 3, 0)
    if (left < 0) break
    rows.push(cells)
  }
  return { rows, isCut }
}

const oneLine = (cell: string): string => UntrustedText.cleanLines(cell).replace(/\s+/g, " ")

const shown = (rows: ReadonlyArray<ReadonlyArray<string>>, plain: string, mode: Extractor.Fetched["mode"]): string => {
  if (mode === "text") return plain
  const [head = [], ...body] = rows
  if (mode === "html") {
    const [top, rest] = [htmlRow(head, "th"), body.map((cells) => htmlRow(cells, "td")).join("\n")]
    return `<table>\n<thead>${top}</thead>\n<tbody>\n${rest}\n</tbody>\n</table>`
  }
  return [markdownRow(head.map(markdownCell)), markdownRow(head.map(() => "---"))]
    .concat(body.map((cells) => markdownRow(cells.map(markdownCell))))
    .join("\n")
}

const htmlRow = (cells: ReadonlyArray<string>, name: string): string =>
  `<tr>${cells.map((cell) => `<${name}>${escaped(oneLine(cell))}</${name}>`).join("")}</tr>`

const markdownRow = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const markdownCell = (cell: string): string => escape(oneLine(cell)).replaceAll("|", "\\|")
