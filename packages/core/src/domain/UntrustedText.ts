/**
 * What is done to texts that somebody else wrote before a model reads them. Of short ones (titles,
 * snippets) tags and invisible characters go, white space is folded, the length is capped; of a page's
 * text only what nobody can see goes.
 *
 * Invisible characters are where injected instructions hide: zero-width and bidi controls, soft
 * hyphens, variation selectors and the Unicode tag block. They are the code points that Unicode
 * calls default-ignorable (UAX 44), interlinear annotations and lone surrogates.
 *
 * {@link cleanPage} makes the text of a page fit for a model part by part: between two parts everything else that a
 * process does has its turn, so that a page of millions of characters holds up nobody.
 *
 * A part ends behind a line break, or else behind a space, or in a text without either between two signs that nothing
 * joins, so that what belongs together isn't parted: the two halves of a pair of surrogates, the two signs of a line
 * break, the joiners of a word.
 */
import * as Effect from "effect/Effect"

/** A cleaned text, and whether anything of it was cut away for its length. */
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
 * Removes what a reader can't see; line breaks and tabs stay, and so do the joiners that Arabic and
 * Indic scripts and emoji are spelled with (Unicode Standard 23.2), one at a time and only there.
 */
export const stripInvisible = (text: string): string =>
  text.replace(invisible, (character, at: number) => (isSpelling(text, at) ? character : ""))

/**
 * How many characters {@link stripInvisible} removes of those that one can hide something in or behind. Soft
 * hyphens say where a word may be broken and are in many honest texts; halves of surrogate pairs are damage.
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
 * The text of a page without what a reader can't see, and without control characters but tabs and line breaks, all
 * of which are `\n` then (a new page is a line break, too). Half a surrogate pair is U+FFFD. A text that is clean is
 * only looked through.
 */
export const cleanLines = (text: string): string => {
  const whole = text.toWellFormed()
  if (!unclean.test(whole)) return whole
  return stripInvisible(whole)
    .replace(/\r\n?|[\v\f\u0085]/g, "\n")
    .replace(/[^\P{Cc}\t\n]/gu, "")
}

/** At most `length` units from the start, never half a surrogate pair. */
export const takeWhole = (text: string, length: number): string => {
  const end = text.length > length && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, Math.max(0, end))
}

/** A text as {@link cleanLines} leaves it, and how many invisible characters went that one can hide something in. */
export interface CleanText {
  readonly text: string
  readonly invisible: number
}

/**
 * Most characters (UTF-16 units) of a part: some ms of work where every one of them has to go, a tenth of one where
 * none has.
 */
export const partLength = 32_768

/** Cleans a text of any length. */
export const cleanPage = Effect.fnUntraced(function* (text: string): Effect.fn.Return<CleanText> {
  const parts: Array<string> = []
  let invisible = 0
  let isChanged = false
  for (let start = 0; start < text.length;) {
    if (start > 0) yield* Effect.yieldNow
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

const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cs}]/gu

const uncounted = /[\u00ad\p{Cs}]/u

const unclean = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|[^\P{Cc}\t\n]/u

/** Whether the joiner or emoji selector at `at` belongs to the spelling of what stands before and after it. */
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
const joiningBefore = new RegExp(`[${joining}]\\p{M}*$`, "u")
const joiningAfter = new RegExp(`^[${joining}]`, "u")
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

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
  const most = start + partLength
  if (most >= text.length) return text.length
  const window = text.slice(start, most)
  const end = Math.max(window.lastIndexOf("\n"), window.lastIndexOf(" ")) + 1
  if (end > 0) return start + end
  for (let at = most; at > most - longestSpelling; at--) {
    if (!joined.test(text.slice(at - 1, at + 1))) return at
  }
  return pairs.test(text.slice(most - 1, most + 1)) ? most - 1 : most
}

/** How far back it is looked for two signs that aren't joined; a word of more joiners is nobody's. */
const longestSpelling = 64

/** Two units that are one sign together. */
const pairs = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/

/** Two units that are, or that a joiner or a mark may make one sign with what is beside them. */
const joined = /^(?:[^]|\r\n|[\u200c\u200d][^]|[^][\u200c\u200d\p{M}])$/u
