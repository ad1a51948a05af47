/**
 * Markdown without the text that its HTML hides. The reader of HTML judges each element: one with hidden text is
 * replaced by its reading, all others stay as they are.
 */
import type { Extractor, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import { Parser } from "htmlparser2"

/** Reads a piece of HTML as Markdown. */
export type ReadHtml = (html: string) => Effect.Effect<Extractor.Extracted, WebError.WebError>

/** The Markdown, and the number of its hidden elements. */
export const shownMarkdown = Effect.fnUntraced(function* (source: string, read: ReadHtml) {
  let [shown, hidden, at] = ["", 0, 0]
  for (const { end, html, isUnseen, start } of elementsIn(source)) {
    const removed = (yield* read(html)).removed?.hidden_elements ?? 0
    shown += source.slice(at, start)
    at = end
    if (removed === 0 && !isUnseen) shown += source.slice(start, end)
    else shown += (yield* read(source.slice(start, end))).content
    hidden += removed
  }
  return { source: shown + source.slice(at), hidden }
})

// --- private --------------------------------------------------------------------------

/** Elements that are judged one by one; those after them are judged together. */
const maxElements = 500

interface Element {
  readonly start: number
  readonly end: number
  /** Its HTML, with spaces instead of code. */
  readonly html: string
  /** Whether it has an element whose text no browser shows. */
  readonly isUnseen: boolean
}

/** The outermost elements apart from those in code. An element that isn't closed has the rest. */
const elementsIn = (source: string): ReadonlyArray<Element> => {
  const elements: Array<Element> = []
  if (!source.includes("<")) return elements
  const html = withoutCode(source)
  let [depth, start, end] = [0, 0, 0]
  let [isUnseen, isAtEnd] = [false, false]
  const parser = new Parser({
    onopentag: (name) => {
      if (depth === 0 && elements.length < maxElements) [start, isUnseen] = [Math.max(end, parser.startIndex), false]
      depth += 1
      if (unseen.has(name)) isUnseen = true
    },
    onclosetag: (name) => {
      depth -= 1
      if (depth > 0 || textless.has(name)) return
      end = isAtEnd ? source.length : parser.endIndex + 1
      if (elements.length >= maxElements) elements.pop()
      elements.push({ start, end, html: html.slice(start, end), isUnseen })
    },
  })
  parser.write(html)
  isAtEnd = true
  parser.end()
  return elements
}

/** Elements with text that no browser shows, and elements without a text. */
const unseen = new Set(["style", "script", "template", "noscript", "iframe", "object", "svg", "title", "datalist"])
const textless = new Set(["br", "hr", "img", "wbr"])

/** Spaces instead of blocks and spans of code (CommonMark, sections 4.5 and 6.1). */
const withoutCode = (markdown: string): string => {
  let fence = ""
  const lines = markdown.split("\n").map((line) => {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ""
    const isCode = fence !== "" || marks !== ""
    if (fence === "") fence = marks
    else if (marks.startsWith(fence) && line.trim() === marks) fence = ""
    return isCode ? " ".repeat(line.length) : line
  })
  return withoutSpans(lines.join("\n"))
}

/** A span that would end on another line counts as text, because a browser may show HTML in it. */
const withoutSpans = (text: string): string => {
  let [blanked, at, index] = ["", 0, 0]
  while (index < text.length) {
    if (text[index] === "<") index = endOfTag(text, index)
    else if (text[index] === "`") {
      const marks = marksAt(text, index)
      const end = endOfSpan(text, index + marks.length, marks)
      if (end !== undefined) {
        blanked += text.slice(at, index) + " ".repeat(end - index)
        at = end
      }
      index = end ?? index + marks.length
    } else index += 1
  }
  return blanked + text.slice(at)
}

const marksAt = (text: string, start: number): string => {
  let end = start
  while (text[end] === "`") end += 1
  return text.slice(start, end)
}

const endOfSpan = (text: string, from: number, marks: string): number | undefined => {
  const newline = text.indexOf("\n", from)
  const line = text.slice(from, newline === -1 ? text.length : newline)
  for (let found = line.indexOf(marks); found !== -1;) {
    const { length } = marksAt(line, found)
    if (length === marks.length) return from + found + length
    found = line.indexOf(marks, found + length)
  }
  return undefined
}

/** In characters. */
const maxTag = 2_000

/** The place after a tag, whose attributes may have the marks of code; after its first sign if it isn't one. */
const endOfTag = (text: string, start: number): number => {
  let quote = ""
  for (let at = start + 1; at < Math.min(text.length, start + maxTag); at++) {
    const sign = text[at] ?? ""
    if (quote === "" && sign === ">") return at + 1
    if (quote === "" && sign === "<") break
    if (sign === quote) quote = ""
    else if (quote === "" && (sign === '"' || sign === "'")) quote = sign
  }
  return start + 1
}
