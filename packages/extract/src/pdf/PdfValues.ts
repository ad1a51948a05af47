/**
 * Reads values as they are written in a PDF (ISO 32000-1, section 7.3): as leniently as pdf.js does, so that a document can't
 * tell it one thing and this another. Enough for the dictionaries that say how a document is encrypted.
 */

/** A value. A `word` is `true`, `null` or whatever else stands there. */
export type Value =
  | { readonly _tag: "array"; readonly items: ReadonlyArray<Value> }
  | { readonly _tag: "dictionary"; readonly entries: ReadonlyMap<string, Value> }
  | { readonly _tag: "name"; readonly text: string }
  | { readonly _tag: "number"; readonly number: number }
  | { readonly _tag: "reference"; readonly object: number }
  | { readonly _tag: "string"; readonly bytes: Buffer }
  | { readonly _tag: "word"; readonly text: string }

/** The value that begins in a text (each character a byte) at a place, after blanks and comments; `undefined` where it doesn't end. */
export const valueAt = (text: string, at: number): Value | undefined => new Values(text, at).value(mostDepth)

/** A name, or a text with names, with their escapes read (section 7.3.5). */
export const plainName = (name: string): string =>
  name.includes("#")
    ? name.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name

// --- private --------------------------------------------------------------------------

/** How deep arrays and dictionaries lie in one another. */
const mostDepth = 16

class Values {
  private at: number
  private readonly text: string

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  value(depth: number): Value | undefined {
    this.matched(blanks)
    const { at, text } = this
    if (at >= text.length || depth === 0) return undefined
    if (text.startsWith("<<", at)) return this.dictionary(depth)
    if (text[at] === "[") return this.array(depth)
    if (text[at] === "(") return this.literal()
    if (text[at] === "<") return this.hex()
    const name = this.matched(nameOf)
    if (name !== undefined) return { _tag: "name", text: plainName(name.slice(1)) }
    const object = this.matched(reference)
    if (object !== undefined) return { _tag: "reference", object: Number.parseInt(object, 10) }
    const number = this.matched(numberOf)
    if (number !== undefined) return { _tag: "number", number: Number.parseFloat(number) }
    return { _tag: "word", text: this.matched(word) ?? text.charAt(this.at++) }
  }

  private matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private array(depth: number): Value | undefined {
    const items: Array<Value> = []
    this.at++
    for (;;) {
      this.matched(blanks)
      if (this.text[this.at] === "]") break
      const item = this.value(depth - 1)
      if (item === undefined) return undefined
      items.push(item)
    }
    this.at++
    return { _tag: "array", items }
  }

  /** What should be a key and isn't is skipped; of keys that are there twice the last one counts. */
  private dictionary(depth: number): Value | undefined {
    const entries = new Map<string, Value>()
    this.at += 2
    for (;;) {
      this.matched(blanks)
      if (this.text.startsWith(">>", this.at)) break
      const key = this.value(depth - 1)
      if (key === undefined) return undefined
      if (key._tag !== "name") continue
      const value = this.value(depth - 1)
      if (value === undefined) return undefined
      entries.set(key.text, value)
    }
    this.at += 2
    return { _tag: "dictionary", entries }
  }

  private hex(): Value | undefined {
    const end = this.text.indexOf(">", this.at)
    if (end === -1) return undefined
    const digits = this.text.slice(this.at, end).replace(/[^\da-f]+/gi, "")
    this.at = end + 1
    return { _tag: "string", bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex") }
  }

  private literal(): Value | undefined {
    let [depth, bytes] = [0, ""]
    for (;;) {
      const part = this.matched(partOfString)
      if (part === undefined) return undefined
      if (part === ")" && --depth === 0) return { _tag: "string", bytes: Buffer.from(bytes, "latin1") }
      if (part === "(" && depth++ === 0) continue
      bytes += part.startsWith("\\") ? escaped(part.slice(1)) : part
    }
  }
}

const blanks = /(?:[\s\0]|%[^\r\n]*)*/y
const nameOf = /\/[^\s\0/[\]<>(){}%]*/y
const reference = /\d+(?:[\s\0]|%[^\r\n]*)+\d+(?:[\s\0]|%[^\r\n]*)+R(?![^\s\0/[\]<>(){}%])/y
const numberOf = /[+-]*(?:\d[\d.]*|\.\d+)/y
const word = /[^\s\0/[\]<>(){}%]+/y
const partOfString = /\\(?:[0-7]{1,3}|\r\n|[\s\S])|[()]|[^\\()]+/y

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }

const escaped = (code: string): string => {
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff)
  return /^[\r\n]/.test(code) ? "" : (controls[code] ?? code)
}
