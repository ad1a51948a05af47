/** The numbers of a Word document's lists and headings, as shown (ISO/IEC 29500-1, section 17.9). */
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"

/** The mark of a paragraph. */
export interface Mark {
  readonly level: number
  /** The number of an ordinary list, such as `3.`; `undefined` if the mark is a bullet or has another form. */
  readonly value: number | undefined
  /** A mark of another form as shown, such as `b)` or `2.1`; empty for a bullet. */
  readonly label: string
}

/** Returns the marks of a document's paragraphs, in order: `undefined` for a paragraph without one. */
export type NextMark = (list: string, level: number) => Mark | undefined

/** Counts through the lists of a document. */
export const numberingOf = (root: Node | undefined): NextMark => {
  const abstract = new Map(elementsOf(root, "abstractNum").map((node) => [attribute(node, "abstractNumId"), node]))
  const lists = new Map(elementsOf(root, "num").map((node) => [attribute(node, "numId") ?? "", node]))
  const counters = new Map<string, Array<number | undefined>>()
  const started = new Set<string>()
  return (list, level) => {
    const node = lists.get(list)
    const id = attribute(find(node, "abstractNumId"), "val")
    const levels = levelsOf(abstract.get(id), node)
    const own = levels.get(level)
    if (own === undefined || level > maxLevel) return undefined
    const key = id ?? ""
    const counts = counters.get(key) ?? []
    counters.set(key, counts)
    const restart = own.restart === undefined || started.has(`${list}/${level}`) ? undefined : own.restart
    started.add(`${list}/${level}`)
    const before = restart === undefined ? counts[level] : undefined
    counts[level] = before === undefined ? (restart ?? own.start) : before + 1
    counts.length = level + 1
    if (own.format === "bullet") return { level, value: undefined, label: "" }
    if (own.format === "none" || own.text === "") return undefined
    const label = own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const other = levels.get(at)
      return formatted(counts[at] ?? other?.start ?? 1, own.isLegal ? "decimal" : (other?.format ?? "decimal"))
    })
    const isPlain = own.format === "decimal" && ["", ".", ")"].some((end) => own.text === `%${level + 1}${end}`)
    return { level, value: isPlain ? counts[level] : undefined, label }
  }
}

// --- private --------------------------------------------------------------------------

const maxLevel = 8

interface Level {
  readonly format: string
  readonly text: string
  readonly start: number
  /** The number with which this list starts anew. */
  readonly restart: number | undefined
  readonly isLegal: boolean
}

const levelsOf = (abstract: Node | undefined, list: Node | undefined): ReadonlyMap<number, Level> => {
  const overrides = new Map(elementsOf(list, "lvlOverride").map((node) => [Number(attribute(node, "ilvl") ?? 0), node]))
  const levels = new Map(elementsOf(abstract, "lvl").map((node) => [Number(attribute(node, "ilvl") ?? 0), node]))
  return new Map(
    Array.from(levels, ([at, standard]) => {
      const override = overrides.get(at)
      const node = find(override, "lvl") ?? standard
      const restart = attribute(find(override, "startOverride"), "val")
      const level = {
        format: attribute(find(node, "numFmt"), "val") ?? "decimal",
        text: attribute(find(node, "lvlText"), "val") ?? "",
        start: Number(attribute(find(node, "start"), "val") ?? 1) || 0,
        restart: restart === undefined ? undefined : Number(restart) || 0,
        isLegal: find(node, "isLgl") !== undefined,
      }
      return [at, level]
    }),
  )
}

const formatted = (value: number, format: string): string => {
  if (format === "lowerLetter") return letters(value)
  if (format === "upperLetter") return letters(value).toUpperCase()
  if (format === "lowerRoman") return roman(value)
  if (format === "upperRoman") return roman(value).toUpperCase()
  return format === "decimalZero" ? String(value).padStart(2, "0") : String(value)
}

/** The letters go on with `aa`, `bb`. */
const letters = (value: number): string =>
  value < 1 || value > 780 ? String(value) : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))

const roman = (value: number): string => {
  if (value < 1 || value > 3_999) return String(value)
  let [left, text] = [value, ""]
  for (const [size, sign] of romanSigns) for (; left >= size; left -= size) text += sign
  return text
}

const romanSigns = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const
