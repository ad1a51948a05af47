/**
 * Groups that are one list, whether they are adjacent or nested. Judged apart, without the rule, some of them lose
 * headings and items in silence.
 */
import { type Group, outerOf } from "../records/Groups.ts"
import type { RecordRule } from "../phases/Rule.ts"

/** Joins such groups. */
export const nestedReplies: RecordRule = {
  name: "nestedReplies",
  case: "Replies within the posts that they answer are one list with them.",
  phase: "record",
  reads: {},
  run: (finding) => {
    const positionOf = (element: Element) => finding.shapes.get(element)?.position ?? 0
    finding.groups = merged(finding.groups)
    for (const { records } of finding.groups) records.sort((a, b) => positionOf(a) - positionOf(b))
  },
}

// --- private --------------------------------------------------------------------------

/** Joins groups with the same key, whether adjacent or nested, and single replies within posts. */
const merged = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> => {
  const byKey = new Map<string, Group>()
  for (const { depth, key, name: signature, records } of groups) {
    const isPlain = key.endsWith(".")
    const name = isPlain ? `${key}${byKey.size}` : key
    const known = byKey.get(name)
    if (known === undefined) byKey.set(name, { key, name: signature, depth, records: [...records] })
    else known.records.push(...records)
  }
  const joined: Array<Group> = []
  for (const group of [...byKey.values()].toSorted((a, b) => a.depth - b.depth)) {
    const parent = joined.find(
      (outer) => outer.name === group.name && areReplies(group.records, new Set(outer.records)),
    )
    if (parent === undefined || group.name.endsWith(".")) joined.push(group)
    else parent.records.push(...group.records)
  }
  return joined
}

/** Whether records are replies within others. Many records within a single one are rows in a column of the page. */
const areReplies = (records: ReadonlyArray<Element>, others: ReadonlySet<Element>): boolean => {
  if (outerOf(records[0], others) === undefined) return false
  return records.length <= others.size * 2 || new Set(records.map((record) => outerOf(record, others))).size > 1
}
