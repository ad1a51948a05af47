/**
 * Lists whose items have one fate, though they aren't records: without one of its two caveats a list misleads. If the
 * items of a list differ, such as the columns of a page, the lists within them count instead.
 */
import type { Piece } from "../records/Cells.ts"
import { areAlike, placesIn } from "../records/ListItems.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Joins the blocks of a list. */
export const itemLists: BlockRule = {
  name: "itemLists",
  case: "Without one of its two caveats a list misleads.",
  phase: "block",
  reads: { elements: ["dd", "dl", "dt", "li", "ol", "ul"] },
  run: ({ blocks, chances, isFree, join }) => {
    for (const members of itemListsOf(blocks, chances, isFree)) join(members, { kind: "items" })
  },
}

/** For each list the indexes of its free blocks. */
export const itemListsOf = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  isFree: (at: number) => boolean,
): ReadonlyArray<ReadonlyArray<number>> => {
  const around = placesIn(pieces)
  const unlike = new Set<Element>()
  const found: Array<ReadonlyArray<number>> = []
  let left = pieces.flatMap((piece, at) => {
    const places = around[at] ?? []
    return places.length > 0 && isFree(at) ? [{ at, piece, places }] : []
  })
  while (left.length > 0) {
    const inLists = left.flatMap(({ at, piece, places }) => {
      const place = places.find(({ list }) => !unlike.has(list))
      return place === undefined ? [] : [{ ...place, at, piece, places, likely: piece.words * (chances[at] ?? 0) }]
    })
    left = []
    for (const [list, cells] of Map.groupBy(inLists, (cell) => cell.list)) {
      if (areAlike(cells)) found.push(cells.map(({ at }) => at))
      else {
        unlike.add(list)
        left.push(...cells)
      }
    }
  }
  return found
}
