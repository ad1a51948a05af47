/** Limits of a table's size in Markdown: a cell that spans others is repeated in them. */

/** Most columns of a table; cells beyond are put into the last one. */
export const maxColumns = 64

/** The number of columns or rows that a cell's attribute claims. */
export const spanOf = (value: string | null | undefined): number => {
  const span = Number(value ?? 1)
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), maxColumns) : 1
}

/** Makes the check of one document's texts: whether the next one, of so many characters, may be repeated. */
export const repeating = (): ((length: number) => boolean) => {
  let left = mostRepeated
  return (length) => {
    if (length > longestRepeated || length > left) return false
    left -= length
    return true
  }
}

// --- private --------------------------------------------------------------------------

/** Most characters of one repeated text, and of all of them. */
const longestRepeated = 200
const mostRepeated = 100_000
