/** Finds a quote in a page's text, so that a model's quotes can be verified. */
import * as UntrustedText from "../domain/UntrustedText.ts"

/** The position of a quote: `text.slice(start, end)`. `exact` is false if that text differs from the quote. */
export interface Quote {
  readonly start: number
  readonly end: number
  readonly exact: boolean
}

/**
 * The first position of a quote in a text: as written, else without regard to letter case, to the kinds of white space,
 * quotation marks, dashes and ellipses, and to Markdown's marks and invisible characters. `undefined` if the text
 * doesn't contain the quote, or if the quote has no letters or digits.
 */
export const find = (text: string, quote: string): Quote | undefined => {
  const wanted = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
  const at = text.indexOf(wanted)
  if (at >= 0) return { start: at, end: at + wanted.length, exact: true }
  const normalised = normalise(text)
  const needle = normalise(wanted).text.trim()
  const place = normalised.text.indexOf(needle)
  const start = normalised.offsets[place]
  const last = normalised.offsets[place + needle.length - 1]
  if (place < 0 || start === undefined || last === undefined) return undefined
  return { start, end: endOfCharacter(text, last), exact: false }
}

// --- private --------------------------------------------------------------------------

/** A text normalised for comparison, and the original offset of each of its UTF-16 units. */
interface Normalised {
  readonly text: string
  readonly offsets: ReadonlyArray<number>
}

/** Equivalent typographic characters. */
const typography: ReadonlyMap<string, string> = new Map(
  Object.entries({ "'": "‘’‚‛′`", '"': "“”„‟«»″", "-": "‐‑‒–—―−", "...": "…" }).flatMap(([plain, others]) =>
    Array.from(others, (other): [string, string] => [other, plain]),
  ),
)

/** Marks of Markdown that a reader doesn't see, and invisible characters. */
const invisible = new RegExp(String.raw`[*_\\${UntrustedText.invisibleSet}]`, "u")

const normalise = (text: string): Normalised => {
  const characters: Array<string> = []
  const offsets: Array<number> = []
  let at = 0
  for (const character of text) {
    const offset = at
    at += character.length
    if (invisible.test(character)) continue
    const isSpace = /\s/.test(character)
    if (isSpace && characters.at(-1) === " ") continue
    const plain = isSpace ? " " : (typography.get(character) ?? character.normalize("NFKC").toLowerCase())
    for (const character of plain) {
      characters.push(character)
      for (let unit = 0; unit < character.length; unit++) offsets.push(offset)
    }
  }
  return { text: characters.join(""), offsets }
}

const endOfCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return at + (unit >= 0xd800 && unit <= 0xdbff ? 2 : 1)
}
