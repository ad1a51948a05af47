/**
 * What it costs at most that the fonts of a PDF use predefined CMaps. pdf.js takes each apart anew for each font that differs from
 * those before it: 6 to 35 ms and up to 7 MB, so that a page of hundreds of fonts would take seconds and gigabytes.
 */
import { collectionOf } from "./CMapNames.ts"
import { plainName } from "./PdfValues.ts"
import type { Referred } from "./StreamDictionary.ts"

/** What a document's data says of its fonts. */
export class CMapCost {
  /** In ms, of fonts that name a CMap; infinitely much where one is named in a way that can't be counted. */
  private named = 0
  /** Of what a map of a document's own uses, which may be the map of every font. */
  private used = 0
  private fonts = 0
  /** Fonts of codes of more than a byte, and those that tell themselves what their codes stand for. */
  private composite = 0
  private told = 0
  private looks = 0
  private readonly referred: Referred

  constructor(referred: Referred) {
    this.referred = referred
  }

  /** Of all data that was added, in ms of a processor of 2025. */
  get total(): number {
    if (this.looks > mostNames) return Number.POSITIVE_INFINITY
    const unnamed = Math.max(0, this.composite - this.fonts - this.told)
    return this.named + this.used * this.composite + untold * unnamed
  }

  add(data: Buffer): void {
    const text = data.toString("latin1")
    const name = new RegExp(nameOf)
    let [before, end] = ["", 0]
    for (let found = name.exec(text); found !== null && this.looks <= mostNames; found = name.exec(text)) {
      this.looks++
      const value = plainName(found[1] ?? "")
      const key = isBlank(text, end, found.index) ? before : ""
      before = value
      end = name.lastIndex
      const object = value === "Subtype" || value === "ToUnicode" ? objectAt(text, end) : undefined
      if (value === "Type0") this.composite++
      else if (value === "ToUnicode" && object !== undefined) this.told++
      else if (value === "Subtype" && object !== undefined) this.refer(object)
      else this.count(value, key, text, end)
    }
  }

  /** A kind of font that is told elsewhere may be that of many. */
  private refer(object: number): void {
    const kind = /^\s*\/([^\s\0/[\]<>(){}%]{1,64})\s*$/.exec(this.referred(object) ?? "")?.[1]
    if (kind === undefined) this.named = Number.POSITIVE_INFINITY
    else if (plainName(kind) === "Type0") this.composite++
  }

  private count(value: string, key: string, text: string, end: number): void {
    const cost = costOf(value)
    // Letters are the names of all kinds of things, and a map tells its own.
    if (cost === 0 || key === "CMapName" || (value.length === 1 && key !== "Encoding")) return
    if (key === "UseCMap" || uses.test(text.slice(end, end + longestGap))) this.used = Math.max(this.used, cost)
    else if (keys.has(key)) {
      this.named += cost
      this.fonts++
    } else this.named = Number.POSITIVE_INFINITY
  }
}

// --- private --------------------------------------------------------------------------

/** A name (ISO 32000-1, section 7.3.5). */
const nameOf = /\/([^\s\0/[\]<>(){}%]{1,64})/g

/** Most names that are looked at. */
const mostNames = 1_000_000

/** Of a font whose codes are the numbers of its characters: these are looked up, if nothing else tells them. */
const untold = 6

const costOf = (name: string): number => {
  if (chinese.has(name)) return 15
  if (collectionOf(name) === undefined) return 0
  return name.startsWith("Uni") ? 35 : 15
}

/** Where a font says what it uses. */
const keys: ReadonlySet<string> = new Set(["Encoding", "ToUnicode", "BaseFont", "FontName"])
const uses = /^\s+usecmap\b/

/** Names of fonts in GBK, which pdf.js takes for fonts of such codes where nothing is embedded. */
const chinese: ReadonlySet<string> = new Set([
  "ËÎÌå",
  "ºÚÌå",
  "¿¬Ìå",
  "·ÂËÎ",
  "¿¬Ìå_GB2312",
  "·ÂËÎ_GB2312",
  "Á¥Êé",
  "ÐÂËÎ",
  "·ÂËÎÌå",
  "Ð¡±êËÎ",
])

const objectAt = (text: string, at: number): number | undefined => {
  reference.lastIndex = at
  const object = reference.exec(text)?.[1]
  return object === undefined ? undefined : Number(object)
}
const reference = /\s*(\d{1,10})\s+\d{1,5}\s+R/y

const isBlank = (text: string, from: number, to: number): boolean =>
  to - from <= longestGap && text.slice(from, to).trim() === ""
const longestGap = 64
