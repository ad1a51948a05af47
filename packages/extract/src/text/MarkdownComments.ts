/**
 * Removes the comments of a Markdown document: readers of the rendered page don't see them, so they may hold injected
 * instructions. Comments in code stay, and one without an end is text.
 */
import { codeLines, codeSpan } from "./MarkdownCode.ts"

/** A document without comments, and their number. */
export interface Uncommented {
  readonly text: string
  readonly count: number
}

/** Removes HTML comments, and definitions of links to nowhere, which serve as comments. */
export const withoutComments = (markdown: string): Uncommented => {
  if (!markdown.includes("<!--") && !nowhere.test(markdown)) return { text: markdown, count: 0 }
  const lastEnd = markdown.lastIndexOf("-->")
  const isCode = codeLines()
  const kept: Array<string> = []
  let [count, offset] = [0, 0]
  let isInside = false
  for (const line of markdown.split("\n")) {
    const start = offset
    offset += line.length + 1
    const end = isInside ? line.indexOf("-->") : -3
    if (end === -1) continue
    if (!isInside && isCode(line)) {
      kept.push(line)
      continue
    }
    const isNowhere = !isInside && nowhere.test(line)
    if (isNowhere) count += 1
    isInside = false
    const rest = isNowhere ? "" : line.slice(end + 3)
    const text = rest.replace(
      codeOrComment,
      (whole, code: string | undefined, close: string | undefined, at: number) => {
        if (code !== undefined || start + end + 3 + at >= lastEnd) return whole
        count += 1
        isInside = close === ""
        return ""
      },
    )
    // A line that a comment leaves empty ends a paragraph.
    if (text === line) kept.push(line)
    else if (text.trim() !== "" || kept.at(-1)?.trim() !== "") kept.push(text.trimEnd())
  }
  return { text: count === 0 ? markdown : kept.join("\n"), count }
}

// --- private --------------------------------------------------------------------------

/** A span of code, or a comment as far as it goes on this line; its end is empty if it goes on. */
const codeOrComment = new RegExp(`${codeSpan}|<!--(?:-?>|[^]*?(-->|$))`, "g")

const nowhere = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(?:#|<#?>)[ \t]+["'(]/m
