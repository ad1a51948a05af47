/**
 * What the filters of a PDF's stream unpack to (ISO 32000-1, section 7.4), one after the other and never more than may be. Of damaged
 * data there is what comes before the damage, as pdf.js has it.
 */
import * as Result from "effect/Result"
import { brotliDecompressSync, constants, inflateRawSync } from "node:zlib"

/** Data as far as it was unpacked, and how many bytes all layers of it come to; more than was allowed where it was left off. */
export interface Unpacked {
  readonly data: Buffer
  readonly size: number
}

/** Takes the named filters off, first to last; what isn't named and is deflated is taken for that. `codesChange` is LZW's `EarlyChange`. */
export const unpack = (packed: Buffer, names: ReadonlyArray<string>, codesChange: 0 | 1, most: number): Unpacked => {
  let [data, size] = [packed, packed.length]
  if (names.length > mostLayers) return { data, size: most + 1 }
  const filters = names.length > 0 ? names : isDeflated(data) ? ["Fl"] : []
  for (const name of filters) {
    const left = most - size
    if (left < 0) break
    const unpacked = filterOf(name, data, left, codesChange)
    if (unpacked === undefined) return { data, size }
    data = unpacked.data
    size += unpacked.size
  }
  return { data, size }
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
  return name === "BrotliDecode" ? ofBrotli(data, most) : { data, size: 0 }
}

const sized = (data: Buffer): Unpacked => ({ data, size: data.length })

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
  let [sound, damaged] = [0, data.length + 1]
  let found = Buffer.alloc(0)
  for (let end = data.length, look = 0; look <= looks && sound < end; look++) {
    const part = data.subarray(0, end)
    const result = Result.try(() =>
      inflateRawSync(part, { maxOutputLength: Math.max(1, most), finishFlush: flushed, chunkSize: 1 << 18 }),
    )
    if (Result.isSuccess(result)) [sound, found] = [end, result.success]
    else if (isTooLarge(result.failure)) return { data, size: most + 1 }
    else damaged = end
    if (sound === data.length) break
    end = Math.floor((sound + damaged) / 2)
  }
  const unknown = sound === data.length ? 0 : (damaged - sound) * mostGrowth
  return { data: found, size: found.length + unknown }
}

/** Of data that is damaged nobody can say how much there is before that: a few bytes may come to megabytes. */
const ofBrotli = (data: Buffer, most: number): Unpacked => {
  const result = Result.try(() =>
    brotliDecompressSync(data, { maxOutputLength: Math.max(1, most), finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  )
  return Result.isSuccess(result) ? sized(result.success) : { data, size: most + 1 }
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause ? cause.code === "ERR_BUFFER_TOO_LARGE" : false

/** Each run is a byte that says how long it is, and what it is made of (section 7.4.5). */
const ofRuns = (data: Buffer, most: number): Unpacked => {
  const out = makeOutput(most)
  for (let at = 0; at < data.length && !out.isFull();) {
    const run = data[at] ?? 0
    if (run === 128) break
    if (run < 128) out.add(data.subarray(at + 1, at + run + 2))
    else out.addRun(data[at + 1] ?? 0, 257 - run)
    at += run < 128 ? run + 2 : 2
  }
  return out.end()
}

/**
 * Codes of 9 to 12 bits: bytes, a fresh start (256), the end (257), and what was told before with the byte after it (section 7.4.4).
 * Of codes that nothing was told of there is what pdf.js makes of them: its table isn't emptied by a fresh start.
 */
const ofCodes = (data: Buffer, codesChange: 0 | 1, most: number): Unpacked => {
  const out = makeOutput(most)
  const [ends, lengths, starts] = [new Uint8Array(4_096), new Uint16Array(4_096), new Uint16Array(4_096)]
  for (let byte = 0; byte < 256; byte++) {
    ends[byte] = byte
    lengths[byte] = 1
  }
  const told = Buffer.alloc(longestTold)
  let [next, width, bits, held, before, length] = [258, 9, 0, 0, 0, 0]
  for (let at = 0; !out.isFull();) {
    while (bits < width && at < data.length) {
      held = ((held << 8) | (data[at++] ?? 0)) & 0xff_ffff
      bits += 8
    }
    if (bits < width) break
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === 257) break
    if (code === 256) {
      ;[next, width, length] = [258, 9, 0]
      continue
    }
    const isFirst = length === 0
    if (code < next) {
      length = lengths[code] ?? 0
      for (let place = length - 1, part = code; place >= 0; place--) {
        if (place < mostTold) told[place] = ends[part] ?? 0
        part = starts[part] ?? 0
      }
    } else if (length++ < mostTold) told[length - 1] = told[0] ?? 0
    if (!isFirst) {
      starts[next] = before
      lengths[next] = (lengths[before] ?? 0) + 1
      ends[next] = told[0] ?? 0
      next++
      const size = next + codesChange
      if ((size & (size - 1)) === 0) width = Math.min(Math.log2(size) + 1, 12)
    }
    before = code
    out.add(told.subarray(0, length))
  }
  return out.end()
}

/** How many bytes of what a code stands for are kept; what comes after them is zeros. */
const mostTold = 4_096
/** Lengths are kept in 16 bits, and each code that nothing was told of makes what was told before longer by one. */
const longestTold = 65_536 + 4_096

/** What grows up to a size. */
const makeOutput = (most: number) => {
  let buffer = Buffer.alloc(65_536)
  let length = 0
  const reserve = (count: number): void => {
    if (length + count <= buffer.length) return
    const larger = Buffer.alloc(Math.max(length + count, buffer.length * 2))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  return {
    length: () => length,
    isFull: () => length > most,
    add: (bytes: Buffer): void => {
      reserve(bytes.length)
      length += bytes.copy(buffer, length)
    },
    addRun: (byte: number, count: number): void => {
      reserve(count)
      buffer.fill(byte, length, length + count)
      length += count
    },
    end: (): Unpacked => ({ data: buffer.subarray(0, length), size: length }),
  }
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
