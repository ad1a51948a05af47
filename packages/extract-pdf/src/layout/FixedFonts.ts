/**
 * The fonts of a page whose characters have the same width: by what the font says of itself, or by the widths of its
 * texts, since many producers don't say it.
 */

/** A text item of pdf.js. */
export interface FontItem {
  readonly str: string
  readonly fontName: string
  readonly width: number
  readonly height: number
}

/** The names of the fonts of fixed width. */
export const fixedFontsOf = (
  items: ReadonlyArray<FontItem>,
  styles: Readonly<Record<string, { readonly fontFamily: string }>>,
): ReadonlySet<string> => {
  const fixed = new Set<string>()
  const texts = new Map<string, Array<FontItem>>()
  for (const item of items) {
    const isDeclared = styles[item.fontName]?.fontFamily === "monospace"
    if (!(isDeclared ? /\S/ : /\p{L}.*\p{L}/su).test(item.str.slice(0, maxTested))) continue
    const others = texts.get(item.fontName) ?? []
    if (others.length < maxTexts) others.push(item)
    texts.set(item.fontName, others)
  }
  for (const [name, own] of texts) {
    const isWide = own.some(({ str }) => ideograph.test(str))
    if (!isWide && (styles[name]?.fontFamily === "monospace" || haveOneWidth(own))) fixed.add(name)
  }
  return fixed
}

// --- private --------------------------------------------------------------------------

/** Maximum number of texts that are measured for each font, and of characters that are tested of each. */
const maxTexts = 200
const maxTested = 200

/** Minimum number of characters of the texts from whose widths a font is judged, and their maximum deviation. */
const minCharacters = 12
const maxDeviation = 0.02

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether narrow and wide letters have the same width: the texts differ in them, and not in their average width. */
const haveOneWidth = (texts: ReadonlyArray<FontItem>): boolean => {
  const measured = texts.flatMap(({ height, str, width }) =>
    height > 0 ? [{ str, width: width / height / Math.max(1, str.trimEnd().length) }] : [],
  )
  const widths = measured.map(({ width }) => width)
  const [least, most] = [Math.min(...widths), Math.max(...widths)]
  const length = measured.reduce((sum, { str }) => sum + str.length, 0)
  const shares = measured.map(({ str }) => (str.match(narrow)?.length ?? 0) / str.length)
  return (
    measured.length > 1 &&
    length >= minCharacters &&
    most - least <= maxDeviation * most &&
    Math.max(...shares) - Math.min(...shares) >= minDifference
  )
}

/** Letters that are narrow in most fonts, and the least difference of the texts' shares of them. */
const narrow = /[ijlt.,:;'()]/g
const minDifference = 0.15
