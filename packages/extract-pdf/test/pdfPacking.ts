/** Packs data as the filters of PDFs unpack it (ISO 32000-1, section 7.4), and runs of a byte into very little. */

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

/** LZW of spaces: each time 5.6 kB for more than 7 MB. */
export const lzwOfSpaces = (times: number): Buffer => {
  const once = [256, 0x20, ...Array.from({ length: 3_836 }, (_, at) => 258 + at)]
  return bitsOf([...Array.from({ length: times }, () => once).flat(), 257])
}

/**
 * LZW whose table is filled anew from what was in it before a fresh start: each time 5.9 kB, and 2,045 bytes longer.
 */
export const lzwOfStale = (times: number): Buffer => {
  const filled = [256, 0x20, ...Array.from({ length: 3_836 }, (_, at) => 258 + at)]
  const again = [
    256,
    ...Array.from({ length: 1_800 }, () => 0x20),
    4_095,
    ...Array.from({ length: 2_030 }, (_, at) => 2_057 + at),
  ]
  return bitsOf([...filled, ...Array.from({ length: times }, () => again).flat(), 257])
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

/** Codes as wide as who reads them takes them for. */
const bitsOf = (codes: ReadonlyArray<number>): Buffer => {
  const bytes: Array<number> = []
  let [next, width, held, bits, isFirst] = [258, 9, 0, 0, true]
  for (const code of codes) {
    held = (held << width) | code
    bits += width
    for (; bits >= 8; bits -= 8) bytes.push((held >> (bits - 8)) & 0xff)
    held &= 0xff
    if (code === 256) [next, width, isFirst] = [258, 9, true]
    else {
      if (!isFirst && next < 4_096) next++
      isFirst = false
      if (next + 1 >= 1 << width && width < 12) width++
    }
  }
  if (bits > 0) bytes.push((held << (8 - bits)) & 0xff)
  return Buffer.from(bytes)
}
