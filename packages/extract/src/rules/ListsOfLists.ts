/**
 * Groups whose members consist of records themselves, such as the sections of a shop's front page. Without the rule
 * the inner lists lose headings and dates in silence.
 */
import { emptyShape, type Group, outerOf, type Shape } from "../records/Groups.ts"
import type { RecordRule } from "../phases/Rule.ts"

/** Drops such groups, so that the inner lists count. */
export const listsOfLists: RecordRule = {
  name: "listsOfLists",
  case: "The sections of a shop's front page are no records if they consist of records.",
  phase: "record",
  reads: {},
  run: (finding) => {
    const accepted: Array<Group> = []
    // Inner lists come first, because a list of lists depends on the inner ones.
    for (const group of finding.groups.toSorted((a, b) => b.depth - a.depth))
      if (!isOfLists(group, accepted, finding.shapes)) accepted.push(group)
    finding.groups = accepted
  },
}

// --- private --------------------------------------------------------------------------

/**
 * Whether records consist of records: an inner list has most of their text, and more than two records in each. A list
 * in half of them or fewer is a part of these, such as an author's tools.
 */
const isOfLists = (outer: Group, accepted: ReadonlyArray<Group>, shapes: ReadonlyMap<Element, Shape>): boolean => {
  const all = new Set(outer.records)
  const weight = outer.records.reduce((sum, record) => sum + (shapes.get(record)?.weight ?? 0), 0)
  return accepted.some(({ key, records }) => {
    if (key === outer.key) return false
    const within = records.filter((record) => outerOf(record, all) !== undefined)
    if (within.length <= outer.records.length * 2) return false
    const holders = new Set(within.map((record) => outerOf(record, all)))
    if (!outer.name.endsWith(".") && holders.size * 2 <= outer.records.length) return false
    const inner = within.map((record) => shapes.get(record) ?? emptyShape)
    const texts = inner.reduce((sum, shape) => sum + shape.texts, 0)
    return texts >= within.length * 2 && inner.reduce((sum, shape) => sum + shape.weight, 0) > weight / 2
  })
}
