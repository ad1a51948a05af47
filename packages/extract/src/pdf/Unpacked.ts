/**
 * What a PDF unpacks to, before anything unpacks it: a stream of a kilobyte can be one of a megabyte, and one within
 * another of a gigabyte. The pictures, which nobody looks at, are made blank, so that nothing else can pass for one, and so is what
 * can't be told of an encrypted file.
 */
import { CMapCost } from "./CMapCost.ts"
import { codesIn } from "./CodeRanges.ts"
import { encryptionOf, saysHowEncrypted } from "./Encryption.ts"
import { readingsOf } from "./Readings.ts"
import * as StreamDictionary from "./StreamDictionary.ts"

/** A file that may be read. */
export interface Bounded {
  /** Without its pictures, and encrypted as it was. */
  readonly copy: Uint8Array
  /** What predefined CMaps of its fonts cost at most, in ms. */
  readonly cmaps: number
  /** Whether it is encrypted and there isn't more left of it than what tells how: it is only good for asking whether it takes a password. */
  readonly isSealed: boolean
}

/**
 * A copy of a file without its pictures; `undefined` if what is left unpacks to more than may be read, claims codes that no font
 * has, or sets states of drawing in states of drawing: for each pdf.js looks through all those around it.
 */
export const boundedCopy = (bytes: Uint8Array): Bounded | undefined => {
  const copy = new Uint8Array(bytes)
  const file = Buffer.from(copy.buffer)
  const referred = StreamDictionary.objectsOf(file)
  const dictionaryOf = StreamDictionary.reader(referred)
  let [left, states, lookedAt, before, ended] = [mostUnpacked, 0, 0, 0, 0]
  let codes = codesIn(file, referred)
  const cmaps = new CMapCost(referred)
  cmaps.add(file)
  const encryption = encryptionOf(file)
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 1)) {
    // It is the end of `endstream`, and of the name of a maker of fonts.
    const isEnd = /[a-z\d]$/i.test(file.toString("latin1", Math.max(0, at - 1), at))
    const start = isEnd ? undefined : startOfData(file, at + "stream".length)
    if (start === undefined) continue
    // The word may stand in a string, too: what comes after it is looked at again.
    if (ended <= at) before = ended
    let from = before
    let dictionary = dictionaryOf(file.toString("latin1", from, at))
    if (!dictionary.isWhole) {
      from = Math.min(before, Math.max(0, at - mostBefore))
      dictionary = dictionaryOf(file.toString("latin1", from, at))
    }
    const mark = file.indexOf("endstream", start)
    const end = endOfData(file, start, dictionary.lengths) ?? (mark === -1 ? file.length : mark)
    lookedAt += end - from
    if (lookedAt > file.length * mostLooks) return undefined
    const packed = file.subarray(start, end)
    const readings = dictionary.isPicture ? undefined : readingsOf(packed, dictionary, encryption, left)
    if (readings === undefined || readings.isNoise) packed.fill(0)
    else {
      left -= readings.size
      const saysHow = (data: Buffer): boolean => dictionary.holdsObjects && saysHowEncrypted(data)
      if (left < 0 || readings.data.some(saysHow)) return undefined
      states = readings.data.reduce((most, data) => Math.max(most, statesAfter(data, states)), 0)
      for (const data of readings.data) {
        codes += codesIn(data, referred)
        cmaps.add(data)
      }
      if (states > mostStates || codes > mostCodes) return undefined
    }
    if (dictionary.isWhole) ended = end
  }
  return codes > mostCodes ? undefined : { copy, cmaps: cmaps.total, isSealed: encryption?.isSealed === true }
}

// --- private --------------------------------------------------------------------------

/** Most bytes of all streams together. */
const mostUnpacked = 64 * 1024 * 1024

/** Bytes that are looked at anew for a dictionary where what seems to be a stream stands in one. */
const mostBefore = 8_192

/** How often the bytes of a file are looked at, on average, for streams that seem to lie within one another. */
const mostLooks = 8

/** Most codes of all fonts together: some thirty times all that two bytes can tell. */
const mostCodes = 2_000_000

/** Most states of drawing that are saved and not restored. */
const mostStates = 2_000

/** Where data ends that is as long as some number says, whatever it holds; the last such place. */
const endOfData = (file: Buffer, start: number, lengths: ReadonlySet<number>): number | undefined => {
  let end: number | undefined
  for (const length of lengths) {
    const at = start + length
    if (at > file.length || at <= (end ?? 0)) continue
    if (/^\s*endstream/.test(file.toString("latin1", at, at + 20))) end = at
  }
  return end
}

/** The keyword is followed by the end of its line (ISO 32000-1, section 7.3.8.1). */
const startOfData = (file: Buffer, from: number): number | undefined => {
  for (let at = from; at < Math.min(file.length, from + 100); at++) {
    if (file[at] === 0x0a) return at + 1
    if (file[at] === 0x0d) return file[at + 1] === 0x0a ? at + 2 : at + 1
  }
  return undefined
}

/** How many states of drawing (`q`) are saved after a stream and not restored (`Q`), if there were so many before it. */
const statesAfter = (data: Buffer, before: number): number => {
  let states = before
  let [save, restore] = [data.indexOf("q"), data.indexOf("Q")]
  for (let looks = 0; save !== -1 || restore !== -1; looks++) {
    const isSave = save !== -1 && (restore === -1 || save < restore)
    const at = isSave ? save : restore
    if (isAlone(data, at)) states = Math.max(0, states + (isSave ? 1 : -1))
    if (looks > mostLetters || states > mostStates) return mostStates + 1
    if (isSave) save = data.indexOf("q", at + 1)
    else restore = data.indexOf("Q", at + 1)
  }
  return states
}

/** Fonts have these letters, too, once in a hundred bytes. */
const mostLetters = 1_500_000

const isAlone = (data: Buffer, at: number): boolean => isBlank(data[at - 1]) && isBlank(data[at + 1])

const isBlank = (byte: number | undefined): boolean => byte === undefined || byte <= 0x20
