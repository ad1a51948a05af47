/** The items of lists, though they are no records. */
import { type Piece, recordsOf, spreadOf, type Weighed, wordsOf } from "./Cells.ts"

/** An item and its list. */
export interface Place {
  readonly list: Element
  readonly record: Element
}

/** The items around each piece of a page, the outermost first. The result is cached: two rules ask for it. */
export const placesIn = (pieces: ReadonlyArray<Pick<Piece, "element">>): ReadonlyArray<ReadonlyArray<Place>> => {
  const before = ofPieces.get(pieces)
  if (before !== undefined) return before
  const known = new Map<Element, ReadonlyArray<Place>>()
  const places = pieces.map(({ element }) => placesOf(element, known))
  ofPieces.set(pieces, places)
  return places
}

/** Whether there are several items, which are short or have similar chances. */
export const areAlike = (cells: ReadonlyArray<Weighed>): boolean => {
  const items = recordsOf(cells)
  return items > 1 && (wordsOf(cells) <= items * maxShortWords || spreadOf(cells) <= maxSpread)
}

// --- private --------------------------------------------------------------------------

/** Mean words up to which items are alike, and the spread of chances above which longer ones differ. */
const maxShortWords = 12
const maxSpread = 0.7

const itemNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["ul", new Set(["li"])],
  ["ol", new Set(["li"])],
  ["dl", new Set(["dt", "dd", "div"])],
])

const ofPieces = new WeakMap<ReadonlyArray<object>, ReadonlyArray<ReadonlyArray<Place>>>()

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
