/**
 * Text on its way through the parser, which makes a node of every character reference and of every
 * stray `<`: a few megabytes of them would cost minutes and gigabytes. So references are read here,
 * and the characters that mean something to the parser travel as noncharacters, which the
 * Unicode Standard (23.7) sets apart for such use, until {@link arrived} turns them back.
 */
import { limits } from "./Limits.ts"

/** Makes the function that readies the texts of one document for the parser. */
export const departing = (): ((text: string) => string) => {
  let left: number = limits.references
  const read = (text: string): string =>
    text
      .replaceAll("<", bracket)
      .replace(bareAmpersand, ampersand)
      .replace(reference, (whole: string, decimal?: string, hex?: string, name = "") => {
        if (decimal !== undefined) return departingRaw(characterOf(Number.parseInt(decimal, 10)))
        if (hex !== undefined) return departingRaw(characterOf(Number.parseInt(hex, 16)))
        const frequent = frequentNames.get(name)
        if (frequent !== undefined) return departingRaw(frequent)
        return left-- > 0 ? whole : departingRaw(whole)
      })
  return (text) =>
    // Most texts hold neither, and there may be many.
    !text.includes("&") && !text.includes("<") ? text : read(text)
}

/** Text in which nothing is a reference, ready for the parser. */
export const departingRaw = (text: string): string => text.replaceAll("<", bracket).replaceAll("&", ampersand)

/** Text that will be written out and parsed again, so that no character of it becomes a reference. */
export const departingAgain = (text: string): string =>
  departingRaw(text).replaceAll(">", endBracket).replaceAll("\u00a0", noBreakSpace)

/** Text as it came out of the parser, with its own characters. */
export const arrived = (text: string): string =>
  travelling.test(text)
    ? text
        .replaceAll(bracket, "<")
        .replaceAll(ampersand, "&")
        .replaceAll(endBracket, ">")
        .replaceAll(noBreakSpace, "\u00a0")
    : text

// --- private --------------------------------------------------------------------------

const bracket = "\ufdd0"
const ampersand = "\ufdd1"
const endBracket = "\ufdd2"
const noBreakSpace = "\ufdd3"
const travelling = /[\ufdd0-\ufdd3]/

const bareAmpersand = /&(?!#\d|#x[\da-f]|[a-z])/gi

/** A numeric reference, or what may be a named one. */
const reference = /&(?:#(\d{1,12});?|#x([\da-f]{1,12});?|([a-z][a-z\d]{0,31};?))/gi

const frequentNames: ReadonlyMap<string, string> = new Map([
  ["amp;", "&"],
  ["lt;", "<"],
  ["gt;", ">"],
  ["quot;", '"'],
  ["apos;", "'"],
  ["nbsp;", "\u00a0"],
])

/** The character of a numeric reference (HTML standard, section 13.2.5.80). */
const characterOf = (code: number): string => {
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code))
  const isNone = code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? "\ufffd" : String.fromCodePoint(code)
}
const windows1252 = new TextDecoder("windows-1252")
