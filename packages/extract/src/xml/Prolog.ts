/**
 * What stands before the root of an XML document (XML 1.0, section 2.8): its declaration, instructions, comments and a document
 * type. What a document type declares may look like elements, and is none of the document's.
 */

/** Where the root begins; the length where there is none. One pass: what has no end is looked for once. */
export const rootAt = (source: string): number => {
  let [mayBeType, mayHaveEnd] = [true, true]
  const endOf = (at: number): number | undefined => {
    if (source.startsWith("<!--", at)) return past(source, "-->", at + 4) ?? source.length
    if (source.startsWith("<!", at)) {
      const end = mayBeType ? endOfType(source, at) : undefined
      mayBeType = false
      return end
    }
    // A declaration that lacks its second question mark is common.
    if (/^<\?xml\s/i.test(source.slice(at, at + 6))) return undefined
    const end = mayHaveEnd ? past(source, "?>", at) : undefined
    mayHaveEnd = end !== undefined
    return end
  }
  let at = source.indexOf("<")
  while (at !== -1) {
    const next = source.charAt(at + 1)
    if (isNameStart.test(next)) return at
    const end = next === "!" || next === "?" ? (endOf(at) ?? past(source, ">", at) ?? source.length) : at + 1
    at = source.indexOf("<", end)
  }
  return source.length
}

// --- private --------------------------------------------------------------------------

const isNameStart = /[^\s\d<>!?/&='"]/

/** Behind a document type; `undefined` if it has no end, or what is quoted in it has none. */
const endOfType = (source: string, from: number): number | undefined => {
  const marks = /["'[\]>]|<!--|<\?/g
  marks.lastIndex = from + 2
  let isInside = false
  for (let found = marks.exec(source)?.[0]; found !== undefined; found = marks.exec(source)?.[0]) {
    if (found === ">" && !isInside) return marks.lastIndex
    if (found === "[" || found === "]") isInside = found === "["
    const closing = found === "<!--" ? "-->" : found === "<?" ? "?>" : found
    if (found === "<!--" || found === "<?" || found === '"' || found === "'") {
      const end = past(source, closing, marks.lastIndex)
      if (end === undefined) return undefined
      marks.lastIndex = end
    }
  }
  return undefined
}

const past = (source: string, mark: string, from: number): number | undefined => {
  const found = source.indexOf(mark, from)
  return found === -1 ? undefined : found + mark.length
}
