/** How much of a page is shown, in characters (UTF-16 units) and in UTF-8 bytes. */

/** The size of the shown part; `undefined` is no limit. */
export interface Limits {
  readonly maxLength: number
  readonly maxBytes?: number | undefined
}

/** The number of characters from `start` on within both limits. */
export const lengthWithin = (text: string, start: number, { maxBytes, maxLength }: Limits): number =>
  maxBytes === undefined || maxLength * 3 <= maxBytes
    ? maxLength
    : new TextEncoder().encodeInto(text.slice(start, start + maxLength), new Uint8Array(Math.max(0, maxBytes))).read

/** The number of characters of any text within both limits: a character (UTF-16 unit) has at most three bytes. */
export const charactersWithin = ({ maxBytes, maxLength }: Limits): number =>
  maxBytes === undefined ? maxLength : Math.min(maxLength, Math.floor(maxBytes / 3))
