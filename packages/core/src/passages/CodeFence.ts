/** Fenced code in Markdown (CommonMark section 4.5): the lines that begin and end it. */

/** The mark with which a line begins fenced code, if it does. */
export const opening = (line: string): string | undefined => opens.exec(line)?.[1]

/** Whether a line ends the code that began with a mark. */
export const closes = (line: string, mark: string): boolean => {
  const rest = line.replace(/^[ \t>]+/, "").trimEnd()
  return rest.startsWith(mark) && /^(?:`+|~+)$/.test(rest)
}

/** Maximum characters of a line's beginning that decide about it. */
export const maxLineLength = 1_000

// --- private --------------------------------------------------------------------------

const opens = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*(`{3,}|~{3,})/
