/** Finds the code of a Markdown document (CommonMark, sections 4.5 and 6.1), in which nothing is markup. */

/** Makes a predicate for the lines of a document, in order: whether a line is fenced code; a fence's marks are. */
export const codeLines = (): ((line: string) => boolean) => {
  let fence: Fence | undefined
  return (line) => {
    if (fence !== undefined && fence.leaves.test(line)) fence = undefined
    // Most lines of a long block of code.
    if (fence !== undefined && !line.includes(fence.marks)) return true
    const [whole = "", container = "", marks, info = ""] = fenceLine.exec(line) ?? []
    if (fence !== undefined) {
      if (marks?.startsWith(fence.marks) === true && info.trim() === "") fence = undefined
      return true
    }
    if (marks === undefined || (marks.startsWith("`") && info.includes("`"))) return false
    const isNested = whole.length - marks.length - info.length > 3
    fence = { marks, leaves: container.includes(">") ? unquoted : container !== "" || isNested ? unindented : never }
    return true
  }
}

/** The beginning of a span of code with the span, for an alternation. */
export const codeSpan = "(?<!`)(`{1,20})(?!`)[^]*?(?<!`)\\1(?!`)"

// --- private --------------------------------------------------------------------------

interface Fence {
  readonly marks: string
  /** The lines that are outside of the quote or the list item with the fence. */
  readonly leaves: RegExp
}

const unquoted = /^(?! {0,3}>)/
const unindented = /^\S/
const never = /^(?!)/

/** Marks of quotes and list items, a fence's marks, and what follows them. */
const fenceLine = /^[ \t]*((?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)*)(`{3,}|~{3,})(.*)$/
