/** Which lines of a Markdown document are code (CommonMark, sections 4.4 and 4.5): nothing in them is a link, a heading or a comment. */

/** Makes what is asked for each line of a document in turn, whether it is code; the marks of a fence are. */
export const codeLines = (): ((line: string) => boolean) => {
  let fence: { readonly marks: string; readonly isQuoted: boolean } | undefined
  /** The column at which the text of the list item stands that may be going on. */
  let inItem = 0
  let isParagraph = false
  return (line) => {
    // Most lines of most documents: what follows is dear for millions of them.
    if (fence?.isQuoted === false && !line.includes(fence.marks)) return true
    const quote = /[ >]/.test(line.charAt(0)) ? (quoteMarks.exec(line)?.[0] ?? "") : ""
    const text = line.slice(quote.length)
    if (fence?.isQuoted === true && quote === "") fence = undefined
    if (fence !== undefined) {
      const marks = text.trim()
      if (marks.startsWith(fence.marks) && isOf(marks, fence.marks.charAt(0))) fence = undefined
      return true
    }
    const start = startOf(text)
    const first = text.charAt(start)
    if (first === "") {
      isParagraph = false
      return false
    }
    const indent = widthOf(text, start)
    const item = listSigns.includes(first) ? listMark.exec(text)?.[0] : undefined
    if (item === undefined && indent >= inItem + 4 && !isParagraph) return true
    if (item !== undefined) inItem = widthOf(item, item.length)
    else if (indent === 0 && !isParagraph) inItem = 0
    const mayBeFence = item !== undefined || first === "`" || first === "~"
    const [, marks, info = ""] = (mayBeFence ? fenceMarks.exec(text.slice(item?.length ?? 0)) : null) ?? []
    isParagraph = marks === undefined
    if (marks === undefined || (marks.startsWith("`") && info.includes("`"))) return false
    fence = { marks, isQuoted: quote !== "" }
    return true
  }
}

// --- private --------------------------------------------------------------------------

const quoteMarks = /^(?: {0,3}>[ \t]?)+/
const listSigns = "-*+0123456789"
const listMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const fenceMarks = /^[ \t]*(`{3,}|~{3,})(.*)$/

/** Where a line begins that isn't blank; its length if it is. */
const startOf = (line: string): number => {
  let at = 0
  while (line[at] === " " || line[at] === "\t") at++
  return at
}

/** What stands before a place, in columns; a tab goes to the next fourth one. */
const widthOf = (text: string, end: number): number => {
  let width = 0
  for (let at = 0; at < end; at++) width += text[at] === "\t" ? 4 - (width % 4) : 1
  return width
}

const isOf = (text: string, character: string): boolean => text === character.repeat(text.length)
