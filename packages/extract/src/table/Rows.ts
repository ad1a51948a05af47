/**
 * The rows of a table that is written as text, by the rules of RFC 4180 and with the leniency that such files need: a quote in the
 * midst of a field is a quote, one that is never closed is one too, spaces may stand before one that opens a field, and lines
 * end as they like. One linear pass.
 */

/** The rows of a table, the first `most` of them. */
export interface Rows {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** How many there are; those that are empty aren't counted. */
  readonly of: number
}

/** Reads a table. Of a row no more than `widest` fields are read. */
export const rowsOf = (source: string, separator: string, most: number, widest: number): Rows => {
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let isEmpty = true
  let of = 0
  let at = 0
  let areQuotesClosed = true
  const between = separator.charCodeAt(0)
  const addField = (field: string): void => {
    if (field !== "") isEmpty = false
    if (rows.length < most && row.length < widest) row.push(field)
  }
  const endRow = (): void => {
    if (!isEmpty) {
      of += 1
      if (rows.length < most) rows.push(row)
    }
    row = []
    isEmpty = true
  }
  while (at < source.length) {
    let field = ""
    let quote = at
    while (source[quote] === " ") quote++
    if (source[quote] === '"' && areQuotesClosed) {
      const end = closingQuote(source, quote + 1)
      // Where one quote has no end no later one has.
      if (end === undefined) areQuotesClosed = false
      else {
        field = source.slice(quote + 1, end).replaceAll('""', '"')
        at = end + 1
      }
    }
    let end = at
    while (end < source.length && !isEdge(source.charCodeAt(end), between)) end++
    addField(field + source.slice(at, end))
    at = end + 1
    if (source[end] !== separator) {
      endRow()
      if (source[end] === "\r" && source[at] === "\n") at++
    } else if (at === source.length) addField("")
  }
  endRow()
  return { rows, of }
}

/**
 * What separates the fields: the candidate that is as often in as many of the first lines as can be, and oftenest in them. The
 * first of all may be a title or a note, and have none.
 */
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
    for (const count of new Set(counts)) {
      const alike = counts.filter((other) => other === count).length / counts.length
      const score = count === 0 ? 0 : alike * 100 + Math.min(count, 50)
      if (score > best.score) best = { separator, score }
    }
  }
  return best.separator
}

// --- private --------------------------------------------------------------------------

/** Whether a field ends before this. */
const isEdge = (unit: number, between: number): boolean => unit === between || unit === 0x0a || unit === 0x0d

/** Where the quote stands that closes a field; two in a row are one within it. */
const closingQuote = (source: string, from: number): number | undefined => {
  let at = source.indexOf('"', from)
  while (at !== -1 && source[at + 1] === '"') at = source.indexOf('"', at + 2)
  return at === -1 ? undefined : at
}
