/**
 * What is done to short texts that somebody else wrote (titles, snippets) before a model reads
 * them: tags and invisible characters go, white space is folded, the length is capped.
 *
 * Invisible characters are where injected instructions hide: zero-width and bidi controls, soft
 * hyphens, variation selectors and the Unicode tag block. They are the code points that Unicode
 * calls default-ignorable (UAX 44), interlinear annotations and lone surrogates.
 */

/** A cleaned text, and whether anything of it was cut away for its length. */
export interface Cleaned {
  readonly text: string
  readonly cut: boolean
}

/** Cleans one line of text and caps it at `maxLength` characters (UTF-16 units), the ellipsis included. */
export const clean = (text: string, maxLength: number): Cleaned => {
  const considered = text.length > 64 * maxLength ? text.slice(0, 64 * maxLength) : text
  const line = stripInvisible(withoutTags(considered))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (line.length <= maxLength) return { text: line, cut: considered.length < text.length }
  return { text: `${takeWhole(line, maxLength - 1).trimEnd()}…`, cut: true }
}

/** Removes what a reader can't see; line breaks and tabs stay. */
export const stripInvisible = (text: string): string => text.replace(invisible, "")

/** At most `length` units from the start, never half a surrogate pair. */
export const takeWhole = (text: string, length: number): string => {
  const end = text.length > length && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, Math.max(0, end))
}

// --- private --------------------------------------------------------------------------

const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cs}]/gu

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
