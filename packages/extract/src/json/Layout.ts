/**
 * Lays JSON out for reading without changing what it says: the source is taken apart into its tokens (RFC 8259) and these
 * are written again with line breaks and indents between them, so that the order of keys and every digit of a number stay. Of
 * strings, escapes of characters that need none are written as the characters. Values that follow one another, as in
 * JSON lines, are each laid out.
 *
 * One linear pass with a stack of brackets: depth costs no more than length.
 */
import { tokenAt } from "./Tokens.ts"

/** JSON as laid out. */
export interface LaidOut {
  readonly text: string
  /** Values that are in the text, and that are in the source; each string, number, object and the like is one. */
  readonly values: number
  readonly of: number
}

/** Lays a document out; `undefined` if it isn't JSON. */
export const layOut = (source: string): LaidOut | undefined => {
  const pieces: Array<string> = []
  const open: Array<"]" | "}"> = []
  let expected: Expected = "value"
  let at = 0
  let length = 0
  let values = 0
  let of = 0
  /** Up to here brackets are written on one line. */
  let lineEnd = -1
  const write = (text: string): void => {
    if (values < of) return
    pieces.push(text)
    length += text.length
  }
  const separate = (): void => write(at <= lineEnd ? " " : `\n${indentOf(open.length)}`)
  const count = (): void => {
    const isFull = of > values || values >= mostValues || length >= mostLength
    if (isFull && of === values) write(at <= lineEnd ? " …" : "…")
    of += 1
    if (!isFull) values = of
  }
  for (;;) {
    const token = tokenAt(source, at)
    if (token === undefined) return undefined
    if (token.kind === "end") break
    const { end, kind } = token
    at = token.start
    const isClosing = kind === "]" || kind === "}"
    if (isClosing) {
      if (open.pop() !== kind || (expected !== "next" && expected !== (kind === "]" ? "first value" : "first key")))
        return undefined
      if (expected === "next") write(at <= lineEnd ? "" : `\n${indentOf(open.length)}`)
      write(kind)
      expected = "next"
    } else if (kind === ",") {
      const inside = open.at(-1)
      if (expected !== "next" || inside === undefined) return undefined
      write(",")
      separate()
      expected = inside === "]" ? "value" : "key"
    } else if (kind === ":") {
      if (expected !== "colon") return undefined
      write(": ")
      expected = "value"
    } else if (expected === "first key" || expected === "key") {
      if (kind !== "string") return undefined
      if (expected === "first key" && at > lineEnd) separate()
      write(token.text)
      expected = "colon"
    } else {
      const isNextDocument = expected === "next" && open.length === 0
      if (expected !== "value" && expected !== "first value" && !isNextDocument) return undefined
      if (isNextDocument) write("\n")
      if (expected === "first value" && at > lineEnd) separate()
      count()
      write(token.text)
      if (kind === "[" || kind === "{") {
        if (at > lineEnd) lineEnd = shortEnd(source, at)
        open.push(kind === "[" ? "]" : "}")
        expected = kind === "[" ? "first value" : "first key"
      } else expected = "next"
    }
    at = end
  }
  if (of === 0 || open.length > 0 || expected !== "next") return undefined
  return { text: pieces.join(""), values, of }
}

// --- private --------------------------------------------------------------------------

type Expected = "value" | "first value" | "key" | "first key" | "colon" | "next"

const mostValues = 100_000
const mostLength = 2_000_000

/** What is deeper isn't set in further: the indents of deep data would be most of it. */
const deepest = 24
const indents: ReadonlyArray<string> = Array.from({ length: deepest + 1 }, (_, depth) => "  ".repeat(depth))
const indentOf = (depth: number): string => indents[Math.min(depth, deepest)] ?? ""

/** Longest array or object that is written on one line. */
const mostOnLine = 80

/** Where the array or object that begins at a place ends, if it is short and holds no other; else -1. */
const shortEnd = (source: string, start: number): number => {
  const most = Math.min(source.length, start + mostOnLine)
  for (let at = start + 1; at < most; at++) {
    const unit = source[at]
    if (unit === "[" || unit === "{") return -1
    if (unit === "]" || unit === "}") return at
    if (unit === '"') {
      for (at++; at < most && source[at] !== '"'; at++) if (source[at] === "\\") at++
    }
  }
  return -1
}
