/**
 * Bytes to text by the name of an encoding. Node's `TextDecoder` does it (ICU's converters), but for `euc-kr`: the
 * standard's is Windows' code page 949, ICU's lacks 8,822 of its syllables.
 *
 * What else ICU's lack: `big5` is without the characters of Hong Kong (HKSCS), which become private ones.
 */

/** Decodes; never throws for a name that {@link Labels.encodingOf} gave. Bytes that mean nothing become U+FFFD. */
export const decode = (bytes: Uint8Array, encoding: string): string =>
  encoding === "euc-kr" ? fromKorean(bytes) : new TextDecoder(encoding).decode(bytes)

/** How many characters of a text no text has: U+FFFD and control characters from U+0080 to U+009F. */
export const damageOf = (text: string): number => {
  let damage = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd || (code >= 0x80 && code < 0xa0)) damage++
  }
  return damage
}

// --- private --------------------------------------------------------------------------

/** Pairs go from 81 41 to FE FE, 190 a row (WHATWG Encoding Standard, section 14.1.1). */
const rowLength = 190

const fromKorean = (bytes: Uint8Array): string => {
  const pairs = koreanPairs()
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      units[length++] = lead
      continue
    }
    const trail = bytes[at + 1] ?? 0
    const isPair = lead > 0x80 && lead < 0xff && trail >= 0x41 && trail < 0xff
    const unit = isPair ? (pairs[(lead - 0x81) * rowLength + trail - 0x41] ?? 0) : 0
    units[length++] = unit === 0 ? 0xfffd : unit
    // An ASCII byte that makes no pair stands for itself, as the standard has it: markup isn't eaten.
    if (unit !== 0 || trail >= 0x80) at++
  }
  return textOf(units.subarray(0, length))
}

const ofUnits = new TextDecoder("utf-16le", { ignoreBOM: true })

/** Through its bytes: a string of a character at a time takes many times as long. Typed arrays are little-endian wherever Node runs. */
const textOf = (units: Uint16Array): string => ofUnits.decode(units)

let korean: Uint16Array | undefined

/** The character of each pair, 0 where there is none. Made once, of what ICU knows and of the syllables that it lacks. */
const koreanPairs = (): Uint16Array => {
  if (korean !== undefined) return korean
  const pairs = new Uint16Array((0xff - 0x81) * rowLength)
  const known = new Set<number>()
  const firsts = Array.from({ length: 94 }, (_, at) => 0xa1 + at)
  const rows = firsts.flatMap((lead) => firsts.flatMap((trail) => [lead, trail, 0x0a]))
  const texts = new TextDecoder("euc-kr").decode(Uint8Array.from(rows)).split("\n")
  for (const [at, text] of texts.entries()) {
    const unit = text.charCodeAt(0)
    if (text.length !== 1 || unit === 0xfffd || (unit >= 0xe000 && unit < 0xf900)) continue
    pairs[(0x20 + Math.floor(at / 94)) * rowLength + 0x60 + (at % 94)] = unit
    known.add(unit)
  }
  pairs[(0xa2 - 0x81) * rowLength + 0xe6 - 0x41] = 0x20ac
  pairs[(0xa2 - 0x81) * rowLength + 0xe7 - 0x41] = 0xae
  addMissing(pairs, known)
  korean = pairs
  return pairs
}

/** The syllables that the older standard hasn't stand in Unicode's order in the pairs that it doesn't use, letters and upper bytes only. */
const addMissing = (pairs: Uint16Array, known: ReadonlySet<number>): void => {
  let syllable = 0xac00
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue
      while (known.has(syllable)) syllable++
      if (syllable > 0xd7a3) return
      pairs[(lead - 0x81) * rowLength + trail - 0x41] = syllable++
    }
  }
}
