/** The kind of a character: a letter, a digit, the end of a sentence, a currency and the like. */

/** The kinds. Those of words are the lowest: `ideograph` and all below it; `digit` and all below it make runs. */
export const [letter, capital, digit, ideograph, stop, wideStop, comma, currency, closing, space, other] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
]

/** The kind of a UTF-16 unit. */
export const kindOf = (code: number): number => {
  const known = kinds[code] ?? 0
  return known === 0 ? classify(code) : known
}

// --- private --------------------------------------------------------------------------

/** The kind of each UTF-16 unit, found when it first occurs. */
const kinds = new Uint8Array(0x10000)

/** Finds and stores a kind. It is apart from {@link kindOf}: a closure there would take memory for each character. */
const classify = (code: number): number => {
  const character = String.fromCharCode(code)
  const found = patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? other
  kinds[code] = found
  return found
}

const patterns: ReadonlyArray<readonly [kind: number, pattern: RegExp]> = [
  [ideograph, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u],
  [capital, /\p{Lu}/u],
  [letter, /[\p{L}\p{M}_\ud800-\udfff]/u],
  [digit, /\p{N}/u],
  [stop, /[.!?…؟।]/u],
  [wideStop, /[。！？]/u],
  [comma, /[,;:،、，；：]/u],
  [currency, /\p{Sc}/u],
  [closing, /[)\]"'”’»]/u],
  [space, /\s/u],
]
