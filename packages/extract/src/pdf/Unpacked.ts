/**
 * What a PDF unpacks to, before anything unpacks it: a stream of a kilobyte can be one of a megabyte, and one within
 * another of a gigabyte. The pictures, which nobody looks at, are made blank, so that nothing else can pass for one.
 */
import * as Result from "effect/Result"
import { inflateSync } from "node:zlib"

/**
 * A copy of a file without its pictures; `undefined` if what is left unpacks to more than may be read, or sets states of drawing
 * in states of drawing: for each pdf.js looks through all those around it.
 */
export const boundedCopy = (bytes: Uint8Array): Uint8Array | undefined => {
  const copy = new Uint8Array(bytes)
  const file = Buffer.from(copy.buffer)
  let left = mostUnpacked
  let states = 0
  let at = file.indexOf("stream")
  while (at !== -1) {
    const isEnd = at >= 3 && file.toString("latin1", at - 3, at) === "end"
    const start = isEnd ? undefined : startOfData(file, at + "stream".length)
    let next = at + "stream".length
    if (start !== undefined) {
      const end = file.indexOf("endstream", start)
      const dictionary = dictionaryBefore(file, at)
      if (/\/Subtype\s*\/Image\b/.test(dictionary)) file.fill(0, start, end === -1 ? file.length : end)
      else {
        const length = end === -1 ? file.length - start : end - start
        const unpacked = unpackedOf(file.subarray(start), length, dictionary, left)
        left -= unpacked.size
        states = statesAfter(unpacked.data, states)
      }
      if (left < 0 || states > mostStates) return undefined
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
const guessedGrowth = 64

/** Most states of drawing that are saved and not restored. */
const mostStates = 2_000

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

/** A stream as far as it is unpacked here, and how many bytes it comes to. */
interface Unpacked {
  readonly data: Buffer
  readonly size: number
}

const unpackedOf = (rest: Buffer, length: number, dictionary: string, most: number): Unpacked => {
  const packed = rest.subarray(0, length)
  if (/\/LZW/.test(dictionary)) return { data: packed, size: length * guessedGrowth }
  if (/\/(?:RL|RunLength)/.test(dictionary)) return { data: packed, size: lengthOfRuns(packed) }
  let data = /\/(?:A85|ASCII85)/.test(dictionary) ? ascii85(packed) : rest
  if (/\/(?:AHx|ASCIIHex)/.test(dictionary)) data = hex(packed)
  let size = length
  for (let depth = 0; depth < mostLayers && isDeflated(data); depth++) {
    const layer = data
    const inflated = Result.try(() =>
      inflateSync(layer, { maxOutputLength: Math.max(1, most), finishFlush: flushed, chunkSize: 1 << 18 }),
    )
    if (Result.isFailure(inflated)) return { data: packed, size: isTooLarge(inflated.failure) ? most + 1 : size }
    data = inflated.success
    size += data.length
  }
  return { data: data === rest ? packed : data, size }
}

/** Each run is a byte that says how long it is, and what it is made of (ISO 32000-1, section 7.4.5). */
const lengthOfRuns = (data: Buffer): number => {
  let length = 0
  for (let at = 0; at < data.length;) {
    const run = data[at] ?? 0
    length += run < 128 ? run + 1 : 257 - run
    at += run < 128 ? run + 2 : 2
  }
  return length
}

/** How many states of drawing (`q`) are saved after a stream and not restored (`Q`), if there were so many before it. */
const statesAfter = (data: Buffer, before: number): number => {
  let states = before
  let [save, restore] = [data.indexOf("q"), data.indexOf("Q")]
  for (let looks = 0; save !== -1 || restore !== -1; looks++) {
    const isSave = save !== -1 && (restore === -1 || save < restore)
    const at = isSave ? save : restore
    if (isAlone(data, at)) states = Math.max(0, states + (isSave ? 1 : -1))
    if (looks > mostLooks || states > mostStates) return mostStates + 1
    if (isSave) save = data.indexOf("q", at + 1)
    else restore = data.indexOf("Q", at + 1)
  }
  return states
}

/** Fonts have these letters, too, once in a hundred bytes. */
const mostLooks = 1_500_000

const isAlone = (data: Buffer, at: number): boolean => isBlank(data[at - 1]) && isBlank(data[at + 1])

const isBlank = (byte: number | undefined): boolean => byte === undefined || byte <= 0x20

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
