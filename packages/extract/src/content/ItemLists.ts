/**
 * Lists whose items have one fate, though they aren't records: without one of its two caveats a list misleads. If the
 * items of a list differ, such as the columns of a page, the lists within them count instead.
 */
import { type Piece, recordsOf, spreadOf, type Weighed, wordsOf } from "../records/Cells.ts"

/** For each list the indexes of its free blocks. */
export const itemListsOf = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  isFree: (at: number) => boolean,
): ReadonlyArray<ReadonlyArray<number>> => {
  const known = new Map<Element, ReadonlyArray<Place>>()
  const unlike = new Set<Element>()
  const found: Array<ReadonlyArray<number>> = []
  let left = pieces.flatMap((piece, at) => (isFree(at) ? [{ at, piece, places: placesOf(piece.element, known) }] : []))
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

/**
 * The fates of the blocks of lists of which other rules kept only some items, such as a button that each post has: if
 * most items are kept, all are; if they have less than half of the text, too, none is. `needed` stays, with its list.
 */
export const unitedFates = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  kept: ReadonlyArray<boolean>,
  needed: number | undefined,
): ReadonlyArray<boolean> => {
  const fates = Array.from(kept)
  const known = new Map<Element, ReadonlyArray<Place>>()
  const cells = pieces.flatMap((piece, at) =>
    placesOf(piece.element, known).map(({ list, record }, depth) => {
      return { list, record, depth, at, piece, likely: piece.words * (chances[at] ?? 0) }
    }),
  )
  // The innermost lists come first, because an item may hold a list.
  for (const own of [...Map.groupBy(cells, ({ list }) => list).values()].toSorted(byDepth)) {
    const taken = own.filter(({ at }) => fates[at] === true)
    const [items, takenItems] = [recordsOf(own), recordsOf(taken)]
    if (takenItems === 0 || takenItems === items || !areAlike(own)) continue
    const isKept = takenItems * 2 > items || taken.some(({ at }) => at === needed)
    const others = new Set(taken.map(({ record }) => record))
    if (isKept) for (const { at, record } of own) fates[at] ||= !others.has(record)
    else if (wordsOf(taken) * 2 <= wordsOf(own)) for (const { at } of taken) fates[at] = false
  }
  return fates
}

// --- private --------------------------------------------------------------------------

/** Lists by the number of items around them, the highest first. */
const byDepth = (a: ReadonlyArray<{ depth: number }>, b: ReadonlyArray<{ depth: number }>): number =>
  (b[0]?.depth ?? 0) - (a[0]?.depth ?? 0)

/** An item and its list. */
interface Place {
  readonly list: Element
  readonly record: Element
}

const itemNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["ul", new Set(["li"])],
  ["ol", new Set(["li"])],
  ["dl", new Set(["dt", "dd", "div"])],
])

/** The items around an element, possibly itself, the outermost first; `known` caches results. */
const placesOf = (element: Element, known: Map<Element, ReadonlyArray<Place>>): ReadonlyArray<Place> => {
  const before = known.get(element)
  if (before !== undefined) return before
  const { parentElement: list } = element
  const outer = list === null ? [] : placesOf(list, known)
  const isItem = list !== null && itemNames.get(list.localName)?.has(element.localName) === true
  const places = isItem ? [...outer, { list, record: element }] : outer
  known.set(element, places)
  return places
}

/** Mean words up to which items are alike, and the spread of chances above which longer ones differ. */
const maxShortWords = 12
const maxSpread = 0.7

/** Whether there are several items, which are short or have similar chances. */
const areAlike = (cells: ReadonlyArray<Weighed>): boolean => {
  const items = recordsOf(cells)
  return items > 1 && (wordsOf(cells) <= items * maxShortWords || spreadOf(cells) <= maxSpread)
}
