/**
 * What stands before the root of an XML document (XML 1.0, section 2.8): its declaration, instructions, comments and a document
 * type. What a document type declares may look like elements, and is none of the document's.
 */

/** Where the root begins; the length where there is none. One pass. */
export const rootAt = (source: string): number => {
  let at = source.indexOf("<")
  while (at !== -1) {
    if (isNameStart.test(source.charAt(at + 1))) return at
    at = source.indexOf("<", Math.max(at + 1, endOfMarkup(source, at)))
  }
  return source.length
}

// --- private --------------------------------------------------------------------------

const isNameStart = /[^\s\d<>!?/&='"]/

const endOfMarkup = (source: string, at: number): number => {
  if (source.startsWith("<!--", at)) return past(source, "-->", at + 4) ?? source.length
  if (source.startsWith("<!", at)) return endOfType(source, at) ?? past(source, ">", at) ?? source.length
  if (!source.startsWith("<?", at)) return at + 1
  // A declaration that lacks its second question mark is common.
  const isDeclaration = /^xml\s/i.test(source.slice(at + 2, at + 6))
  return (isDeclaration ? undefined : past(source, "?>", at)) ?? past(source, ">", at) ?? source.length
}

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
