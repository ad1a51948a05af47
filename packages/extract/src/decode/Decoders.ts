/**
 * Decodes bytes by an encoding's name, with Node's `TextDecoder` (ICU) except for `euc-kr`: the standard's euc-kr is
 * Windows code page 949, and ICU's table lacks 8,822 of its syllables.
 *
 * ICU's `big5` lacks the Hong Kong characters (HKSCS), which become private characters.
 */

/** Decodes; never throws for the name of an encoding. Invalid bytes become U+FFFD. */
export const decode = (bytes: Uint8Array, encoding: string): string =>
  encoding === "euc-kr" ? decodeKorean(bytes) : new TextDecoder(encoding).decode(bytes)

// --- private --------------------------------------------------------------------------

/** Pairs of bytes go from 81 41 to FE FE, 190 a row (WHATWG Encoding Standard, section 14.1.1). */
const indexOf = (lead: number, trail: number): number => (lead - 0x81) * 190 + trail - 0x41

const decodeKorean = (bytes: Uint8Array): string => {
  korean ??= koreanTable()
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    const trail = bytes[at + 1] ?? 0
    const isPair = lead > 0x80 && lead < 0xff && trail >= 0x41 && trail < 0xff
    const unit = lead < 0x80 ? lead : isPair ? (korean[indexOf(lead, trail)] ?? 0) : 0
    units[length++] = unit === 0 && lead !== 0 ? 0xfffd : unit
    // An ASCII byte of an invalid pair stands for itself, so that markup survives.
    if (lead >= 0x80 && (unit !== 0 || trail >= 0x80)) at++
  }
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units.subarray(0, length))
}

let korean: Uint16Array | undefined

/** The character of each pair, 0 if there is none: ICU's table, completed by the syllables that it lacks. */
const koreanTable = (): Uint16Array => {
  const table = new Uint16Array(indexOf(0xfe, 0xfe) + 1)
  const known = new Set<number>()
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const text = icuKorean.decode(Uint8Array.of(lead, trail))
      const unit = text.charCodeAt(0)
      if (text.length !== 1 || unit === 0xfffd || (unit >= 0xe000 && unit < 0xf900)) continue
      table[indexOf(lead, trail)] = unit
      known.add(unit)
    }
  }
  table[indexOf(0xa2, 0xe6)] = 0x20ac
  table[indexOf(0xa2, 0xe7)] = 0xae
  // The missing syllables are in Unicode's order, in pairs whose second byte is a letter or at least 81.
  let syllable = 0xac00
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue
      while (known.has(syllable)) syllable++
      if (syllable <= 0xd7a3) table[indexOf(lead, trail)] = syllable++
    }
  }
  return table
}

const icuKorean = new TextDecoder("euc-kr")
