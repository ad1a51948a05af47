/** LZW, as PDFs have it (ISO 32000-1, section 7.4.4). */
import { isMost, makeOutput, type Unpacked } from "./Output.ts"

/**
 * Codes of 9 to 12 bits: bytes, a fresh start (256), the end (257), and what was told before with the byte after it (section 7.4.4).
 * Of codes that nothing was told of there is what pdf.js makes of them: its table isn't emptied by a fresh start.
 */
export const ofCodes = (data: Buffer, codesChange: 0 | 1, most: number): Unpacked => {
  const out = makeOutput(most)
  const [ends, lengths, starts] = [new Uint8Array(4_096), new Uint16Array(4_096), new Uint16Array(4_096)]
  for (let byte = 0; byte < 256; byte++) {
    ends[byte] = byte
    lengths[byte] = 1
  }
  const told = Buffer.alloc(longestTold)
  let odd = 0
  let [at, next, width, bits, held, before, length] = [0, 258, 9, 0, 0, 0, 0]
  while (!out.isFull()) {
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
    if (code > next || (code === next && isFirst)) odd++
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
  return out.end(odd === 0 && (out.isFull() || isMost(at, data)))
}

// --- private --------------------------------------------------------------------------

/** How many bytes of what a code stands for are kept; what comes after them is zeros. */
const mostTold = 4_096
/** Lengths are kept in 16 bits, and each code that nothing was told of makes what was told before longer by one. */
const longestTold = 65_536 + 4_096
