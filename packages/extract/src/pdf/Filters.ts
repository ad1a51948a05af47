/**
 * What the filters of a PDF's stream unpack to (ISO 32000-1, section 7.4), one after the other and never more than may be. Of damaged
 * data there is what comes before the damage, as pdf.js has it.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { brotliDecompressSync, constants, inflateRawSync } from "node:zlib"
import { ofCodes } from "./Lzw.ts"
import { isMost, makeOutput, type Unpacked } from "./Output.ts"

/** Takes the named filters off, first to last; what isn't named and is deflated is taken for that. `codesChange` is LZW's `EarlyChange`. */
export const unpack = (packed: Buffer, names: ReadonlyArray<string>, codesChange: 0 | 1, most: number): Unpacked => {
  let [data, size, isSound] = [packed, packed.length, true]
  if (names.length > mostLayers) return { data, size: most + 1, isSound }
  const filters = names.length > 0 ? names : isDeflated(data) ? ["Fl"] : []
  for (const name of filters) {
    const left = most - size
    if (left < 0) break
    const unpacked = filterOf(name, data, left, codesChange)
    if (unpacked === undefined) return { data, size, isSound: false }
    data = unpacked.data
    size += unpacked.size
    isSound &&= unpacked.isSound
  }
  return { data, size, isSound }
}

// --- private --------------------------------------------------------------------------

/** Most filters of one stream. */
const mostLayers = 8

/** `undefined` for what can't be unpacked. pdf.js leaves what it doesn't know as it is. */
const filterOf = (name: string, data: Buffer, most: number, codesChange: 0 | 1): Unpacked | undefined => {
  if (/^(?:Fl|FlateDecode)$/.test(name)) return isDeflated(data) ? inflated(data.subarray(2), most) : undefined
  if (/^(?:LZW|LZWDecode)$/.test(name)) return ofCodes(data, codesChange, most)
  if (/^(?:RL|RunLengthDecode)$/.test(name)) return ofRuns(data, most)
  if (/^(?:A85|ASCII85Decode)$/.test(name)) return sized(ascii85(data))
  if (/^(?:AHx|ASCIIHexDecode)$/.test(name)) return sized(hex(data))
  return name === "BrotliDecode" ? ofBrotli(data, most) : { data, size: 0, isSound: true }
}

const sized = (data: Buffer): Unpacked => ({ data, size: data.length, isSound: true })

/** A zlib stream's first two bytes (RFC 1950, section 2.2). */
const isDeflated = (data: Buffer): boolean => {
  const [first = 0, second = 0] = data
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

/** `Z_SYNC_FLUSH` of zlib: what is cut short gives what there is. */
const flushed = 2

/** Most bytes that one of deflated data comes to. */
const mostGrowth = 1_032

/** How often it is looked for where damage begins, each time in half of what is left. */
const looks = 6

/** Without its checksum, which pdf.js doesn't ask for. zlib gives nothing of damaged data, so that is halved until it gives something. */
const inflated = (data: Buffer, most: number): Unpacked => {
  let [sound, damaged, used] = [0, data.length + 1, 0]
  let found: Buffer = Buffer.alloc(0)
  for (let end = data.length, look = 0; look <= looks && sound < end; look++) {
    const part = data.subarray(0, end)
    const result = Result.try(() =>
      inflateRawSync(part, {
        maxOutputLength: Math.max(1, most),
        finishFlush: flushed,
        chunkSize: 1 << 18,
        info: true,
      }),
    )
    if (Result.isSuccess(result)) [sound, found, used] = [end, bufferOf(result.success), usedOf(result.success)]
    else if (isTooLarge(result.failure)) return { data, size: most + 1, isSound: true }
    else damaged = end
    if (sound === data.length) break
    end = Math.floor((sound + damaged) / 2)
  }
  const unknown = sound === data.length ? 0 : (damaged - sound) * mostGrowth
  return { data: found, size: found.length + unknown, isSound: isMost(used, data) }
}

/** What zlib tells beside the data. */
const bufferOf = (result: unknown): Buffer =>
  Predicate.hasProperty(result, "buffer") && Buffer.isBuffer(result.buffer) ? result.buffer : Buffer.alloc(0)
const usedOf = (result: unknown): number =>
  Predicate.hasProperty(result, "engine") &&
  Predicate.hasProperty(result.engine, "bytesWritten") &&
  typeof result.engine.bytesWritten === "number"
    ? result.engine.bytesWritten
    : 0

/** Of data that is damaged nobody can say how much there is before that: a few bytes may come to megabytes. */
const ofBrotli = (data: Buffer, most: number): Unpacked => {
  const result = Result.try(() =>
    brotliDecompressSync(data, { maxOutputLength: Math.max(1, most), finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  )
  return Result.isSuccess(result)
    ? sized(result.success)
    : { data, size: most + 1, isSound: isTooLarge(result.failure) }
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause ? cause.code === "ERR_BUFFER_TOO_LARGE" : false

/** Each run is a byte that says how long it is, and what it is made of (section 7.4.5). */
const ofRuns = (data: Buffer, most: number): Unpacked => {
  const out = makeOutput(most)
  let at = 0
  while (at < data.length && !out.isFull()) {
    const run = data[at] ?? 0
    if (run === 128) break
    if (run < 128) out.add(data.subarray(at + 1, at + run + 2))
    else out.addRun(data[at + 1] ?? 0, 257 - run)
    at += run < 128 ? run + 2 : 2
  }
  return out.end(out.isFull() || isMost(at, data))
}

const hex = (data: Buffer): Buffer => {
  const end = data.indexOf(">")
  const digits = data.toString("latin1", 0, end === -1 ? data.length : end).replace(/[^\da-f]+/gi, "")
  return Buffer.from(digits, "hex")
}

/** Five characters from `!` to `u` are four bytes, `z` is four zeros (section 7.4.3). */
const ascii85 = (data: Buffer): Buffer => {
  let zeros = 0
  for (const unit of data) if (unit === 0x7a) zeros++
  const bytes = Buffer.alloc(zeros * 4 + Math.ceil(data.length / 5) * 4 + 4)
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
