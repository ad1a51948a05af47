/** Finds the lines of a Markdown document that are code (CommonMark, sections 4.4 and 4.5), in which nothing is markup. */

/** Makes a predicate for the lines of a document, in order: whether a line is code; a fence's marks are. */
export const codeLines = (): ((line: string) => boolean) => {
  let fence: { readonly marks: string; readonly isQuoted: boolean } | undefined
  /** The column of the text of a list item that may continue. */
  let itemColumn = 0
  let isParagraph = false
  return (line) => {
    // The usual case in long documents.
    if (fence?.isQuoted === false && !line.includes(fence.marks)) return true
    const quote = /[ >]/.test(line.charAt(0)) ? (quoteMarks.exec(line)?.[0] ?? "") : ""
    const text = line.slice(quote.length)
    if (fence?.isQuoted === true && quote === "") fence = undefined
    if (fence !== undefined) {
      const marks = text.trim()
      if (marks.startsWith(fence.marks) && marks === fence.marks.charAt(0).repeat(marks.length)) fence = undefined
      return true
    }
    const start = text.search(/[^ \t]/)
    const first = text.charAt(start)
    if (first === "") {
      isParagraph = false
      return false
    }
    const column = columnOf(text, start)
    const item = "-*+0123456789".includes(first) ? listMark.exec(text)?.[0] : undefined
    if (item === undefined && column >= itemColumn + 4 && !isParagraph) return true
    if (item !== undefined) itemColumn = columnOf(item, item.length)
    else if (column === 0 && !isParagraph) itemColumn = 0
    const mayBeFence = item !== undefined || first === "`" || first === "~"
    const [, marks, info = ""] = (mayBeFence ? fenceMarks.exec(text.slice(item?.length ?? 0)) : null) ?? []
    isParagraph = marks === undefined
    if (marks === undefined || (marks.startsWith("`") && info.includes("`"))) return false
    fence = { marks, isQuoted: quote !== "" }
    return true
  }
}

/** The beginning of a span of code with the span, for an alternation. */
export const codeSpan = "(?<!`)(`{1,20})(?!`)[^]*?(?<!`)\\1(?!`)"

// --- private --------------------------------------------------------------------------

const quoteMarks = /^(?: {0,3}>[ \t]?)+/
const listMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const fenceMarks = /^[ \t]*(`{3,}|~{3,})(.*)$/

/** The column of a place; a tab goes to the next fourth column. */
const columnOf = (text: string, end: number): number => {
  let column = 0
  for (let at = 0; at < end; at++) column += text[at] === "\t" ? 4 - (column % 4) : 1
  return column
}
