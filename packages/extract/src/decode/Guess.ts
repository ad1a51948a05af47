/**
 * Guesses the encoding of bytes that aren't UTF-8: each encoding is tried, and the one whose characters are the
 * likeliest text in one of its languages wins. `languages.json` holds the letters of each language, most frequent
 * first.
 *
 * Only bytes outside ASCII count, so markup has no influence. A Latin text with few accents is taken for windows-1252.
 */
import languages from "./languages.json" with { type: "json" }

/** A sample, decoded in one encoding. */
export interface Reading {
  readonly encoding: string
  /** The negative logarithm of its characters' likelihood; infinite for an encoding without a known language. */
  readonly cost: number
  /** U+FFFD and control characters. */
  readonly damage: number
  /** Bytes outside ASCII in the sample. */
  readonly evidence: number
}

/** The longest sample. */
export const maxBytes = 16_384

/** The bytes outside ASCII, each with the byte after it, which may belong to it, and a space for the bytes left out. */
export const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample = new Uint8Array(maxBytes)
  let [length, near] = [0, 0]
  for (let at = 0; at < bytes.length && length < maxBytes; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) near = 3
    if (near === 0) continue
    near--
    sample[length++] = near === 0 ? 0x20 : byte
  }
  return sample.subarray(0, length)
}

/** The likeliest reading of a sample. */
export const best = (sample: Uint8Array): Reading =>
  languages
    .flatMap(({ encodings }) => encodings.map((encoding) => readingOf(sample, encoding)))
    .reduce((one, other) => (other.cost < one.cost ? other : one))

/** Whether a reading is so much better than the declared encoding's that it replaces that one. */
export const isBetter = (one: Reading, declared: Reading): boolean => {
  const isUndamaged = one.damage * 4 < declared.damage
  if (declared.cost === Infinity || one.cost === Infinity) {
    return isUndamaged && declared.damage * 10 > declared.evidence
  }
  if (one.cost >= declared.cost) return false
  return isUndamaged || (declared.evidence >= 10 && declared.cost - one.cost > declared.evidence)
}

/** Decodes a sample in an encoding. */
export const readingOf = (sample: Uint8Array, encoding: string): Reading => {
  const counts = new Map<string, number>()
  let damage = 0
  for (const character of new TextDecoder(encoding).decode(sample)) {
    if (character > "\u007f") counts.set(character, (counts.get(character) ?? 0) + 1)
    if (isDamage(character)) damage++
  }
  const costs = modelsOf(encoding).map((costOf) => {
    let sum = encoding === "windows-1252" ? -prior : 0
    for (const [character, count] of counts) sum += count * costOf(character)
    return sum
  })
  const evidence = sample.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0)
  return { encoding, cost: Math.min(...costs), damage, evidence }
}

// --- private --------------------------------------------------------------------------

/** windows-1252 is twenty times as likely as another encoding, before any byte is read. */
const prior = 3

/** The cost of a character outside ASCII: the negative logarithm of its frequency. */
type Model = (character: string) => number

/** Models by encoding, made on first use. */
const models = new Map<string, ReadonlyArray<Model>>()

const modelsOf = (encoding: string): ReadonlyArray<Model> => {
  const known = models.get(encoding)
  if (known !== undefined) return known
  const { alphabets = [], tiers = [] } = languages.find(({ encodings }) => encodings.includes(encoding)) ?? {}
  const made = alphabets.map(alphabetModel).concat(tiers.length === 0 ? [] : [tierModel(tiers)])
  models.set(encoding, made)
  return made
}

/** An alphabet: the frequency of its letters falls geometrically; capitals are a tenth as frequent. */
const alphabetModel = (letters: string): Model => {
  const costs = new Map<string, number>()
  const share = Math.min(0.7, 2.5 / letters.length)
  for (const [at, letter] of Array.from(letters).entries()) {
    const cost = -Math.log(share) - at * Math.log(1 - share)
    costs.set(letter, cost)
    const capital = letter.toUpperCase()
    if (capital !== letter && capital.length === 1) costs.set(capital, cost + 2.5)
  }
  return (character) => costs.get(character) ?? costOfOther(character)
}

/**
 * Characters of the same frequency, listed or as rows of an encoding's table: first bytes, and the least second byte.
 */
interface Tier {
  readonly cost: number
  readonly characters?: string | undefined
  readonly encoding?: string | undefined
  readonly rows?: ReadonlyArray<number> | undefined
  readonly trail?: number | undefined
}

const tierModel = (tiers: ReadonlyArray<Tier>): Model => {
  const costs = new Map<string, number>()
  for (const tier of tiers.toReversed()) {
    for (const character of tier.characters ?? charactersOf(tier)) costs.set(character, tier.cost)
  }
  return (character) => costs.get(character) ?? costOfOther(character) + 2
}

const charactersOf = ({ encoding, rows: [first = 0, last = 0] = [], trail = 0 }: Tier): ReadonlyArray<string> => {
  const pairs: Array<number> = []
  for (let lead = first; lead <= last; lead++) {
    for (let second = trail; second < 0xff; second++) if (second !== 0x7f) pairs.push(lead, second, 0x0a)
  }
  const texts = new TextDecoder(encoding).decode(Uint8Array.from(pairs)).split("\n")
  return texts.filter((text) => text.length === 1 && text !== "\ufffd")
}

/** Marks that occur in texts of all languages. */
const marks = new Set("“”‘’–—…«»„‚‹›•·©®™°€£§№´×ªº±½²³¿¡")

const costOfOther = (character: string): number => {
  if (character === "\u00a0") return 3.5
  if (marks.has(character)) return 5
  return isDamage(character) || (character >= "\ue000" && character < "\uf900") ? 14 : 9
}

const isDamage = (character: string): boolean =>
  character === "\ufffd" || (character >= "\u0080" && character < "\u00a0")
