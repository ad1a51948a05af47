/**
 * Reads JSON, which is formatted, and JSON lines, which stay as written. Invalid JSON is text, or a page if it begins
 * like one: a server's error page often has the type of the answer that it replaces.
 */
import type { DocumentFormat } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { read as readHtml } from "../html/Pipeline.ts"
import { extractedOf } from "./TextFormat.ts"

/** Reads a JSON document. */
export const read: DocumentFormat.Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType)
  if (htmlStart.test(source)) return readHtml(fetched, options)
  // Nothing stops V8 while it parses, and a value may take 30 times the memory of its source.
  if (source.length > maxParsedLength) return Result.succeed(extractedOf(source, fetched.mode, { language: "json" }))
  const laidOut = Result.map(parse(source), (value) => layOut(source, value))
  if (Result.isFailure(laidOut) && !hasJsonLines(source)) return Result.succeed(extractedOf(source, fetched.mode))
  return Result.succeed(
    extractedOf(
      Result.getOrElse(laidOut, () => source),
      fetched.mode,
      { language: "json" },
    ),
  )
}

/**
 * Formats valid JSON: short lists and objects on one line, numbers with their digits. Very deep JSON stays unchanged,
 * and so does JSON that would become very long.
 */
export const layOut = (source: string, value: unknown): string => {
  const { depth, length } = extentOf(source)
  // The indents of deep JSON would be most of the text.
  if (depth > maxDepth || length > maxLaidOutLength) return source
  const losesDigits = source.length <= maxReparsedLength && inexact.test(source)
  const text = JSON.stringify(losesDigits ? JSON.parse(source, asWritten) : value, undefined, 2)
  return text.replace(innermost, (whole, open: string, inner: string, close: string) => {
    if (inner.length > maxInnerLength) return whole
    const line = open + inner.replace(/\n\s+/g, " ") + close
    return line.length <= 80 ? line : whole
  })
}

// --- private --------------------------------------------------------------------------

declare global {
  interface JSON {
    /** ECMAScript's proposal "JSON.parse source text access", as in V8. */
    readonly rawJSON: (text: string) => object
  }
}

/** Maximum characters that are parsed; a body has fewer by default. */
const maxParsedLength = 6_000_000

const htmlStart = /^\s*<(?:!doctype\s+html|html)[\s>]/i

const maxDepth = 100

/** Maximum characters of the formatted text, of which far fewer are shown. */
const maxLaidOutLength = 20_000_000

/** The depth of lists and objects, and the length with line breaks and indents. What is in strings also counts. */
const extentOf = (source: string): { readonly depth: number; readonly length: number } => {
  let [depth, most, length] = [0, 0, source.length]
  for (const [sign] of source.matchAll(/[[\]{},]/g)) {
    if (sign !== ",") depth += sign === "[" || sign === "{" ? 1 : -1
    most = Math.max(most, depth)
    length += 1 + 2 * Math.max(0, depth)
  }
  return { depth: most, length }
}

/** Maximum characters of a document that is parsed again for the digits of its numbers, which takes much memory. */
const maxReparsedLength = 2_000_000

/** Numbers whose digits a double may lose. */
const inexact = /[\d.]{16}|\.\d*0(?!\d)|\d[eE]/

const asWritten = (_: string, value: unknown, ...[context]: ReadonlyArray<{ readonly source?: string }>): unknown =>
  typeof value === "number" && context?.source !== undefined && context.source !== String(value)
    ? JSON.rawJSON(context.source)
    : value

/** Maximum characters of such a list or object. */
const maxInnerLength = 400

/** A list or an object on several lines that contains no other; strings have no line breaks. */
const innermost = /([[{])\n +([^[\]{}\s][^[\]{}]*)\n *([\]}])/g

const parse = (text: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(text))

const hasJsonLines = (source: string): boolean => {
  const lines = source.split("\n").filter((line) => line.trim() !== "")
  return lines.length > 1 && lines.every((line) => Result.isSuccess(parse(line)))
}
