/** Results that are kept for the texts of several pages. */

/** A function that keeps its results for up to `most` texts of usual length; then it begins anew. */
export const memoized = <A>(most: number, compute: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = compute(text)
    if (known.size >= most) known.clear()
    if (text.length <= maxLength) known.set(text, result)
    return result
  }
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a text whose result is kept. */
const maxLength = 400
