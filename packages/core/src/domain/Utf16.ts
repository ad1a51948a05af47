/**
 * UTF-16 text that says so nowhere: it has no byte order mark, and its type names no charset.
 *
 * A page in UTF-16 is ASCII for a good part, if only its markup: every second byte of that is zero, always on
 * the same side. A binary file has its zeros anywhere, or control characters among its pairs.
 */

/** The order of the bytes in a pair. */
export type Order = "utf-16le" | "utf-16be"

/** Pairs that are looked at, and the fewest that tell anything. */
const mostPairs = 1_024
const fewestPairs = 8

/** Which UTF-16 these bytes are without a mark; `undefined` where they are none. Looks at the first 2,048 bytes. */
export const orderOf = (bytes: Uint8Array): Order | undefined => {
  if (isText(bytes, 1)) return "utf-16le"
  return isText(bytes, 0) ? "utf-16be" : undefined
}

// --- private --------------------------------------------------------------------------

/**
 * Whether the pairs are text with the byte at `high` as the upper one of each: at least a quarter of them is ASCII,
 * none is a control character, and the others aren't mostly two letters of ASCII each, as they are in plainer text with
 * zeros in it.
 */
const isText = (bytes: Uint8Array, high: 0 | 1): boolean => {
  const pairs = Math.min(bytes.length >> 1, mostPairs)
  if (pairs < fewestPairs) return false
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

/** The control characters but those that text has: tab, line feed, form feed and carriage return. */
const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d) || (code >= 0x7f && code < 0xa0)
