/** Packs data for the filters of PDFs (ISO 32000-1, section 7.4), and long runs of a byte into very little. */

/** LZW of any data. */
export const lzw = (data: Uint8Array): Buffer => {
  const codes = [256]
  let table = new Map<string, number>()
  let held = ""
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? 0))
  for (const byte of data) {
    const longer = held + String.fromCharCode(byte)
    if (longer.length === 1 || table.has(longer)) held = longer
    else {
      codes.push(codeOf(held))
      table.set(longer, 258 + table.size)
      held = String.fromCharCode(byte)
      if (table.size < 3_800) continue
      codes.push(codeOf(held), 256)
      table = new Map()
      held = ""
    }
  }
  return bitsOf([...codes, ...(held === "" ? [] : [codeOf(held)]), 257])
}

/** LZW of spaces: each repetition adds 5.6 kB, which unpack to more than 7 MB. */
export const lzwOfSpaces = (times: number): Buffer => {
  const once = [256, 0x20, ...Array.from({ length: 3_836 }, (_, at) => 258 + at)]
  return bitsOf(repeated([], once, times))
}

/**
 * LZW whose codes after a clear code refer to stale entries of the table: each repetition adds 5.9 kB, and its strings
 * are 2,045 bytes longer.
 */
export const lzwOfStale = (times: number): Buffer => {
  const filled = [256, 0x20, ...Array.from({ length: 3_836 }, (_, at) => 258 + at)]
  const again = [
    256,
    ...Array.from({ length: 1_800 }, () => 0x20),
    4_095,
    ...Array.from({ length: 2_030 }, (_, at) => 2_057 + at),
  ]
  return bitsOf(repeated(filled, again, times))
}

/** Runs of 128 spaces, two bytes each. */
export const runsOfSpaces = (length: number): Buffer => Buffer.alloc((length / 128) * 2, "\u0081 ", "latin1")

export const hex = (data: Uint8Array): Buffer => Buffer.from(`${Buffer.from(data).toString("hex")}>`)

export const ascii85 = (data: Uint8Array): Buffer => {
  let text = ""
  for (let at = 0; at < data.length; at += 4) {
    const four = Buffer.alloc(4)
    const count = Buffer.from(data.subarray(at, at + 4)).copy(four)
    const value = four.readUInt32BE()
    const digits = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1].map((power) => 33 + (Math.floor(value / power) % 85))
    text += value === 0 && count === 4 ? "z" : String.fromCharCode(...digits.slice(0, count + 1))
  }
  return Buffer.from(`${text}~>`)
}

// --- private --------------------------------------------------------------------------

/** Codes one by one: a list of all of them would take more memory than a reader may use. */
const repeated = function* (first: ReadonlyArray<number>, again: ReadonlyArray<number>, times: number) {
  yield* first
  for (let at = 0; at < times; at++) yield* again
  yield 257
}

/** Codes, each with the width that its reader expects. */
const bitsOf = (codes: Iterable<number>): Buffer => {
  let bytes = Buffer.alloc(1_024)
  let length = 0
  const write = (byte: number): void => {
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(length)])
    bytes[length++] = byte
  }
  let [next, width, held, bits, isFirst] = [258, 9, 0, 0, true]
  for (const code of codes) {
    held = (held << width) | code
    bits += width
    for (; bits >= 8; bits -= 8) write((held >> (bits - 8)) & 0xff)
    held &= 0xff
    if (code === 256) [next, width, isFirst] = [258, 9, true]
    else {
      if (!isFirst && next < 4_096) next++
      isFirst = false
      if (next + 1 >= 1 << width && width < 12) width++
    }
  }
  if (bits > 0) write((held << (8 - bits)) & 0xff)
  return bytes.subarray(0, length)
}
