/**
 * What stands before a PDF's stream and says how to read it (ISO 32000-1, section 7.3.8.2), told without a parser and so
 * that a document can't hide it: names are read with their escapes, and what a reference leads to is looked up.
 */
import { plainName } from "./PdfValues.ts"

/** What a dictionary says. */
export interface StreamDictionary {
  /** The filters by each of the keys that may name them, first to last. `undefined` where they can't be told. */
  readonly filters: ReadonlyArray<ReadonlyArray<string> | undefined>
  readonly isPicture: boolean
  /** Whether its stream tells where objects lie; such a one is never encrypted. */
  readonly isTable: boolean
  /** Whether its stream may hold objects. */
  readonly holdsObjects: boolean
  /** Whether it was found; else all that stands there is taken for it. */
  readonly isWhole: boolean
  /** What may be its declared length: each number in it, and what it refers to as that. Which one holds is the parser's to say. */
  readonly lengths: ReadonlySet<number>
  /** What LZW's `EarlyChange` may be. */
  readonly codesChanges: ReadonlyArray<0 | 1>
  /** Bytes of a row of what a predictor rearranges. */
  readonly row: number
  /** The objects it may be of. Empty where that can't be told. */
  readonly objects: ReadonlyArray<ObjectId>
}

/** What an object is referred to by. */
export interface ObjectId {
  readonly number: number
  readonly generation: number
}

/** Makes what reads the text that stands before a stream of a file; `referred` is what {@link objectsOf} says of that. */
export const reader =
  (referred: Referred): ((text: string) => StreamDictionary) =>
  (text) => {
    const found = dictionaryIn(text)
    const readings = readingsOf(found?.text ?? text)
    const all = readings.join("\n")
    const isOdd = /\/EarlyChange(?!\s+[01]\s*(?:\/|>>))/.test(all)
    const filters = readings.flatMap((own) =>
      Array.from(own.matchAll(named), ([, value = ""]) => namesIn(value, referred)),
    )
    return {
      filters: isOdd ? [undefined] : filters,
      isWhole: found !== undefined,
      isPicture:
        readings.some((own) => /\/Subtype\s*\/Image\b/.test(own)) || filters.some((names) => names?.some(isOfPictures)),
      isTable: readings.some((own) => /\/Type\s*\/XRef\b/.test(own)),
      holdsObjects: readings.some((own) => /\/First\b/.test(own)),
      lengths: lengthsIn(all, referred),
      codesChanges: all.includes("/EarlyChange") ? [0, 1] : [1],
      row: (numberIn(all, "Columns", 1) * numberIn(all, "Colors", 1) * numberIn(all, "BitsPerComponent", 8)) / 8,
      objects: found?.objects ?? [],
    }
  }

/**
 * The beginning of the object of a number; `undefined` where it isn't written out, or more than once. Of a dictionary that is long
 * or there more than once it is just that.
 */
export type Referred = (object: number) => string | undefined

