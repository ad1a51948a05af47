/**
 * The text of a page made fit for a model, part by part: between two parts everything else that a process does
 * has its turn, so that a page of millions of characters holds up nobody.
 *
 * A part ends behind a line break, or else behind a space, or in a text without either between two signs that nothing joins, so
 * that what belongs together isn't parted: the two halves of a pair of surrogates, the two signs of a line break, the joiners
 * of a word.
 */
import * as Effect from "effect/Effect"
import * as UntrustedText from "./UntrustedText.ts"

/** A text as {@link UntrustedText.cleanLines} leaves it, and how many invisible characters went that one can hide something in. */
export interface CleanText {
  readonly text: string
  readonly invisible: number
}

/** Most characters (UTF-16 units) of a part: some ms of work where every one of them has to go, a tenth of one where none has. */
export const partLength = 32_768

/** Cleans a text of any length. */
export const clean = Effect.fnUntraced(function* (text: string): Effect.fn.Return<CleanText> {
  const parts: Array<string> = []
  let invisible = 0
  let isChanged = false
  for (let start = 0; start < text.length;) {
    if (start > 0) yield* Effect.yieldNow
    const end = endOfPart(text, start)
    const part = text.slice(start, end)
    const visible = UntrustedText.cleanLines(part)
    if (visible !== part) {
      isChanged = true
      invisible += UntrustedText.countInvisible(part)
    }
    parts.push(visible)
    start = end
  }
  return { text: isChanged ? parts.join("") : text, invisible }
})

// --- private --------------------------------------------------------------------------

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
