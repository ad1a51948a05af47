/** Groups whose members are as like as records are. */
import { emptyShape, type Finding, type Group, outerOf, posts, type Shape } from "../records/Groups.ts"
import type { RecordRule } from "../phases/Rule.ts"

/** Drops groups that are no lists of records. */
export const likeRecords: RecordRule = {
  name: "likeRecords",
  case: "Paragraphs are similar siblings, too, but differ in length or lack a title.",
  phase: "record",
  reads: {},
  run: (finding) => {
    finding.groups = finding.groups.filter((group) => isList(group, finding))
  },
}

// --- private --------------------------------------------------------------------------

const minRecords = 3
/** Two posts make a thread if each has this much text. */
const longRecord = 150
/** Maximum length of a record, as a multiple of twice the median length. */
const maxMedianRatio = 15
/** A record with a larger share of the page's text is the page itself. */
const maxPageShare = 0.75

const isList = ({ key, records }: Group, { body, shapes }: Finding): boolean => {
  if (key === posts) return true
  const all = ownShapes(records, shapes)
  const most = Math.max(...all.map(({ weight }) => weight))
  if (most > (shapes.get(body)?.weight ?? 0) * maxPageShare) return false
  if (all.filter(({ isNamed }) => isNamed).length < records.length * 0.6) return false
  const median = all.map(({ weight }) => weight).toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  if (most > Math.max(median * 2, longRecord) * maxMedianRatio) return false
  if (records.length >= minRecords) return true
  return all.every(({ texts, weight }) => weight >= longRecord && texts >= minRecords)
}

/** The shapes of records, each without its nested records: a post doesn't count its replies. */
const ownShapes = (records: ReadonlyArray<Element>, shapes: ReadonlyMap<Element, Shape>): ReadonlyArray<Shape> => {
  const around = records[0]?.parentElement
  // No sibling is in another one.
  if (records.every(({ parentElement }) => parentElement === around))
    return records.map((record) => shapes.get(record) ?? emptyShape)
  const own = new Map(records.map((record) => [record, { ...(shapes.get(record) ?? emptyShape) }]))
  const keys = new Set(records)
  for (const record of records) {
    const parent = outerOf(record, keys)
    const outer = parent === undefined ? undefined : own.get(parent)
    if (outer !== undefined) {
      outer.weight -= shapes.get(record)?.weight ?? 0
      outer.texts -= shapes.get(record)?.texts ?? 0
    }
  }
  return [...own.values()]
}