/** The objects of a file, which are looked for once, when one is asked for. */
export const objectsOf = (file: Buffer): Referred => {
  let places: Map<number, Array<number>> | undefined
  const find = (): Map<number, Array<number>> => {
    const found = new Map<number, Array<number>>()
    for (const { 0: all, 1: number, index } of file
      .toString("latin1")
      .matchAll(/(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj/g)) {
      const before = found.get(Number(number))
      if (before === undefined) found.set(Number(number), [index + all.length])
      else before.push(index + all.length)
    }
    return found
  }
  return (object) => {
    places ??= find()
    const all = places.get(object) ?? []
    if (all.length > mostPlaces) return undefined
    const texts = all.map((from) => file.toString("latin1", from, from + 1_000))
    const [text = ""] = texts
    if (texts.length === 1 && text.includes("endobj")) return text.slice(0, text.indexOf("endobj"))
    return texts.length > 0 && texts.every((each) => beginsDictionary.test(each)) ? "<<" : undefined
  }
}

// --- private --------------------------------------------------------------------------

const mostPlaces = 100
const beginsDictionary = /^\s*<</

/**
 * A dictionary with its escapes read, its white space of one kind and its comments left out. What a comment is depends on what is
 * taken for a string, so that where there may be one it is read in each way.
 */
const readingsOf = (text: string): ReadonlyArray<string> => {
  const spaced = text.replaceAll("\0", " ")
  const ways = spaced.includes("%") ? [spaced.replace(/%[^\r\n]*/g, " "), spaced, withoutComments(spaced)] : [spaced]
  return ways.map(plainName)
}

/** Without strings, and without the comments that don't stand in one. */
const withoutComments = (text: string): string => {
  let [depth, from, out] = [0, 0, ""]
  for (const { 0: mark, index } of text.matchAll(/\\[()\\]|[()]|%/g)) {
    if (index < from) continue
    if (mark === "%") {
      if (depth > 0) continue
      out += text.slice(from, index)
      lineEnd.lastIndex = index
      from = lineEnd.exec(text)?.index ?? text.length
    } else if (mark.endsWith("(") && (mark === "(" || depth === 0)) {
      if (depth++ === 0) out += text.slice(from, index)
    } else if (mark === ")" && depth > 0 && --depth === 0) from = index + 1
  }
  return depth > 0 ? out : out + text.slice(from)
}
const lineEnd = /[\r\n]/g

/** References to a length that are looked up. */
const mostReferences = 64

const lengthsIn = (text: string, referred: Referred): ReadonlySet<number> => {
  const lengths = new Set(Array.from(text.matchAll(/\d{1,10}/g), ([number]) => Number(number)))
  let left = mostReferences
  for (const [, object] of text.matchAll(/\/Length\s+(\d{1,10})\s+\d{1,5}\s+R\b/g)) {
    if (left-- === 0) break
    const number = /^\s*(\d{1,10})/.exec(referred(Number(object)) ?? "")?.[1]
    if (number !== undefined) lengths.add(Number(number))
  }
  return lengths
}

/** `F` stands for `Filter`; elsewhere it is a file's name, which is no name or list of such. */
const named = /\/F(?:ilter)?\s*(\[[^\]]{0,1000}\]?|\/[^\s/[\]<>()]+|\d{1,10}\s+\d{1,5}\s+R)/g

const isOfPictures = (name: string): boolean => /^(?:CCF|DCT|(?:CCITTFax|DCT|JBIG2|JPX)Decode)$/.test(name)

const namesIn = (value: string, referred: Referred): ReadonlyArray<string> | undefined => {
  const names: Array<string> = []
  for (const [, name, object] of value.matchAll(/\/([^\s/[\]<>()]+)|(\d{1,10})\s+\d{1,5}\s+R/g)) {
    if (name !== undefined) names.push(name)
    else {
      const found = referred(Number(object))
      // Pictures are often called `F` among a stream's resources.
      if (found !== undefined && beginsDictionary.test(found)) continue
      if (found === undefined || /\sR\b/.test(found)) return undefined
      names.push(...Array.from(found.matchAll(/\/([^\s/[\]<>()]+)/g), ([, other = ""]) => other))
    }
  }
  return names
}

const numberIn = (text: string, key: string, otherwise: number): number =>
  Array.from(text.matchAll(new RegExp(`/${key}\\s+(\\d{1,10})`, "g")), ([, value]) => Number(value)).reduce(
    (most, value) => Math.max(most, value),
    otherwise,
  )

/** Beginnings of objects that are tried: strings may hold what looks like one. */
const mostBeginnings = 8

/** The longest of the texts from the beginning of an object on that is one dictionary, and all objects of which there is such a text. */
const dictionaryIn = (
  text: string,
): { readonly text: string; readonly objects: ReadonlyArray<ObjectId> } | undefined => {
  let longest: string | undefined
  const headers: Array<ObjectId | undefined> = []
  for (let at = text.lastIndexOf("obj"), left = mostBeginnings; at > 0 && left > 0; left--) {
    const own = text.slice(at + 3)
    if (isWhole(own)) {
      longest = own
      if (beginsOwn.test(own)) headers.push(headerBefore(text, at))
    }
    at = text.lastIndexOf("obj", at - 1)
  }
  const objects = headers.filter((header) => header !== undefined)
  return longest === undefined ? undefined : { text: longest, objects: objects.length < headers.length ? [] : objects }
}

const beginsOwn = /^(?:[\s\0]|%[^\r\n]*)*<</

const headerBefore = (text: string, at: number): ObjectId | undefined => {
  const found = /(?<![\d.+-])(\d{1,10})[\s\0]+(\d{1,10})[\s\0]+$/.exec(text.slice(Math.max(0, at - longestHeader), at))
  return found === null ? undefined : { number: Number(found[1]), generation: Number(found[2]) }
}
const longestHeader = 64

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
