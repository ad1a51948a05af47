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
  const lastEnd = markdown.lastIndexOf("-->")
  const first = markdown.indexOf("<!--")
  if ((first === -1 || first > lastEnd) && !nowhere.test(markdown)) return { text: markdown, count: 0 }
  const isCode = codeLines()
  const kept: Array<string> = []
  let [count, offset] = [0, 0]
  let [isInside, isSeam] = [false, false]
  /** Of the empty lines around a removed one, one stays. */
  const keep = (line: string, isChanged: boolean): void => {
    const isEmpty = line.trim() === ""
    const mayJoin = isEmpty && (isSeam || isChanged)
    if (!mayJoin || (kept.length > 0 && kept.at(-1) !== "")) kept.push(isChanged ? line.trimEnd() : line)
    isSeam = mayJoin
  }
  for (const line of markdown.split("\n")) {
    const start = offset
    offset += line.length + 1
    const end = isInside ? line.indexOf("-->") : -3
    if (end === -1) continue
    if (!isInside && isCode(line)) {
      keep(line, false)
      continue
    }
    if (!isInside && nowhere.test(line)) {
      count += 1
      keep("", true)
      continue
    }
    let at = end + 3
    let rest = ""
    const hadComment = isInside
    isInside = false
    codeOrComment.lastIndex = at
    const mayHaveComment = line.includes("<!--", at)
    for (
      let found = mayHaveComment ? codeOrComment.exec(line) : null;
      found !== null;
      found = codeOrComment.exec(line)
    ) {
      if (found[1] !== undefined) continue
      if (start + found.index >= lastEnd) break
      count += 1
      rest += line.slice(at, found.index)
      const closing = line.indexOf("-->", found.index + 2)
      isInside = closing === -1
      at = isInside ? line.length : closing + 3
      codeOrComment.lastIndex = at
    }
    keep(rest + line.slice(at), hadComment || at > 0)
  }
  return { text: count === 0 ? markdown : kept.join("\n"), count }
}

// --- private --------------------------------------------------------------------------

const codeOrComment = new RegExp(`${codeSpan}|<!--`, "g")

const nowhere = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(?:#|<#?>)[ \t]+["'(]/m
