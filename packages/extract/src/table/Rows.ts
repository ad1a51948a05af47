/**
 * The rows of a table as text (RFC 4180), with leniency that parsers of CSV lack: a quote within a field, or one that is
 * never closed, is a character, spaces may precede a field's opening quote, and any line ending counts. Time is linear.
 */

/** The first rows of a table. */
export interface Rows {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The number of rows in the table; empty rows don't count. */
  readonly of: number
}

/** Reads at most `most` rows, of each at most `widest` fields. */
export const rowsOf = (source: string, separator: string, most: number, widest: number): Rows => {
  const rows: Array<ReadonlyArray<string>> = []
  const edge = new RegExp(`[\\r\\n\\u${separator.charCodeAt(0).toString(16).padStart(4, "0")}]|$`, "g")
  let row: Array<string> = []
  let isEmpty = true
  let of = 0
  let areQuotesClosed = true
  let at = 0
  let isRowOpen = false
  while (at < source.length || isRowOpen) {
    let field = ""
    let quote = at
    while (source[quote] === " ") quote++
    if (source[quote] === '"' && areQuotesClosed) {
      const end = closingQuote(source, quote + 1)
      // After a quote without an end no later quote has one.
      if (end === -1) areQuotesClosed = false
      else {
        field = source.slice(quote + 1, end).replaceAll('""', '"')
        at = end + 1
      }
    }
    edge.lastIndex = at
    const end = edge.exec(source)?.index ?? source.length
    field += source.slice(at, end)
    isEmpty &&= field === ""
    if (rows.length < most && row.length < widest) row.push(field)
    at = end + (source.startsWith("\r\n", end) ? 2 : 1)
    isRowOpen = source[end] === separator
    if (isRowOpen) continue
    if (!isEmpty) {
      of += 1
      if (rows.length < most) rows.push(row)
    }
    row = []
    isEmpty = true
  }
  return { rows, of }
}

/** The separator: the candidate that occurs equally often in the most of the first lines, whose first may be a title. */
export const separatorOf = (source: string): string => {
  const lines = source
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 10)
  let best = { separator: ",", score: 0 }
  for (const separator of [",", "\t", ";", "|"]) {
    const counts = lines.map((line) => line.split(separator).length - 1)
    for (const count of counts) {
      const alike = counts.filter((other) => other === count).length / counts.length
      const score = count === 0 ? 0 : alike * 100 + Math.min(count, 50)
      if (score > best.score) best = { separator, score }
    }
  }
  return best.separator
}

// --- private --------------------------------------------------------------------------

/** The quote that closes a field, or -1; two in a row stand for one. */
const closingQuote = (source: string, from: number): number => {
  let at = source.indexOf('"', from)
  while (at !== -1 && source[at + 1] === '"') at = source.indexOf('"', at + 2)
  return at
}
