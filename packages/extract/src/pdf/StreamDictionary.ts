/**
 * What stands before a PDF's stream and says how to read it (ISO 32000-1, section 7.3.8.2), told without a parser and so
 * that a document can't hide it: names are read with their escapes, and what a reference leads to is looked up.
 */

/** What a dictionary says. */
export interface StreamDictionary {
  /** The filters by each of the keys that may name them, first to last. `undefined` where they can't be told. */
  readonly filters: ReadonlyArray<ReadonlyArray<string> | undefined>
  readonly isPicture: boolean
  /** Whether it was found; else all that stands there is taken for it. */
  readonly isWhole: boolean
  /** The length that is declared. */
  readonly length: number | undefined
  /** LZW's `EarlyChange`. */
  readonly codesChange: 0 | 1
  /** Bytes of a row of what a predictor rearranges. */
  readonly row: number
}

/** Makes what reads the text that stands before a stream of a file. */
export const reader = (file: Buffer): ((text: string) => StreamDictionary) => {
  const referred = objectsOf(file)
  return (text) => {
    const found = dictionaryIn(text)
    const own = (found ?? text)
      .replace(/%[^\r\n]*/g, " ")
      .replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    const length = /\/Length\s+(\d{1,10})(\s+\d{1,5}\s+R\b)?/.exec(own)
    const declared = length?.[2] === undefined ? length?.[1] : referred(Number(length[1]))?.trim()
    const filters = Array.from(own.matchAll(named), ([, value = ""]) => namesIn(value, referred))
    return {
      filters,
      isWhole: found !== undefined,
      isPicture: /\/Subtype\s*\/Image\b/.test(own) || filters.some((names) => names?.some(isOfPictures)),
      length: declared === undefined || !/^\d{1,10}$/.test(declared) ? undefined : Number(declared),
      codesChange: /\/EarlyChange\s+0/.test(own) ? 0 : 1,
      row: (numberIn(own, "Columns", 1) * numberIn(own, "Colors", 1) * numberIn(own, "BitsPerComponent", 8)) / 8,
    }
  }
}

// --- private --------------------------------------------------------------------------

/** `F` stands for `Filter`; elsewhere it is a file's name, which is no name or list of such. */
const named = /\/F(?:ilter)?\s*(\[[^\]]{0,1000}\]?|\/[^\s/[\]<>()]+|\d{1,10}\s+\d{1,5}\s+R)/g

const isOfPictures = (name: string): boolean => /^(?:CCF|DCT|(?:CCITTFax|DCT|JBIG2|JPX)Decode)$/.test(name)

/** The beginning of the object of a number; `undefined` where it isn't written out, or more than once. */
type Referred = (object: number) => string | undefined

const namesIn = (value: string, referred: Referred): ReadonlyArray<string> | undefined => {
  const names: Array<string> = []
  for (const [, name, object] of value.matchAll(/\/([^\s/[\]<>()]+)|(\d{1,10})\s+\d{1,5}\s+R/g)) {
    if (name !== undefined) names.push(name)
    else {
      const found = referred(Number(object))
      if (found === undefined || /\sR\b/.test(found)) return undefined
      names.push(...Array.from(found.matchAll(/\/([^\s/[\]<>()]+)/g), ([, other = ""]) => other))
    }
  }
  return names
}

/** The objects are looked for once, when one is asked for. */
const objectsOf = (file: Buffer): Referred => {
  let places: Map<number, number> | undefined
  const find = (): Map<number, number> => {
    const found = new Map<number, number>()
    for (const { 0: all, 1: number, index } of file
      .toString("latin1")
      .matchAll(/(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj/g))
      found.set(Number(number), found.has(Number(number)) ? -1 : index + all.length)
    return found
  }
  return (object) => {
    places ??= find()
    const from = places.get(object) ?? -1
    const text = from === -1 ? "" : file.toString("latin1", from, from + 1_000)
    return text.includes("endobj") ? text.slice(0, text.indexOf("endobj")) : undefined
  }
}

const numberIn = (text: string, key: string, otherwise: number): number =>
  Array.from(text.matchAll(new RegExp(`/${key}\\s+(\\d{1,10})`, "g")), ([, value]) => Number(value)).reduce(
    (most, value) => Math.max(most, value),
    otherwise,
  )

/** Beginnings of objects that are tried: strings may hold what looks like one. */
const mostBeginnings = 8

/** The longest of the texts from the beginning of an object on that is one dictionary. */
const dictionaryIn = (text: string): string | undefined => {
  let longest: string | undefined
  for (let at = text.lastIndexOf("obj"), left = mostBeginnings; at > 0 && left > 0; left--) {
    const own = text.slice(at + 3)
    if (isWhole(own)) longest = own
    at = text.lastIndexOf("obj", at - 1)
  }
  return longest
}

/** Whether a text is one dictionary. A part of a string is none: it has an end too many. */
const isWhole = (text: string): boolean => {
  let [depth, within] = [0, 0]
  const end = text.trimEnd().length
  for (const { 0: mark, index } of text.matchAll(/\\[\s\S]|<<|<[\da-f\s]*>|>>|[()]/gi)) {
    if (mark === "(") within++
    else if (mark === ")" && --within < 0) return false
    else if (within > 0) continue
    else if (mark === "<<") depth++
    else if (mark === ">>" && --depth <= 0) return depth === 0 && index + 2 === end
  }
  return false
}
