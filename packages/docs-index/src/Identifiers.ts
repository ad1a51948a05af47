/**
 * The words of identifiers: `retryOrElse` is found by its name and by each of its words, and so is `max_connections`.
 * The tokenizer of the index splits at everything but letters and digits, so a whole name has neither.
 */

/** A word of a text, as it is written, with its place. */
export const words = /[\p{L}\p{N}_$]+/gu

/** The parts of a name by case and underscore, in lower case; one for a plain word. */
export const partsOf = (name: string): ReadonlyArray<string> =>
  Array.from(name.matchAll(part), ([word]) => word.toLowerCase())

/** A name without its separators, in lower case. */
export const wholeOf = (name: string): string => name.replaceAll(/[_$]+/g, "").toLowerCase()

/** Every name in a text that has several parts: whole, and its parts. Each once. */
export const expand = (text: string): string => {
  const found = new Set<string>()
  for (const [name] of text.matchAll(words)) {
    if (name.length > maxNameLength || !isCompound.test(name)) continue
    const parts = partsOf(name)
    if (parts.length < 2) continue
    found.add(wholeOf(name))
    for (const each of parts) found.add(each)
  }
  return Array.from(found).join(" ")
}

/** Whether a name has a case or an underscore inside. */
export const isCompound = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_+[\p{L}\p{N}]/u

// --- private --------------------------------------------------------------------------

/** A longer run of letters is data. */
const maxNameLength = 100

const part = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+\p{N}*|\p{N}+/gu
