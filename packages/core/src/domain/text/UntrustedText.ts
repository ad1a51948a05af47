/**
 * Cleans foreign texts before a model reads them. Short ones (titles, snippets) lose tags and invisible characters,
 * white space is folded, and the length is capped; a page's text loses only its invisible characters.
 *
 * Invisible characters are where injected instructions hide: zero-width and bidi controls, soft hyphens, variation
 * selectors and the Unicode tag block. {@link invisibleSet} is the one list of them; lone surrogates are removed, too.
 *
 * {@link cleanPage} cleans a page's text in parts and yields between them, so that a page of millions of characters
 * blocks nothing else. A part ends after a line break, else after a space, else between two characters that nothing
 * joins. So it never separates a surrogate pair, a CRLF or a joiner from its word.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../time/TimeSlice.ts"
import { takeWhole } from "./Cut.ts"

/**
 * The invisible characters, as the content of a character class with the flag `u`: default-ignorable code points and
 * noncharacters (UAX 44), interlinear annotations, and the format controls of Egyptian hieroglyphs, which only arrange
 * signs. The other format characters (`Cf`) are the visible number signs and marks of Arabic, Syriac and Kaithi.
 */
export const invisibleSet =
  String.raw`\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}` + String.raw`\ufff9-\ufffb\u{13430}-\u{1345f}`

/** A cleaned text, and whether it was shortened. */
export interface Cleaned {
  readonly text: string
  readonly cut: boolean
}

/** Cleans one line of text and caps it at `maxLength` characters (UTF-16 units), the ellipsis included. */
export const clean = (text: string, maxLength: number): Cleaned => {
  const considered = text.length > 64 * maxLength ? text.slice(0, 64 * maxLength) : text
  const line = withoutTags(stripInvisible(considered))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (line.length <= maxLength) return { text: line, cut: considered.length < text.length }
  return { text: `${takeWhole(line, maxLength - 1).trimEnd()}…`, cut: true }
}

/**
 * Removes invisible characters. Line breaks and tabs stay, and so do the joiners that Arabic and Indic scripts and
 * emoji need (Unicode Standard 23.2), one at a time and only there.
 */
export const stripInvisible = (text: string): string =>
  !unusual.test(text)
    ? text
    : text.replace(invisible, (character, at: number) => (isSpelling(text, at) ? character : ""))

/**
 * The number of suspicious characters that {@link stripInvisible} removes. Soft hyphens mark where a word may break and
 * are common; half surrogate pairs are damage. Neither counts.
 */
export const countInvisible = (text: string): number => {
  if (!unclean.test(text)) return 0
  let count = 0
  for (const { 0: character, index } of text.matchAll(invisible)) {
    if (!uncounted.test(character) && !isSpelling(text, index)) count++
  }
  return count
}

/**
 * The text of a page without invisible and control characters. Tabs and line breaks stay; every kind of line break
 * becomes `\n`, and a form feed counts as one. Half a surrogate pair becomes U+FFFD. A clean text is only scanned.
 */
export const cleanLines = (text: string): string => {
  if (!unusual.test(text)) return text
  const whole = text.toWellFormed()
  if (!unclean.test(whole)) return whole
  return stripInvisible(whole)
    .replace(/\r\n?|[\v\f\u0085]/g, "\n")
    .replace(/[^\P{Cc}\t\n]/gu, "")
}

/** A text cleaned by {@link cleanLines}, and the number of suspicious characters removed. */
export interface CleanText {
  readonly text: string
  readonly invisible: number
}

/**
 * Maximum characters (UTF-16 units) of a part: some ms of work if all of them are removed, a tenth of a ms if none is.
 */
export const partLength = 32_768

/** Cleans a text of any length. */
export const cleanPage = Effect.fnUntraced(function* (text: string): Effect.fn.Return<CleanText> {
  const parts: Array<string> = []
  let invisible = 0
  let isChanged = false
  for (let start = 0; start < text.length;) {
    if (start > 0) yield* TimeSlice.next
    const end = endOfPart(text, start)
    const part = text.slice(start, end)
    const visible = cleanLines(part)
    if (visible !== part) {
      isChanged = true
      invisible += countInvisible(part)
    }
    parts.push(visible)
    start = end
  }
  return { text: isChanged ? parts.join("") : text, invisible }
})

// --- private --------------------------------------------------------------------------

/** What isn't printable ASCII, a tab or a line feed. A text without it needs no search for the larger sets below. */
const unusual = /[^\t\n -~]/

const invisible = new RegExp(`[${invisibleSet}\\p{Cs}]`, "gu")

const uncounted = /[\u00ad\p{Cs}]/u

const unclean = new RegExp(`[${invisibleSet}]|[^\\P{Cc}\\t\\n]`, "u")

/** Whether the joiner or emoji selector at `at` is part of a correct spelling. */
const isSpelling = (text: string, at: number): boolean => {
  const character = text.charAt(at)
  if (character === "\ufe0f") return emojiBefore.test(text.slice(Math.max(0, at - 2), at))
  if (character !== "\u200c" && character !== "\u200d") return false
  const before = text.slice(Math.max(0, at - 3), at)
  const after = text.slice(at + 1, at + 3)
  return (
    (joiningBefore.test(before) && joiningAfter.test(after)) ||
    (character === "\u200d" && emojiBefore.test(before) && emojiAfter.test(after))
  )
}

const joiningScripts =
  "Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
const joining = joiningScripts
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("")
const joiningBefore = new RegExp(`[${joining}]\\p{M}{0,2}$`, "u")
const joiningAfter = new RegExp(`^[${joining}]`, "u")
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

/** Drops everything that an HTML tokeniser could take for a tag or a comment; a lone `<` in prose stays. */
const withoutTags = (text: string): string => {
  let rest = text
  for (let pass = 0; pass < 4; pass++) {
    const next = rest.replace(/<!--[^]*?(?:-->|$)/g, " ").replace(/<\/?[a-z!?][^<>]{0,2000}>/gi, " ")
    if (next === rest) return rest
    rest = next
  }
  return rest.replace(/[<>]/g, " ")
}

const endOfPart = (text: string, start: number): number => {
  const maxEnd = start + partLength
  if (maxEnd >= text.length) return text.length
  const window = text.slice(start, maxEnd)
  const end = Math.max(window.lastIndexOf("\n"), window.lastIndexOf(" ")) + 1
  if (end > 0) return start + end
  for (let at = maxEnd; at > maxEnd - maxSpellingLength; at--) {
    if (!joined.test(text.slice(at - 1, at + 1))) return at
  }
  return pairs.test(text.slice(maxEnd - 1, maxEnd + 1)) ? maxEnd - 1 : maxEnd
}

/** How far back to look for two characters that aren't joined; no real word has more joiners. */
const maxSpellingLength = 64

/** Two units that form one character. */
const pairs = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/

/** Two units that form one character, or that a joiner or a mark may connect to their neighbours. */
const joined = /^(?:[^]|\r\n|[\u200c\u200d][^]|[^][\u200c\u200d\p{M}])$/u
