/**
 * Finds a quote in a page's text, so that a model's quotes can be verified. The page is read unit by unit, in slices of
 * time: the cost is linear in both, whatever they are, and the memory depends on the quote only.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { charactersOf, endOfCharacter, unitsOfCharacter } from "./PlainCharacters.ts"
import { type Place, TextSearch } from "./TextSearch.ts"

/** The position of a quote: `text.slice(start, end)`. `exact` is false if that text differs from the quote. */
export interface Quote {
  readonly start: number
  readonly end: number
  readonly exact: boolean
}

/** How to find a quote. */
export interface Options {
  readonly wholeWords?: boolean
}

/**
 * The first position of a quote in a text: as written, else without regard to letter case, to the kinds of white space,
 * quotation marks, dashes and ellipses, to Markdown's marks, the targets of links, and invisible characters.
 * `undefined` if the text doesn't contain the quote, or if the quote has no letters or digits. With `wholeWords`, a
 * place that begins or ends within a word doesn't count.
 */
export const find = Effect.fnUntraced(function* (
  text: string,
  quote: string,
  { wholeWords = false }: Options = {},
): Effect.fn.Return<Quote | undefined> {
  const wanted = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
  const start = yield* findWritten(text, wanted, wholeWords)
  if (start !== undefined) return { start, end: start + wanted.length, exact: true }
  const needle = Array.from(charactersOf(wanted), ({ plain }) => plain)
    .join("")
    .trim()
  // Its letters are all in the target of a link.
  if (needle === "") return undefined
  const place = yield* findPlain(text, needle, wholeWords)
  return place === undefined ? undefined : { ...place, exact: false }
})

// --- private --------------------------------------------------------------------------

/** Maximum length of a text for which the search of the engine is linear: V8 reads no further into a pattern's end. */
const maxPatternLength = 250

/** The first position of a text as it is written. */
const findWritten = Effect.fnUntraced(function* (text: string, wanted: string, wholeWords: boolean) {
  if (wanted.length <= maxPatternLength) {
    const first = yield* indexOf(text, wanted)
    if (first < 0) return undefined
    if (!wholeWords) return first
  }
  const search = new TextSearch(wanted, wholeWords)
  const slice = TimeSlice.begin()
  for (let at = 0; at < text.length; at++) {
    const place = search.take(text.charCodeAt(at), at)
    if (place !== undefined) return place.first
    if (slice.spend(unitsOfStep)) yield* TimeSlice.next
  }
  return search.end()?.first
})

/** The engine's search, in slices of time. */
const indexOf = Effect.fnUntraced(function* (text: string, wanted: string) {
  for (let start = 0; start < text.length; start += TimeSlice.length) {
    if (start > 0) yield* TimeSlice.next
    const first = text.slice(start, start + TimeSlice.length + wanted.length - 1).indexOf(wanted)
    if (first >= 0) return start + first
  }
  return -1
})

/** The first position of a text that is normalised for comparison, in one that isn't. */
const findPlain = Effect.fnUntraced(function* (text: string, needle: string, wholeWords: boolean) {
  const search = new TextSearch(needle, wholeWords)
  const slice = TimeSlice.begin()
  let place: Place | undefined
  for (const { length, offset, plain } of charactersOf(text)) {
    for (let at = 0; at < plain.length && place === undefined; at++) place = search.take(plain.charCodeAt(at), offset)
    if (place !== undefined) break
    if (slice.spend(unitsOfCharacter * length + unitsOfStep * plain.length)) yield* TimeSlice.next
  }
  place ??= search.end()
  return place === undefined ? undefined : { start: place.first, end: endOfCharacter(text, place.last) }
})

/** The cost of a step of the search. */
const unitsOfStep = 2
