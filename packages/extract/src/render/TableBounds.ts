/** How large what is written of a table may become: cells that span others are repeated in them. */

/** Most columns of a table; what lies beyond is set into the last one. */
export const maxColumns = 64

/** How many columns or rows an attribute says that a cell spans. */
export const spanOf = (value: string | null | undefined): number => {
  const span = Number(value ?? 1)
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), maxColumns) : 1
}

/** Makes what tells, of the texts of one document one after the other, whether each may be repeated, by its length in characters. */
export const repeating = (): ((length: number) => boolean) => {
  let left = mostRepeated
  return (length) => {
    if (length > longestRepeated || length > left) return false
    left -= length
    return true
  }
}

// --- private --------------------------------------------------------------------------

/** Characters of a text that is repeated, and of all that is. */
const longestRepeated = 200
const mostRepeated = 100_000
