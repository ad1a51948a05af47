/**
 * Reads Markdown in one pass over its lines, and returns it like plain text (`TextFormat.ts`) with two more changes:
 * links become absolute, so that a model can follow them, and comments are removed, because readers of the rendered
 * page don't see them. Code stays (CommonMark, sections 4.5 and 6.1).
 */
import { Cut, type DocumentFormat, type Extractor, HttpUrl } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { extractedOf, type ShowOptions } from "./TextFormat.ts"
import { maxLinks } from "./TextToHtml.ts"

/** Reads a Markdown document. */
export const read = (fetched: Extractor.Fetched): DocumentFormat.Outcome => {
  const source = Charset.decode(fetched.bytes, fetched.contentType)
  return Result.succeed(extractedOf(source, fetched.mode, { change: changeFor(fetched.url) }))
}

// --- private --------------------------------------------------------------------------

const changeFor =
  (base: string): NonNullable<ShowOptions["change"]> =>
  (markdown) => {
    const lastEnd = markdown.lastIndexOf("-->")
    const isCode = codeLines()
    const resolved = linkResolver(base)
    const kept: Array<string> = []
    let [title, hidden, offset] = ["", 0, 0]
    let isInComment = false
    for (const line of markdown.split("\n")) {
      const start = offset
      offset += line.length + 1
      const end = isInComment ? line.indexOf("-->") : -3
      if (end === -1) continue
      if (!isInComment && isCode(line)) {
        kept.push(line)
        continue
      }
      if (emptyReference.test(line)) hidden += 1
      const rest = !isInComment && emptyReference.test(line) ? "" : line.slice(end + 3)
      isInComment = false
      const text = rest.replace(codeOrComment, (whole, code?: string, close?: string, at = 0) => {
        if (code !== undefined || start + end + 3 + at >= lastEnd) return whole
        hidden += 1
        isInComment = close === ""
        return ""
      })
      const before = kept.at(-1)?.trim()
      // A line that a comment leaves empty ends a paragraph.
      if (text === line) kept.push(resolved(line))
      else if (text.trim() !== "" || before !== "") kept.push(resolved(text).trimEnd())
      if (title === "" && start < maxTitleStart) title = titleIn(text, before ?? "")
    }
    return { text: kept.join("\n"), title, hidden }
  }

/**
 * Makes a predicate for the lines of a document, in order: whether a line belongs to fenced code, including the fences.
 */
const codeLines = (): ((line: string) => boolean) => {
  let fence: { readonly marks: string; readonly containerEnd: RegExp } | undefined
  return (line) => {
    if (fence?.containerEnd.test(line) === true) fence = undefined
    // The fast path for the lines of a long code block.
    if (fence !== undefined && !line.includes(fence.marks)) return true
    const [whole = "", container = "", marks, info = ""] = fenceLine.exec(line) ?? []
    if (fence !== undefined) {
      if (marks?.startsWith(fence.marks) === true && info.trim() === "") fence = undefined
      return true
    }
    if (marks === undefined || (marks.startsWith("`") && info.includes("`"))) return false
    const isNested = container !== "" || whole.length - marks.length - info.length > 3
    fence = { marks, containerEnd: container.includes(">") ? /^(?! {0,3}>)/ : isNested ? /^\S/ : /^(?!)/ }
    return true
  }
}

/** Marks of quotes and list items, a fence's marks, and the text after them. */
const fenceLine = /^[ \t]*((?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)*)(`{3,}|~{3,})(.*)$/s

/** A code span. It must be the first part of a larger pattern: its `\1` is the first group there. */
const codeSpan = "(?<!`)(`{1,20})(?!`)[^]*?(?<!`)\\1(?!`)"

/** A code span, or a comment up to the end of this line. The second group is empty if the comment continues. */
const codeOrComment = new RegExp(`${codeSpan}|<!--(?:-?>|[^]*?(-->|$))`, "g")

/** A definition of a link to nowhere, which serves as a comment. */
const emptyReference = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(?:#|<#?>)[ \t]+["'(]/

/** Makes the links of a line absolute: inline links and images, and definitions of references. */
const linkResolver = (base: string): ((line: string) => string) => {
  let left = maxLinks
  const resolved = (written: string): string => {
    left -= 1
    // An absolute destination stays as written.
    if (left < 0 || /^[a-z][a-z0-9+.-]*:/i.test(written)) return written
    const target = URL.parse(written.replace(/\\([!-/:-@[-`{-~])/g, "$1"), base)
    if (target === null || !HttpUrl.isHttp(target)) return written
    return target.href.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  }
  const replaced = (whole: string, code?: string, before = "", bracketed?: string, bare = ""): string =>
    code !== undefined ? whole : before + (bracketed === undefined ? resolved(bare) : `<${resolved(bracketed)}>`)
  const inTag = (whole: string, code?: string, before = "", quote = "", address = ""): string =>
    code === undefined ? `${before}${quote}${resolved(address)}${quote}` : whole
  return (written) => {
    if (left <= 0 || written.length > maxLineLength) return written
    const line = written.includes("<") ? written.replace(codeOrTag, inTag) : written
    if (!line.includes("]")) return line
    return definition.test(line)
      ? line.replace(definition, (whole, ...parts: ReadonlyArray<string>) =>
          replaced(whole, undefined, ...parts.slice(0, 3)),
        )
      : line.replace(codeOrDestination, replaced)
  }
}

/** A longer line is data, and code spans would be searched repeatedly. */
const maxLineLength = 10_000

/** Only a title may follow the destination. A label that begins with `^` is a footnote's, whose content is text. */
const definition = /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*)(?:<([^<>\n]*)>|([^\s<]\S*))(?=[ \t]*$|[ \t]+["'(])/

/** A code span, or the end of a link's text with its destination: `](<a b>`, `](a`. */
const codeOrDestination = new RegExp(
  `${codeSpan}|(\\]\\([ \\t]*)(?:<([^<>\\n]*)>|((?:[^\\s()<>\\\\]|\\\\.|\\([^\\s()]*\\))+))`,
  "g",
)

/** A code span, or a tag of HTML up to its address. */
const codeOrTag = new RegExp(
  `${codeSpan}|(<(?:a|img|source|video|audio)\\s(?:[^<>"']|"[^"]*"|'[^']*'){0,200}?(?:href|src)\\s*=\\s*)` +
    `(["'])([^"'<>\\s]*)\\3`,
  "gi",
)

/** The heading of level 1 in a line of text, without markup; empty if there is none. */
const titleIn = (line: string, before: string): string => {
  if (/^ {0,3}=+[ \t]*$/.test(line)) return plainOf(before)
  // Closing marks need a space before them (CommonMark, section 4.2).
  const heading = /^ {0,3}#[ \t]+(.*)$/s.exec(Cut.takeWhole(line, 500))?.[1] ?? ""
  return plainOf(heading.trimEnd().replace(/[ \t]#+$/, ""))
}

/** In characters: a heading further down belongs to a section. */
const maxTitleStart = 20_000

/** A heading without markup; a picture's alternative text counts only if the heading has no words. */
const plainOf = (heading: string): string => {
  const plainWith = (picture: string): string =>
    Cut.takeWhole(heading, 500)
      .replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, picture)
      .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
      .replace(/\{#[^{}]*\}$|`|\*\*/g, "")
      .trim()
  return plainWith("") || plainWith("$1")
}
