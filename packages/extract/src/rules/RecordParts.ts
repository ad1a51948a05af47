/**
 * The core of a list of similar records, and its lesser parts. Records are compared column by column: a column is the
 * same position in each record. Titles, authors, dates, prices and the text itself are the core; buttons and counters
 * are columns that are scored on their own, but alike in all records.
 */
import { type Column, columnsOf } from "../records/Columns.ts"
import type { RecordList } from "../records/Records.ts"
import type { Joining } from "../phases/Joining.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Joins the cores of a list's records, and each column beside it. */
export const recordParts: BlockRule = {
  name: "recordParts",
  case: "The records of a list stay or go together, with the same parts of each.",
  phase: "block",
  reads: { attributes: ["class"] },
  run: (joining) => {
    const { join, units } = joining
    for (const { columns, list } of listsOf(joining)) {
      const parts = columns.filter(({ isCore }) => isCore)
      const known = parts.flatMap(({ members }) => members)
      const sure = parts.filter(({ isSure }) => isSure).flatMap(({ members }) => members)
      const core = known.length === 0 ? undefined : units.length
      const authors = parts.flatMap(({ areAuthors, members }) => (areAuthors === true ? members : []))
      const posts = parts.some(({ isOfPosts }) => isOfPosts) ? list.records : []
      if (known.length > 0) join(known, { posts, authors, judged: sure.length > 0 ? sure : known })
      for (const { isClutter, isCore, members } of columns)
        if (!isCore && members.length > 0) join(members, { core, most: isClutter === true ? 0 : 1 })
    }
  },
}

// --- private --------------------------------------------------------------------------

/**
 * The lists with their blocks as columns. A list whose records differ doesn't count: its blocks may belong to an inner
 * one.
 */
const listsOf = (
  joining: Joining,
  unlike: ReadonlySet<RecordList> = new Set(),
): ReadonlyArray<{ readonly columns: ReadonlyArray<Column>; readonly list: RecordList }> => {
  const { blocks, chances, columnRules, isFree, records } = joining
  const byList = new Map<RecordList, Map<Element, Array<number>>>()
  blocks.forEach(({ element }, at) => {
    const place = records.recordsAt(element).find(({ list }) => !unlike.has(list))
    if (place === undefined || !isFree(at)) return
    const members = byList.get(place.list) ?? new Map<Element, Array<number>>()
    byList.set(place.list, members)
    const own = members.get(place.record)
    if (own === undefined) members.set(place.record, [at])
    else own.push(at)
  })
  const lists = Array.from(
    byList,
    ([list, members]) => [list, columnsOf(members, blocks, chances, list.arePosts, columnRules)] as const,
  )
  const more = lists.flatMap(([list, columns]) => (columns === undefined ? [list] : []))
  if (more.length > 0) return listsOf(joining, new Set([...unlike, ...more]))
  return lists.flatMap(([list, columns]) => (columns === undefined ? [] : [{ columns, list }]))
}
