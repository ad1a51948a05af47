/**
 * A Markdown document without its comments: nobody sees them who reads it as a page, and who wants to tell a model what people
 * don't see writes it there. Comments in code are shown, and one that has no end is text.
 */
import { codeLines } from "./MarkdownCode.ts"

/** A document without comments, and how many it had. */
export interface Uncommented {
  readonly text: string
  readonly count: number
}

/** Takes the comments out: those of HTML, and definitions of links that lead nowhere, which are used for them. */
export const withoutComments = (markdown: string): Uncommented => {
  const lastEnd = markdown.lastIndexOf("-->")
  const first = markdown.indexOf("<!--")
  if ((first === -1 || first > lastEnd) && !nowhere.test(markdown)) return { text: markdown, count: 0 }
  const isCode = codeLines()
  const kept: Array<string> = []
  let count = 0
  let isInside = false
  let offset = 0
  /** Whether a line was left out just before: the empty ones on both sides of it are one. */
  let isSeam = false
  const keep = (line: string, isWhole: boolean): void => {
    const isEmpty = line.trim() === ""
    if (!isEmpty || !(isSeam || !isWhole) || (kept.length > 0 && kept.at(-1) !== ""))
      kept.push(isWhole ? line : line.trimEnd())
    isSeam = isEmpty && (isSeam || !isWhole)
  }
  for (const line of markdown.split("\n")) {
    const lineStart = offset
    offset += line.length + 1
    const end = isInside ? line.indexOf("-->") : 0
    if (end === -1) continue
    const start = isInside ? end + 3 : 0
    if (!isInside && isCode(line)) {
      keep(line, true)
      continue
    }
    const isNowhere = start === 0 && nowhere.test(line)
    if (isNowhere) count += 1
    if (isNowhere || (start === 0 && !line.includes("<!--"))) {
      keep(isNowhere ? "" : line, !isNowhere)
      continue
    }
    isInside = false
    let rest = ""
    let at = start
    codeOrComment.lastIndex = at
    for (let found = codeOrComment.exec(line); found !== null; found = codeOrComment.exec(line)) {
      if (found[1] !== undefined) continue
      if (lineStart + found.index >= lastEnd) break
      count += 1
      rest += line.slice(at, found.index)
      const closing = line.indexOf("-->", found.index + 2)
      isInside = closing === -1
      at = isInside ? line.length : closing + 3
      codeOrComment.lastIndex = at
    }
    keep(rest + line.slice(at), false)
  }
  return { text: count === 0 ? markdown : kept.join("\n"), count }
}

// --- private --------------------------------------------------------------------------

/** A span of code, or where a comment begins. */
const codeOrComment = /(?<!`)(`{1,20})(?!`)[^]*?(?<!`)\1(?!`)|<!--/g

const nowhere = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(?:#|<#?>)[ \t]+["'(]/m
