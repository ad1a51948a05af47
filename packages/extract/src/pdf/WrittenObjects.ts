/**
 * Objects of a PDF as they are written out in its file, found without the tables that say where they are: which of these holds is
 * the parser's to say, and they may lead anywhere.
 */
import { type Value, valueAt } from "./PdfValues.ts"

/** The values of a key, wherever it stands in a text; `undefined` where one can't be read, or it is there too often. */
export const namedIn = (text: string, name: RegExp): ReadonlyArray<Value> | undefined => {
  const values: Array<Value> = []
  for (const { 0: all, index } of text.matchAll(name)) {
    const value = valueAt(text.slice(index, index + mostText), all.length)
    if (value === undefined || values.length === mostNamed) return undefined
    values.push(value)
  }
  return values
}

/** What matches a name with escapes or without (ISO 32000-1, section 7.3.5). */
export const escapable = (name: string): string =>
  Array.from(name, (letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("")

/** Whether there is an object that {@link Objects} doesn't find, since its number is written in a way that nobody writes. */
export const hasOddObjects = (text: string): boolean => {
  for (const { index } of text.matchAll(/(?<!end)obj/g)) {
    const before = text.slice(Math.max(0, index - longestHeader), index)
    if (/(?<![\d.+-])\d{1,10}[\s\0]+\d{1,10}[\s\0]+$/.test(before)) continue
    if (/(?:[\d.+-]|^|%[^\r\n]*[\r\n]+)[\s\0]*$/.test(before) && index > 0) return true
    // A comment of which the beginning isn't seen.
    if (before.length === longestHeader && /^[^\r\n]+[\r\n][\s\0]*$/.test(before)) return true
  }
  return false
}
/** The objects of a file by their numbers: all that are written out, of which a table that may be anywhere chooses. */
export class Objects {
  private readonly found = new Map<number, ReadonlyArray<Value | undefined>>()
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** `undefined` is one that can't be read. */
  at(number: number): ReadonlyArray<Value | undefined> {
    const known = this.found.get(number)
    if (known !== undefined) return known
    if (this.found.size > mostReferences) return [undefined]
    const header = new RegExp(`(?<!\\d)0*${number}[\\s\\0]+\\d+[\\s\\0]+obj`, "g")
    const values = Array.from(this.text.matchAll(header), ({ 0: all, index }) =>
      valueAt(this.text.slice(index + all.length, index + all.length + mostText), 0),
    )
    this.found.set(number, values)
    return values
  }
}

/** The entries of a dictionary, and what they refer to. */
export class Entries {
  private readonly entries: ReadonlyMap<string, Value>
  private readonly objects: Objects
  private readonly within: Entries | undefined
  private isReadable = true

  constructor(entries: ReadonlyMap<string, Value>, objects: Objects, within?: Entries) {
    this.entries = entries
    this.objects = objects
    this.within = within
  }

  /** Whether all that was asked for, here and in dictionaries within, could be told. */
  get isClear(): boolean {
    return this.isReadable
  }

  number(key: string): number | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    if (value._tag !== "number" || Number.isNaN(value.number)) this.fail()
    return value._tag === "number" ? value.number : undefined
  }

  string(key: string): Buffer | undefined {
    const value = this.get(key)
    return value?._tag === "string" ? value.bytes : undefined
  }

  name(key: string): string | undefined {
    const value = this.get(key)
    return value?._tag === "name" ? value.text : undefined
  }

  word(key: string): string | undefined {
    const value = this.get(key)
    return value?._tag === "word" ? value.text : undefined
  }

  dictionary(key: string): Entries | undefined {
    const value = this.get(key)
    return value?._tag === "dictionary" ? new Entries(value.entries, this.objects, this) : undefined
  }

  /** The names that dictionaries within this one have for a key. */
  namesWithin(key: string): ReadonlyArray<string> {
    return Array.from(this.entries.keys(), (own) => this.dictionary(own)?.name(key)).filter(
      (name) => name !== undefined,
    )
  }

  private get(key: string): Value | undefined {
    const value = this.entries.get(key)
    if (value?._tag !== "reference") return value
    const [found, ...others] = this.objects.at(value.object)
    if (found === undefined || found._tag === "reference" || others.length > 0) this.fail()
    return found
  }

  private fail(): void {
    this.isReadable = false
    this.within?.fail()
  }
}

// --- private --------------------------------------------------------------------------

/** Most values of a key. */
const mostNamed = 1_000

/** How much of a file a dictionary may take. */
const mostText = 16_384

/** Most objects that are looked for. */
const mostReferences = 32

const longestHeader = 128
