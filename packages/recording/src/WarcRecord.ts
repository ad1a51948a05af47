/**
 * One record of a WARC file (ISO 28500, version 1.1; 1.0 is read, too): its named fields and its block. Lengths are
 * checked before anything is copied.
 */
import * as Result from "effect/Result"

/** A record. Field names keep their spelling; {@link fieldOf} ignores case. */
export interface WarcRecord {
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly block: Uint8Array
}

/** Maximum bytes of a record's named fields, and of its block. */
export const maxFieldBytes = 65_536
export const maxBlockBytes = 72 * 1_048_576

/** The value of a field. */
export const fieldOf = ({ fields }: WarcRecord, name: string): string | undefined =>
  fields.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]

/** How much of a bound on records one takes of which these texts are kept: 1, or more if they are long. */
export const weightOf = (texts: ReadonlyArray<string | undefined>): number =>
  1 + Math.floor(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) / 1_024)

/** The record's bytes. Line breaks in a value become spaces. */
export const encode = ({ block, fields }: WarcRecord): Uint8Array => {
  const lines = [...fields, ["Content-Length", String(block.length)] as const].map(
    ([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\r\n`,
  )
  return Buffer.concat([encoder.encode(`WARC/1.1\r\n${lines.join("")}\r\n`), block, encoder.encode("\r\n\r\n")])
}

/** A record at an offset, and where the next one begins. */
export interface Parsed {
  readonly record: WarcRecord
  readonly end: number
}

/** Why bytes aren't a record: `short` ones may continue; the others are a sentence's end. */
export type Fault = "short" | "no WARC record" | "a record of a version that isn't known" | "a record that is too long"

/** Reads the record that begins at an offset. */
export const parse = (bytes: Uint8Array, at: number): Result.Result<Parsed, Fault> => {
  const begin = skipBreaks(bytes, at)
  const window = bytes.subarray(begin, begin + maxFieldBytes)
  const head = Buffer.from(window.buffer, window.byteOffset, window.length)
  const headEnd = head.indexOf("\r\n\r\n")
  const text = head.toString("latin1", 0, Math.min(head.length, 10))
  if (!"WARC/".startsWith(text.slice(0, 5))) return Result.fail("no WARC record")
  if (headEnd === -1) return Result.fail(window.length === maxFieldBytes ? "a record that is too long" : "short")
  const [version = "", ...lines] = linesOf(head, headEnd, "utf8")
  if (version !== "WARC/1.0" && version !== "WARC/1.1") return Result.fail("a record of a version that isn't known")
  const fields = lines.flatMap(fieldIn)
  const lengths = fields.filter(([name]) => name.toLowerCase() === "content-length")
  const length = /^\d{1,12}$/.test(lengths[0]?.[1] ?? "") ? Number(lengths[0]?.[1]) : undefined
  if (length === undefined || lengths.length > 1) return Result.fail("no WARC record")
  if (length > maxBlockBytes) return Result.fail("a record that is too long")
  const start = begin + headEnd + 4
  if (bytes.length < start + length + 4) return Result.fail("short")
  if (bytes[start + length] !== 13 || bytes[start + length + 1] !== 10) return Result.fail("no WARC record")
  return Result.succeed({ record: { fields, block: bytes.subarray(start, start + length) }, end: start + length + 4 })
}

/** An HTTP message of a block: its first line, its fields in order, and its body; `undefined` if it isn't one. */
export const httpOf = (block: Uint8Array): HttpMessage | undefined => {
  const buffer = Buffer.from(block.buffer, block.byteOffset, block.length)
  const end = buffer.subarray(0, maxFieldBytes).indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = linesOf(buffer, end, "latin1")
  return { first, fields: lines.flatMap(fieldIn), body: block.subarray(end + 4) }
}

/** A parsed HTTP message. */
export interface HttpMessage {
  readonly first: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

/** The bytes of an HTTP message. */
export const httpBytes = (
  first: string,
  fields: ReadonlyArray<readonly [name: string, value: string]>,
  body: Uint8Array,
): Uint8Array =>
  Buffer.concat([
    Buffer.from(`${first}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`, "latin1"),
    body,
  ])

// --- private --------------------------------------------------------------------------

const encoder = new TextEncoder()

/** The lines of a head. Each is a string of its own: a part of another one would keep the whole head in memory. */
const linesOf = (buffer: Buffer, end: number, encoding: "latin1" | "utf8"): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let at = 0; at <= end;) {
    const lineEnd = buffer.indexOf("\r\n", at)
    lines.push(buffer.toString(encoding, at, lineEnd))
    at = lineEnd + 2
  }
  return lines
}

const fieldIn = (line: string): ReadonlyArray<readonly [string, string]> => {
  const colon = line.indexOf(":")
  return colon <= 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
}

const skipBreaks = (bytes: Uint8Array, at: number): number => {
  let begin = at
  while (bytes[begin] === 13 || bytes[begin] === 10) begin++
  return begin
}
