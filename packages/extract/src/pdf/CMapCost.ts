/**
 * What it costs at most that the fonts of a PDF use predefined CMaps. pdf.js takes each apart anew for each font that differs from
 * those before it: 6 to 35 ms and up to 7 MB, so that a page of hundreds of fonts would take seconds and gigabytes.
 */
import { collectionOf } from "./CMapNames.ts"

/** What a document's data says of its fonts. */
export class CMapCost {
  /** In ms, of fonts that name a CMap; infinitely much where one is named in a way that can't be counted. */
  private named = 0
  private fonts = 0
  /** Fonts of codes of more than a byte, and those that tell themselves what their codes stand for. */
  private composite = 0
  private told = 0
  private looks = 0

  /** Of all data that was added, in ms of a processor of 2025. */
  get total(): number {
    return this.looks > mostNames
      ? Number.POSITIVE_INFINITY
      : this.named + untold * Math.max(0, this.composite - this.fonts - this.told)
  }

  add(data: Buffer): void {
    const text = data.toString("latin1")
    const name = new RegExp(nameOf)
    let [before, end] = ["", 0]
    for (let found = name.exec(text); found !== null && this.looks <= mostNames; found = name.exec(text)) {
      this.looks++
      const value = plain(found[1] ?? "")
      const key = isBlank(text, end, found.index) ? before : ""
      if (value === "Type0") this.composite++
      else if (value === "ToUnicode" && isReference(text, name.lastIndex)) this.told++
      // Nobody writes it so who doesn't want to hide it.
      else if (value === "Subtype" && isReference(text, name.lastIndex)) this.named = Number.POSITIVE_INFINITY
      else {
        const cost = costOf(value, key)
        this.named += cost
        if (cost > 0) this.fonts++
      }
      before = value
      end = name.lastIndex
    }
  }
}

// --- private --------------------------------------------------------------------------

/** A name (ISO 32000-1, section 7.3.5). */
const nameOf = /\/([^\s\0/[\]<>(){}%]{1,64})/g

const plain = (name: string): string =>
  name.includes("#")
    ? name.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name

/** Most names that are looked at. */
const mostNames = 1_000_000

/** Of a font whose codes are the numbers of its characters: these are looked up, if nothing else tells them. */
const untold = 6

const costOf = (value: string, key: string): number => {
  if (chinese.has(value)) return 15
  // Letters are the names of all kinds of things.
  if (collectionOf(value) === undefined || (value.length === 1 && key !== "Encoding")) return 0
  if (key === "CMapName") return 0
  if (key !== "Encoding" && key !== "ToUnicode") return Number.POSITIVE_INFINITY
  return value.startsWith("Uni") ? 35 : 15
}

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

const isReference = (text: string, at: number): boolean => {
  reference.lastIndex = at
  return reference.test(text)
}
const reference = /\s*\d{1,10}\s+\d{1,5}\s+R/y

const isBlank = (text: string, from: number, to: number): boolean =>
  to - from <= longestGap && text.slice(from, to).trim() === ""
const longestGap = 64
