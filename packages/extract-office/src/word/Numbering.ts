/** The numbers of a Word document's lists and headings, as shown (ISO/IEC 29500-1, section 17.9). */
import { attribute, elementsOf, find, isOn, type Node } from "../container/Xml.ts"
import { formatted } from "../Numerals.ts"

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
  const known = new Map<string, ReadonlyMap<number, Level>>()
  return (list, level) => {
    const node = lists.get(list)
    const id = attribute(find(node, "abstractNumId"), "val")
    const levels = known.get(list) ?? levelsOf(abstract.get(id), node)
    known.set(list, levels)
    const own = levels.get(level)
    if (own === undefined || level > maxLevel) return undefined
    const key = id ?? ""
    const counts = counters.get(key) ?? []
    counters.set(key, counts)
    const restart = own.restart === undefined || started.has(`${list}/${level}`) ? undefined : own.restart
    started.add(`${list}/${level}`)
    const before = restart === undefined ? counts[level] : undefined
    counts[level] = before === undefined ? (restart ?? own.start) : before + 1
    // A level that the document skips counts as begun.
    for (let at = 0; at < level; at++) counts[at] ??= levels.get(at)?.start ?? 1
    for (let at = level + 1; at < counts.length; at++)
      if (level < (levels.get(at)?.restartedBy ?? at)) counts[at] = undefined
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
  /** It starts anew after a level below this one. */
  readonly restartedBy: number | undefined
}

const levelsOf = (abstract: Node | undefined, list: Node | undefined): ReadonlyMap<number, Level> => {
  const overrides = new Map(elementsOf(list, "lvlOverride").map((node) => [Number(attribute(node, "ilvl") ?? 0), node]))
  const levels = new Map(elementsOf(abstract, "lvl").map((node) => [Number(attribute(node, "ilvl") ?? 0), node]))
  return new Map(
    Array.from(levels, ([at, standard]) => {
      const override = overrides.get(at)
      const node = find(override, "lvl") ?? standard
      const restart = attribute(find(override, "startOverride"), "val")
      const restartedBy = attribute(find(node, "lvlRestart"), "val")
      const level = {
        format: attribute(find(node, "numFmt"), "val") ?? "decimal",
        text: attribute(find(node, "lvlText"), "val") ?? "",
        start: Number(attribute(find(node, "start"), "val") ?? 1) || 0,
        restart: restart === undefined ? undefined : Number(restart) || 0,
        isLegal: isOn(find(node, "isLgl")),
        restartedBy: restartedBy === undefined ? undefined : Number(restartedBy) || 0,
      }
      return [at, level]
    }),
  )
}
