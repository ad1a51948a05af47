/**
 * The rows of a table as text (RFC 4180), with leniency that parsers of CSV lack: a quote within a field, or one that
 * is never closed, is a character, spaces may precede a field's opening quote, and any line ending counts. Time is
 * linear.
 */

/** The first rows of a table. */
export interface Rows {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The number of rows in the table; empty rows don't count. */
  readonly of: number
}

/** Reads at most `most` rows, of each at most `widest` fields. */
export const rowsOf = (source: string, separator: string, most: number, widest: number): Rows => {
  const text = `${source}\n`
  const edge = new RegExp(`[\\r\\n${separator}]`, "g")
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let [at, of] = [0, 0]
  let [isEmpty, areQuotesClosed] = [true, true]
  while (at < text.length) {
    let field = ""
    let quote = at
    while (text[quote] === " ") quote++
    const close = areQuotesClosed && text[quote] === '"' ? closingQuote(text, quote + 1) : undefined
    // After a quote without an end no later quote has one.
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
 * The separator: the candidate that occurs equally often in the most of the first lines, whose first may be a title.
 */
export const separatorOf = (source: string): string => {
  const start = source.slice(0, 20_000).replace(/"[^"]*"/g, "")
  const lines = start.match(/[^\r\n]+/g)?.slice(0, 10) ?? []
  const scoreOf = (separator: string): number => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
    const alike = counts.map((count) => counts.filter((other) => other === count).length * 100 + Math.min(count, 50))
    return Math.max(0, ...alike)
  }
  return [",", "\t", ";", "|"].reduce((best, other) => (scoreOf(other) > scoreOf(best) ? other : best))
}

// --- private --------------------------------------------------------------------------

/** The quote that closes a field, or -1; two in a row stand for one. */
const closingQuote = (source: string, from: number): number => {
  let at = source.indexOf('"', from)
  while (at !== -1 && source[at + 1] === '"') at = source.indexOf('"', at + 2)
  return at
}
