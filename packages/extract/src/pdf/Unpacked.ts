/**
 * What a PDF unpacks to, before anything unpacks it: a stream of a kilobyte can be one of a megabyte, and one within
 * another of a gigabyte. The pictures, which nobody looks at, are made blank, so that nothing else can pass for one.
 */
import * as Result from "effect/Result"
import { inflateSync } from "node:zlib"

/** A copy of a file without its pictures; `undefined` if what is left unpacks to more than may be read. */
export const boundedCopy = (bytes: Uint8Array): Uint8Array | undefined => {
  const copy = new Uint8Array(bytes)
  const file = Buffer.from(copy.buffer)
  let left = mostUnpacked
  let at = file.indexOf("stream")
  while (at !== -1) {
    const isEnd = at >= 3 && file.toString("latin1", at - 3, at) === "end"
    const start = isEnd ? undefined : startOfData(file, at + "stream".length)
    let next = at + "stream".length
    if (start !== undefined) {
      const end = file.indexOf("endstream", start)
      const dictionary = dictionaryBefore(file, at)
      if (/\/Subtype\s*\/Image\b/.test(dictionary)) file.fill(0, start, end === -1 ? file.length : end)
      else left -= sizeOf(file.subarray(start), end === -1 ? file.length - start : end - start, dictionary, left)
      if (left < 0) return undefined
      if (end === -1) break
      next = end + "endstream".length
    }
    at = file.indexOf("stream", next)
  }
  return copy
}

// --- private --------------------------------------------------------------------------

/** Most bytes of all streams together. */
const mostUnpacked = 64 * 1024 * 1024

/** Most filters of a kind that are taken off one stream. */
const mostLayers = 4

/** What one byte is counted for where it isn't unpacked here. */
const guessedGrowth = 16

/** The keyword is followed by the end of its line (ISO 32000-1, section 7.3.8.1). */
const startOfData = (file: Buffer, from: number): number | undefined => {
  for (let at = from; at < Math.min(file.length, from + 100); at++) {
    if (file[at] === 0x0a) return at + 1
    if (file[at] === 0x0d) return file[at + 1] === 0x0a ? at + 2 : at + 1
  }
  return undefined
}

const dictionaryBefore = (file: Buffer, at: number): string => {
  const before = file.toString("latin1", Math.max(0, at - 4_000), at)
  return before.slice(before.lastIndexOf("obj") + 1)
}

const sizeOf = (data: Buffer, length: number, dictionary: string, most: number): number => {
  if (/\/(?:LZW|RL|RunLength)/.test(dictionary)) return length * guessedGrowth
  let layer = /\/(?:A85|ASCII85)/.test(dictionary) ? ascii85(data.subarray(0, length)) : data
  if (/\/(?:AHx|ASCIIHex)/.test(dictionary)) layer = hex(data.subarray(0, length))
  let size = length
  for (let depth = 0; depth < mostLayers && isDeflated(layer); depth++) {
    const packed = layer
    const inflated = Result.try(() =>
      inflateSync(packed, { maxOutputLength: Math.max(1, most), finishFlush: flushed, chunkSize: 1 << 18 }),
    )
    if (Result.isFailure(inflated)) return isTooLarge(inflated.failure) ? most + 1 : size
    layer = inflated.success
    size += layer.length
  }
  return size
}

/** `Z_SYNC_FLUSH` of zlib: what is cut short gives what there is. */
const flushed = 2

/** A zlib stream's first two bytes (RFC 1950, section 2.2). */
const isDeflated = (data: Buffer): boolean => {
  const [first = 0, second = 0] = data
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause ? cause.code === "ERR_BUFFER_TOO_LARGE" : false

const hex = (data: Buffer): Buffer => Buffer.from(data.toString("latin1").replace(/[^\da-f]+/gi, ""), "hex")

/** Five characters from `!` to `u` are four bytes, `z` is four zeros (ISO 32000-1, section 7.4.3). */
const ascii85 = (data: Buffer): Buffer => {
  const bytes = Buffer.alloc(data.length * 4)
  let [length, value, count] = [0, 0, 0]
  for (const unit of data) {
    if (unit === 0x7e) break
    if (unit === 0x7a && count === 0) length += 4
    if (unit < 0x21 || unit > 0x75) continue
    value = value * 85 + (unit - 0x21)
    if (++count < 5) continue
    bytes.writeUInt32BE(value % 0x1_0000_0000, length)
    length += 4
    value = 0
    count = 0
  }
  for (let rest = count; rest > 0 && rest < 5; rest++) value = value * 85 + 84
  if (count > 0) bytes.writeUInt32BE(value % 0x1_0000_0000, length)
  return bytes.subarray(0, length + Math.max(0, count - 1))
}
