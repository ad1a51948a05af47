/**
 * Lists of which other rules kept only some items, such as a button that each post has. Without the
 * rule a list loses items in silence.
 */
import { type Piece, recordsOf, wordsOf } from "../records/Cells.ts"
import { areAlike, type Place, placesIn } from "../records/ListItems.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps or drops all items of such lists. */
export const oneFate: UnitRule = {
  name: "oneFate",
  case: "A list of which other rules kept only some items stays or goes as a whole.",
  phase: "unit",
  reads: { elements: ["dd", "dl", "dt", "li", "ol", "ul"] },
  run: (choice) => {
    const before = choice.kept
    const kept = Array.from(unitedFates(choice.page.blocks, choice.chances, before, choice.needed))
    // An author may be the term before details that go.
    for (const { authors = [] } of choice.units)
      for (const at of authors) if (choice.page.blocks[at]?.element.localName === "dt") kept[at] ||= before[at] === true
    choice.kept = kept
  },
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
  const places = placesIn(pieces)
  const mixed = mixedLists(places, kept)
  if (mixed.size === 0) return fates
  const cells = pieces.flatMap((piece, at) =>
    (places[at] ?? []).flatMap(({ list, record }, depth) =>
      mixed.has(list) ? { list, record, depth, at, piece, likely: piece.words * (chances[at] ?? 0) } : [],
    ),
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

/** The lists of which some blocks are kept and others aren't; all that is in another list has one fate already. */
const mixedLists = (
  places: ReadonlyArray<ReadonlyArray<Place>>,
  kept: ReadonlyArray<boolean>,
): ReadonlySet<Element> => {
  const fates = new Map<Element, boolean>()
  const mixed = new Set<Element>()
  places.forEach((own, at) => {
    for (const { list } of own) {
      const fate = kept[at] === true
      if ((fates.get(list) ?? fate) !== fate) mixed.add(list)
      fates.set(list, fate)
    }
  })
  return mixed
}

/** Lists by the number of items around them, the highest first. */
const byDepth = (a: ReadonlyArray<{ depth: number }>, b: ReadonlyArray<{ depth: number }>): number =>
  (b[0]?.depth ?? 0) - (a[0]?.depth ?? 0)
