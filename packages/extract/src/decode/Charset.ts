/**
 * Bytes to text. Encodings are looked for as the HTML standard does (section 13.2.3): byte order mark, the charset of
 * the Content-Type, a `meta` in the first 1,024 bytes; then UTF-8 if the bytes are valid UTF-8, and a guess for what is left.
 *
 * Unlike a browser we survive a declaration that is wrong, which the bytes tell:
 * - UTF-8 that is declared and isn't, but for bytes gone astray, gives way to the other declaration, or to a guess;
 * - another encoding that is declared gives way to UTF-8 where the bytes are that: no other text is by chance;
 * - one that reads what no text has gives way to the other declaration where that doesn't, or to a guess that does better;
 * - windows-1252, which servers declare of everything, gives way to a much likelier reading;
 * - UTF-16 is known by its zeros, whatever is declared.
 *
 * Never throws: bytes that an encoding can't express become U+FFFD, labels that nobody knows are passed over. The
 * cost is linear in the bytes; only a sample of them is tried in other encodings.
 */
import { Utf16 } from "@porthole/core"
import * as Result from "effect/Result"
import * as Decoders from "./Decoders.ts"
import * as Guess from "./Guess.ts"
import * as Labels from "./Labels.ts"
import * as Prescan from "./Prescan.ts"
import * as Utf8 from "./Utf8.ts"

/** Decodes a document; `isMarkup` allows the look for a `meta`. */
export const decode = (bytes: Uint8Array, contentType: string, isMarkup: boolean): string =>
  Decoders.decode(bytes, encodingOf(bytes, contentType, isMarkup))

/** The name of the encoding that a document is read in. */
export const encodingOf = (bytes: Uint8Array, contentType: string, isMarkup: boolean): string => {
  const certain = byMark(bytes) ?? Utf16.orderOf(bytes)
  if (certain !== undefined) return certain
  const header = Labels.declaredBy(contentType)
  const meta = isMarkup ? Prescan.declaredIn(bytes) : undefined
  const [first, second] = [header, meta].filter(isString)
  if (first?.startsWith("utf-16") === true && bytes.subarray(0, 4_096).includes(0)) return first
  if (isUtf8(bytes)) return ofValidUtf8(bytes, first)
  if (first === "iso-2022-jp" && hasJapaneseStates(bytes)) return first
  const { characters, faults } = Utf8.count(bytes)
  const isNearlyUtf8 = faults * 4 <= characters && characters >= (faults === 0 ? 1 : several)
  if (isNearlyUtf8 || (first === "utf-8" && faults <= fewFaults)) return "utf-8"
  return ofOthers(Guess.sampleOf(bytes), [first, second].filter(isString).filter(isOther))
}

// --- private --------------------------------------------------------------------------

/** Faults that a page in UTF-8 may have, however few its characters are. */
const fewFaults = 2

/** Characters that aren't UTF-8 by chance. */
const several = 3

const isString = (value: string | undefined): value is string => value !== undefined

const byMark = ([a, b, c]: Uint8Array): string | undefined => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined
}

const isUtf8 = (bytes: Uint8Array): boolean => Result.isSuccess(Result.try(() => strict.decode(bytes)))
const strict = new TextDecoder("utf-8", { fatal: true })

const isOther = (encoding: string): boolean => !encoding.startsWith("utf-")

/** UTF-8, unless the declared encoding writes its text in ASCII bytes, or what isn't ASCII may be by chance. */
const ofValidUtf8 = (bytes: Uint8Array, declared: string | undefined): string => {
  const { characters } = Utf8.count(bytes)
  if (characters === 0 && hasJapaneseStates(bytes)) return "iso-2022-jp"
  if (declared === undefined) return "utf-8"
  const isUtf8 = characters >= several || (characters > 0 && declared === "windows-1252")
  return isUtf8 || !isOther(declared) ? "utf-8" : declared
}

/** Whether a text goes over to JIS X 0208 and back, as ISO-2022-JP does (RFC 1468). */
const hasJapaneseStates = (bytes: Uint8Array): boolean => {
  const escape = bytes.indexOf(0x1b)
  if (escape === -1) return false
  const start = latin1.decode(bytes.subarray(escape, escape + Guess.mostBytes))
  // oxlint-disable-next-line no-control-regex -- the escapes are what is looked for
  return /^\u001b\$[@B](?:[!-~]{2})+\u001b\([BJ]/.test(start)
}

const latin1 = new TextDecoder("windows-1252")

/** For bytes that aren't UTF-8: what is declared, else a guess. */
const ofOthers = (sample: Uint8Array, declared: ReadonlyArray<string>): string => {
  const [first, ...others] = declared.map((encoding) => Guess.readingOf(sample, encoding))
  if (first === undefined) return Guess.best(sample).encoding
  const standing = others.find((other) => Guess.isBetter(other, first)) ?? first
  if (standing.damage === 0 && standing.encoding !== "windows-1252") return standing.encoding
  const guessed = Guess.best(sample)
  return Guess.isBetter(guessed, standing) ? guessed.encoding : standing.encoding
}
