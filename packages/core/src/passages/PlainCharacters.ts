/** The characters of a Markdown text as a reader sees them, normalised so that quotes can be compared with pages. */
import * as UntrustedText from "../domain/text/UntrustedText.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import { linkTarget } from "./Blocks.ts"

/** A character of a text, or the target of a link, of a length in UTF-16 units; `plain` is what a reader sees. */
export interface Character {
  readonly offset: number
  readonly length: number
  readonly plain: string
}

/** The characters of a text, normalised for comparison: white space is one space. */
export function* charactersOf(text: string): Generator<Character> {
  let isAfterSpace = false
  for (let offset = 0; offset < text.length;) {
    const length = targetLength(text, offset)
    const end = length > 0 ? offset + length : endOfCharacter(text, offset)
    const plain = length > 0 ? "" : plainOf(text.slice(offset, end))
    const isRepeated = plain === " " && isAfterSpace
    yield { offset, length: end - offset, plain: isRepeated ? "" : plain }
    if (plain !== "") isAfterSpace = plain.endsWith(" ")
    offset = end
  }
}

/** The end of the character at a position. */
export const endOfCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return at + (unit >= 0xd800 && unit <= 0xdbff ? 2 : 1)
}

/** The cost of normalising a character, in units of a time slice. */
export const unitsOfCharacter = 8

// --- private --------------------------------------------------------------------------

/** A target at the beginning of a text. */
const target = new RegExp(linkTarget, "y")

/** The length of the target at a position; 0 if there is none, or one that is too long for a URL. */
const targetLength = (text: string, offset: number): number => {
  if (!text.startsWith("](", offset)) return 0
  target.lastIndex = 0
  return target.test(text.slice(offset, offset + HttpUrl.maxLength)) ? target.lastIndex : 0
}

/** Equivalent typographic characters. */
const typography: ReadonlyMap<string, string> = new Map(
  Object.entries({ "'": "‘’‚‛′`", '"': "“”„‟«»″", "-": "‐‑‒–—―−", "...": "…" }).flatMap(([plain, others]) =>
    Array.from(others, (other): [string, string] => [other, plain]),
  ),
)

/** Marks of Markdown that a reader doesn't see, and invisible characters. */
const invisible = new RegExp(String.raw`[*_[\]\\${UntrustedText.invisibleSet}]`, "u")

/** A character as it is compared: U+FDFA, the longest, becomes 18 (UAX #15, section 11). */
const plainOf = (character: string): string => ascii[character.charCodeAt(0)] ?? plainOfAny(character)

const plainOfAny = (character: string): string => {
  if (invisible.test(character)) return ""
  if (/\s/.test(character)) return " "
  return typography.get(character) ?? character.normalize("NFKC").toLowerCase()
}

const ascii: ReadonlyArray<string> = Array.from({ length: 128 }, (_, unit) => plainOfAny(String.fromCharCode(unit)))
