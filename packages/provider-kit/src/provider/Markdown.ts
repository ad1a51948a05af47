/**
 * Metadata of a page that came as Markdown alone. Each character is read once, so that no foreign page can make this
 * slow.
 */
import { HttpUrl } from "@porthole/core"

/** The text of the first heading of any level: one line, at most 1,000 characters. */
export const titleOf = (markdown: string): string | undefined => {
  for (let start = 0; start < markdown.length;) {
    const end = markdown.indexOf("\n", start)
    const next = end === -1 ? markdown.length : end
    const title = markdown.charAt(start) === "#" ? headingOf(markdown.slice(start, Math.min(next, start + 1_000))) : ""
    if (title !== "") return title
    start = next + 1
  }
  return undefined
}

/**
 * The absolute http(s) URLs of inline links and of autolinks (`<https://…>`), each once, in order of appearance. An
 * image isn't a link, but the link around it is. A URL may contain balanced parentheses (CommonMark 0.31 section 6.3).
 */
export const linksOf = (markdown: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (url: string): void => {
    const link = url === "" ? undefined : HttpUrl.withoutFragment(url)
    if (link !== undefined) found.add(link)
  }
  // For each open label, whether it is an image's.
  const labels: Array<boolean> = []
  for (let at = 0; at < markdown.length; at++) {
    const character = markdown.charAt(at)
    if (character === "\\") at++
    else if (character === "[" || (character === "!" && markdown.charAt(at + 1) === "[")) {
      if (labels.length === maxDepth) labels.length = 0
      labels.push(character === "!")
      if (character === "!") at++
    } else if (character === "]") {
      const isImage = labels.pop()
      if (isImage === undefined || markdown.charAt(at + 1) !== "(") continue
      const { end, url } = targetAt(markdown, at + 2)
      if (!isImage) add(url)
      at = end - 1
    } else if (character === "<") {
      const { end, url } = bracketedAt(markdown, at + 1)
      add(url)
      at = end - 1
    } else if (character === "\n" && isEmptyLine(markdown, at + 1)) labels.length = 0
  }
  return Array.from(found)
}

// --- private --------------------------------------------------------------------------

/** Maximum depth of nested labels. */
const maxDepth = 100

/** Maximum characters of a link's URL. A longer text isn't a link, and no part of it is read as one. */
const maxUrlLength = 2_048

/** A part of a text that may be a URL, and the offset after it; empty if it can't be one. */
interface Target {
  readonly url: string
  readonly end: number
}

/** The text of a line as a heading, without the marks at its ends (`# C#` is about C#); empty if it isn't one. */
const headingOf = (line: string): string => {
  const text = /^#{1,6}[ \t]([^]*)$/.exec(line)?.[1]?.trim() ?? ""
  let end = text.length
  while (text.charAt(end - 1) === "#") end--
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text
}

/** The URL between the parentheses of an inline link, without the title; `at` is the offset after the opening one. */
const targetAt = (markdown: string, at: number): Target => {
  const start = afterBlanks(markdown, at)
  if (markdown.charAt(start) === "<") return bracketedAt(markdown, start + 1)
  let open = 0
  return readUntil(markdown, start, (character) => {
    if (character === "(") open++
    return character === "<" || (character === ")" && open-- === 0)
  })
}

/** The text before a `>`, if there is one. */
const bracketedAt = (markdown: string, at: number): Target => {
  const { end, url } = readUntil(markdown, at, (character) => character === "<" || character === ">")
  return { url: markdown.charAt(end) === ">" ? url : "", end }
}

/**
 * The http(s) URL at an offset. It ends before a space, a control character such as a line feed, or the first character
 * for which `isEnd` is true. Punctuation after a `\` is literal and never the end.
 */
const readUntil = (markdown: string, at: number, isEnd: (character: string) => boolean): Target => {
  if (!isWeb(markdown, at)) return { url: "", end: at }
  let end = at
  while (end < markdown.length) {
    const character = markdown.charAt(end)
    if (character <= " " || isEnd(character)) break
    end += character === "\\" && isPunctuation(markdown.charAt(end + 1)) ? 2 : 1
  }
  const url = end - at > maxUrlLength ? "" : markdown.slice(at, end).replace(escaped, "$1")
  return { url, end: Math.min(end, markdown.length) }
}

const isWeb = (markdown: string, at: number): boolean =>
  (markdown.charAt(at) === "h" || markdown.charAt(at) === "H") && /^https?:\/\//i.test(markdown.slice(at, at + 8))

const escaped = /\\([!-/:-@[-`{-~])/g

const isPunctuation = (character: string): boolean => /^[!-/:-@[-`{-~]/.test(character)

const isEmptyLine = (markdown: string, at: number): boolean => {
  let end = at
  while (isBlank(markdown.charAt(end))) end++
  return markdown.charAt(end) === "\n"
}

/** A destination may begin on the next line. */
const afterBlanks = (markdown: string, at: number): number => {
  let end = at
  while (isBlank(markdown.charAt(end)) || markdown.charAt(end) === "\n") end++
  return end
}

const isBlank = (character: string): boolean => character === " " || character === "\t" || character === "\r"
