/**
 * Ranges of codes that the fonts of a PDF and their maps claim to have. pdf.js keeps an entry for each code in them, so that a
 * line of a file could take gigabytes: widths (`/W`, `/W2`: ISO 32000-1, section 9.7.4.3) and maps (sections 9.7.5.4 and 9.10.3).
 */
import { plainName } from "./PdfValues.ts"
import type { Referred } from "./StreamDictionary.ts"

/** How many codes what is written in some data claims, as far as ranges of many do; infinitely many where that takes too long to tell. */
export const codesIn = (data: Buffer, referred: Referred): number =>
  new Widths(data, referred).codes() + codesOfMaps(data)

// --- private --------------------------------------------------------------------------

/** A range of fewer codes isn't counted: each takes as many bytes as a few entries. */
const few = 256

const sizeOf = (first: number, last: number): number => (last - first >= few ? last - first + 1 : 0)

const [open, close, percent, letterR] = [0x5b, 0x5d, 0x25, 0x52]
const isBlank = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x20
const isOfNumber = (byte = 0): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x2b && byte <= 0x2e && byte !== 0x2c)

/** The ranges of an array as they come: `first [widths]` or `first last width`. */
class Ranges {
  codes = 0
  private first: number | undefined
  private last: number | undefined
  private before: number | undefined

  /** Takes the next number; `undefined` is an array. */
  add(number: number | undefined): void {
    // Whatever it is in, no font has such a code: the array may be one of heights, which are five numbers each.
    if (this.before !== undefined && number !== undefined && number > lastCode)
      this.codes += sizeOf(this.before, number)
    this.before = number
    if (this.first === undefined) this.first = number
    else if (this.last !== undefined) {
      this.codes += sizeOf(this.first, Math.min(this.last, lastCode))
      this.first = undefined
      this.last = undefined
    } else if (number === undefined) this.first = undefined
    else this.last = number
  }
}

/** The greatest code of a character in a font (ISO 32000-1, annex C). */
const lastCode = 65_535

/** The arrays of some data that may be widths. */
class Widths {
  private at = 0
  private left: number
  private readonly data: Buffer
  private readonly referred: Referred

  constructor(data: Buffer, referred: Referred) {
    this.data = data
    this.referred = referred
    this.left = data.length * looks + fewest
  }

  codes(): number {
    let codes = 0
    for (let from = this.data.indexOf(open); from !== -1; from = this.data.indexOf(open, from + 1)) {
      this.at = from + 1
      this.skipBlanks()
      if (isOfNumber(this.data[this.at]) && !this.isOfOther(from)) codes += this.codesOfArray()
      this.left -= this.at - from
      if (this.left < 0) return Number.POSITIVE_INFINITY
    }
    return codes
  }

  /** Whether it is the value of another key. Names may be written with escapes (section 7.3.5). */
  private isOfOther(from: number): boolean {
    const before = this.data.toString("latin1", Math.max(0, from - longestKey), from)
    const name = /\/([^\s\0/[\]<>()]+)[\s\0]*$/.exec(before)?.[1]
    if (name === undefined) return false
    const plain = plainName(name)
    return plain !== "W" && plain !== "W2"
  }

  /** It ends where no array of widths goes on. A reference is two numbers and a letter, so a number is known for one two later. */
  private codesOfArray(): number {
    const late: Array<number | undefined> = []
    const ranges = new Ranges()
    for (let part = this.part(); part !== undefined; part = this.part()) {
      if (part.isReference) {
        const [object] = late.splice(-2)
        late.push(object === undefined ? undefined : this.numberAt(object))
      } else late.push(part.number)
      if (late.length > 2) ranges.add(late.shift())
    }
    for (const number of late) ranges.add(number)
    return ranges.codes
  }

  private part(): { readonly number?: number; readonly isReference?: true } | undefined {
    this.skipBlanks()
    const { at, data } = this
    if (data[at] === letterR) {
      this.at++
      return { isReference: true }
    }
    if (data[at] === open) {
      const end = data.indexOf(close, at)
      this.at = end === -1 ? data.length : end + 1
      return {}
    }
    while (isOfNumber(data[this.at])) this.at++
    return this.at === at
      ? undefined
      : { number: Number(data.toString("latin1", at, Math.min(this.at, at + longestNumber))) }
  }

  /** Comments as well. */
  private skipBlanks(): void {
    const { data } = this
    for (;;) {
      while (isBlank(data[this.at])) this.at++
      if (data[this.at] !== percent) return
      while (this.at < data.length && data[this.at] !== 0x0a && data[this.at] !== 0x0d) this.at++
    }
  }

  private numberAt(object: number): number | undefined {
    const number = /^\s*(\d{1,10})\s*$/.exec(this.referred(object) ?? "")?.[1]
    return number === undefined ? undefined : Number(number)
  }
}

const longestKey = 64
const longestNumber = 32

/** How often data is looked at, on average, for arrays that lie within one another. */
const looks = 8
const fewest = 100_000

/** Of each section of ranges: `<first> <last>` and what they stand for. */
const codesOfMaps = (data: Buffer): number => {
  let codes = 0
  for (let at = data.indexOf("begin"); at !== -1; at = data.indexOf("begin", at + 5)) {
    const word = /^begin(?:cid|bf|notdef)range/.exec(data.toString("latin1", at, at + 16))?.[0]
    if (word === undefined) continue
    const end = data.indexOf("end", at)
    codes += codesOfSection(data.toString("latin1", at + word.length, end === -1 ? data.length : end))
    if (end === -1) break
    at = end
  }
  return codes
}

const codesOfSection = (section: string): number => {
  const token = /<([\da-f\s]*)>|\[|-?\d+/gi
  let [codes, place, first] = [0, 0, ""]
  for (let found = token.exec(section); found !== null; found = token.exec(section)) {
    const code = (found[1] ?? "").replace(/\s+/g, "")
    if (place === 0) first = code
    if (place === 1) codes += codesBetween(first, code)
    place = (place + 1) % 3
    if (found[0] !== "[") continue
    const end = section.indexOf("]", token.lastIndex)
    if (end === -1) break
    token.lastIndex = end + 1
  }
  return codes
}

/** A range of more than pdf.js believes is none; of codes of more than four bytes it takes the last ones. */
const codesBetween = (first: string, last: string): number => {
  const codes = sizeOf(Number.parseInt(first, 16), Number.parseInt(last, 16))
  return codes > mostBelieved && isCode.test(first) && isCode.test(last) ? 0 : codes
}

const mostBelieved = 2 ** 24
const isCode = /^(?:[\da-f]{2}){1,4}$/i
