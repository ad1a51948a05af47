/**
 * Decodes bytes to text. The encoding is determined as in the HTML standard (section 13.2.3): byte order mark,
 * Content-Type, `meta` in the first 1,024 bytes; then UTF-8 if the bytes are valid UTF-8, else a guess.
 *
 * Unlike in a browser, the bytes can overrule a wrong declaration:
 * - declared UTF-8 with many invalid bytes: the other declaration, or a guess, applies;
 * - another declared encoding, but valid UTF-8: UTF-8 applies, since no other text is valid UTF-8 by chance;
 * - a declared encoding that yields invalid characters: the other declaration or a better guess applies;
 * - windows-1252, which servers declare by default: a much likelier reading applies;
 * - UTF-16 is detected by its zero bytes, whatever is declared.
 *
 * Never throws: undecodable bytes become U+FFFD, unknown labels are ignored. Time is linear in the number of bytes.
 */
import { isUtf8 } from "node:buffer"
import { MediaType } from "@porthole/core"
import * as Declaration from "./Declaration.ts"
import * as DoubleEncoding from "./DoubleEncoding.ts"
import * as Guess from "./Guess.ts"

/** Decodes a document, also one that was encoded twice; `inMarkup` finds the encoding that it declares in itself. */
export const decode = (bytes: Uint8Array, contentType: string, inMarkup?: InMarkup): string => {
  const encoding = encodingOf(bytes, contentType, inMarkup)
  const text = new TextDecoder(encoding).decode(bytes)
  // Few pages in English have this byte, and it's found at once.
  const mayBeTwice = encoding !== "utf-8" || bufferOf(bytes).includes(DoubleEncoding.leadByte)
  return mayBeTwice ? DoubleEncoding.repair(text) : text
}

// --- private --------------------------------------------------------------------------

/** This many valid characters are never a coincidence. */
const minCharacters = 3
/** Invalid sequences that a UTF-8 page may have, however few its characters are. */
const maxFaults = 2

const bufferOf = ({ buffer, byteLength, byteOffset }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

type InMarkup = (bytes: Uint8Array) => string | undefined

const encodingOf = (bytes: Uint8Array, contentType: string, inMarkup?: InMarkup): string => {
  const certain = byOrderMark(bytes) ?? MediaType.utf16OrderOf(bytes)
  if (certain !== undefined) return certain
  const isValid = isUtf8(bytes)
  const header = Declaration.inContentType(contentType)
  if (header === "utf-8" && isValid && !bytes.includes(escape)) return header
  const declared = [header, inMarkup?.(bytes)].filter((name) => name !== undefined)
  const first = declared[0]
  if (first?.startsWith("utf-16") === true && bytes.subarray(0, 4_096).includes(0)) return first
  if (declared.includes("iso-2022-jp") && bytes.includes(escape)) return "iso-2022-jp"
  if (isValid && (first === undefined || !isLegacy(first))) return "utf-8"
  const { characters, faults } = utf8CountsOf(bytes)
  if (isValid && first !== undefined)
    return characters >= minCharacters || (characters > 0 && first === "windows-1252") ? "utf-8" : first
  const isNearlyUtf8 = faults * 4 <= characters && characters >= (faults === 0 ? 1 : minCharacters)
  if (isNearlyUtf8 || (first === "utf-8" && faults <= maxFaults)) return "utf-8"
  return legacyEncodingOf(Guess.sampleOf(bytes), declared.filter(isLegacy))
}

const byOrderMark = ([a, b, c]: Uint8Array): string | undefined => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined
}

const isLegacy = (encoding: string): boolean => !encoding.startsWith("utf-")

/** Characters outside ASCII and invalid sequences of bytes as UTF-8. A character cut off at the end is neither. */
const utf8CountsOf = (bytes: Uint8Array): { readonly characters: number; readonly faults: number } => {
  const text = new TextDecoder().decode(bytes, { stream: true })
  let [characters, faults] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) faults++
    else if (unit >= 0x80 && (unit < 0xdc00 || unit > 0xdfff)) characters++
  }
  return { characters, faults }
}

/** The byte with which ISO-2022-JP switches between its parts (RFC 1468). */
const escape = 0x1b

/** For bytes that aren't UTF-8: the declared encoding, or the guess if that is much better. */
const legacyEncodingOf = (sample: Uint8Array, declared: ReadonlyArray<string>): string => {
  const [first, second] = declared.map((encoding) => Guess.readingOf(sample, encoding))
  if (first === undefined) return Guess.best(sample).encoding
  const better = second !== undefined && Guess.isBetter(second, first) ? second : first
  if (better.damage === 0 && better.encoding !== "windows-1252") return better.encoding
  const guessed = Guess.best(sample)
  return Guess.isBetter(guessed, better) ? guessed.encoding : better.encoding
}
