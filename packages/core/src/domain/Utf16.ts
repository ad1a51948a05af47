/**
 * Detects UTF-16 text without a byte order mark or a declared charset.
 *
 * A large part of such a page is ASCII, if only its markup: every second byte of that is zero, always on the same side.
 * A binary file has zeros anywhere, or control characters.
 */

/** The order of the bytes in a pair. */
export type Order = "utf-16le" | "utf-16be"

/** Maximum number of byte pairs to check. */
const maxPairs = 1_024

/** Minimum number of byte pairs for an answer. */
const minPairs = 8

/** The byte order of UTF-16 without a mark; `undefined` for other bytes. Checks the first 2,048 bytes. */
export const orderOf = (bytes: Uint8Array): Order | undefined => {
  // A search for a byte is much faster than a loop over pairs, and most pages are text without zeros.
  if (!bytes.subarray(0, 2 * maxPairs).includes(0)) return undefined
  if (isText(bytes, 1)) return "utf-16le"
  return isText(bytes, 0) ? "utf-16be" : undefined
}

// --- private --------------------------------------------------------------------------

/**
 * Whether the pairs are text if the byte at `high` is the upper one: at least a quarter is ASCII, none is a control
 * character, and most of the others aren't two ASCII letters each, as in plain text that contains zeros.
 */
const isText = (bytes: Uint8Array, high: 0 | 1): boolean => {
  const pairs = Math.min(bytes.length >> 1, maxPairs)
  if (pairs < minPairs) return false
  let [ascii, wide, letters] = [0, 0, 0]
  for (let pair = 0; pair < pairs; pair++) {
    const upper = bytes[pair * 2 + high] ?? 0
    const lower = bytes[pair * 2 + 1 - high] ?? 0
    if (upper !== 0) {
      wide++
      if (isLetter(upper) && isLetter(lower)) letters++
      continue
    }
    if (isControl(lower)) return false
    if (lower < 0x80) ascii++
  }
  return ascii * 4 >= pairs && letters * 4 <= wide * 3
}

const isLetter = (code: number): boolean => code >= 0x20 && code < 0x7f

/** Control characters except tab, line feed, form feed and carriage return. */
const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d) || (code >= 0x7f && code < 0xa0)
