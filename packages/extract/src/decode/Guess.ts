/**
 * A guess at the encoding of bytes that are no UTF-8 and say nothing that fits: each encoding is tried, and the one
 * whose characters are the likeliest text of one of its languages is taken.
 *
 * Only bytes outside ASCII tell anything, so a page's markup has no say, and few of them do: a heading is enough for most
 * scripts. A Latin text with an accent or two is windows-1252 unless they speak against it.
 */
import * as Decoders from "./Decoders.ts"
import * as EastAsian from "./EastAsian.ts"
import * as Languages from "./Languages.ts"

/** What a reading of a sample comes to. */
export interface Reading {
  readonly encoding: string
  /** What its characters cost together; the least is the likeliest. Infinite for an encoding of which no language is known. */
  readonly cost: number
  /** U+FFFD and control characters among them. */
  readonly damage: number
  /** Bytes outside ASCII in the sample. */
  readonly evidence: number
}

/** Bytes of a document that are looked at: those outside ASCII, and the one after each. */
export const mostBytes = 16_384

/** What {@link best} looks at. The byte after one outside ASCII may belong to it; a space stands for what is further away. */
export const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample = new Uint8Array(mostBytes)
  let length = 0
  let near = 0
  for (let at = 0; at < bytes.length && length < mostBytes; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) near = 3
    if (near === 0) continue
    near--
    sample[length++] = near === 0 ? 0x20 : byte
  }
  return sample.subarray(0, length)
}

/** The likeliest reading of a sample. */
export const best = (sample: Uint8Array): Reading => {
  const readings = Object.keys(models).map((encoding) => readingOf(sample, encoding))
  return readings.reduce((one, other) => (other.cost < one.cost ? other : one))
}

/**
 * Whether one reading of a sample is so much better than another that it is taken though the other is declared: by the
 * damage that it hasn't, or by how likely it is where there is enough to tell by.
 */
export const isBetter = (one: Reading, other: Reading): boolean => {
  const isUndamaged = one.damage * 4 < other.damage
  if (other.cost === Infinity || one.cost === Infinity) return isUndamaged && other.damage * 10 > other.evidence
  if (one.cost >= other.cost) return false
  return isUndamaged || (other.evidence >= enough && other.cost - one.cost > muchPerByte * other.evidence)
}

/** How an encoding reads a sample. */
export const readingOf = (sample: Uint8Array, encoding: string): Reading => {
  const text = Decoders.decode(sample, encoding)
  const counts = new Map<string, number>()
  for (const character of text) {
    if (character > "\u007f") counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const costs = (models[encoding]?.() ?? []).map((cost) => {
    let sum = encoding === "windows-1252" ? -prior : 0
    for (const [character, count] of counts) sum += count * cost(character)
    return sum
  })
  return { encoding, cost: Math.min(...costs), damage: Decoders.damageOf(text), evidence: outsideAscii(sample) }
}

// --- private --------------------------------------------------------------------------

/** How much likelier windows-1252 is than another, before anything is known: twenty times. */
const prior = 3

/** Bytes outside ASCII that are enough to speak against a declaration, and what each must say. */
const enough = 10
const muchPerByte = 1

const outsideAscii = (sample: Uint8Array): number =>
  sample.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0)

const always =
  (...costs: ReadonlyArray<Languages.Cost>) =>
  (): ReadonlyArray<Languages.Cost> =>
    costs

const once = (make: () => Languages.Cost): (() => ReadonlyArray<Languages.Cost>) => {
  let made: ReadonlyArray<Languages.Cost> | undefined
  return () => (made ??= [make()])
}

const japanese = once(EastAsian.japanese)

/** The languages of each encoding; of two that read a sample alike, the first is taken. koi8-u is koi8-r with more letters. */
const models: Readonly<Record<string, () => ReadonlyArray<Languages.Cost>>> = {
  "windows-1252": always(...Languages.westernEuropean),
  "windows-1251": always(...Languages.cyrillic),
  "windows-1250": always(...Languages.centralEuropean),
  "iso-8859-2": always(...Languages.centralEuropean),
  "koi8-u": always(...Languages.cyrillic),
  "iso-8859-5": always(...Languages.cyrillic),
  ibm866: always(...Languages.cyrillic),
  "windows-1253": always(...Languages.greek),
  "iso-8859-7": always(...Languages.greek),
  "windows-1254": always(...Languages.turkish),
  "windows-1255": always(...Languages.hebrew),
  "windows-1256": always(...Languages.arabic),
  "windows-1257": always(...Languages.baltic),
  "windows-874": always(...Languages.thai),
  shift_jis: japanese,
  "euc-jp": japanese,
  gb18030: once(EastAsian.simplifiedChinese),
  big5: once(EastAsian.traditionalChinese),
  "euc-kr": once(EastAsian.korean),
}
