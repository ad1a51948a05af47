/**
 * Finds a text in a page, literally but in any letter case, and shows each place with what surrounds it: also in code
 * and in tables. The cost is linear in the page, in slices of time.
 */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { Passage } from "../domain/page/Page.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { PageText } from "./BareText.ts"
import type { Block, Blocks } from "./Blocks.ts"
import type { Range } from "./Outline.ts"
import { markBefore } from "./Excerpt.ts"
import { TextSearch } from "./TextSearch.ts"

/** The places of a text in a page. */
export interface Found {
  /** Parts of the page around the places, in document order; `places` are the offsets of those in the part. */
  readonly passages: ReadonlyArray<Passage>
  readonly content: string
  /** The number of places from `from` on. */
  readonly total: number
  /** The first place that isn't shown. */
  readonly next?: number
}

/** The places from the offset `from` on, shown in at most `maxLength` characters. */
export const find = Effect.fnUntraced(function* (
  page: PageText,
  blocks: Blocks,
  wanted: string,
  { from, maxLength }: { readonly from: number; readonly maxLength: number },
): Effect.fn.Return<Found> {
  const places = yield* placesOf(page.text, wanted, from)
  const surroundings = new Surroundings(page, blocks)
  const slice = TimeSlice.begin()
  const shown: Array<Shown> = []
  let length = 0
  let next: number | undefined
  for (const place of places) {
    if (slice.spend(unitsOfPlace)) yield* TimeSlice.next
    const last = shown.at(-1)
    const around = surroundings.of(place)
    const joins = last !== undefined && around.start <= last.end && around.outside === last.outside
    const merged = joins
      ? { ...last, end: Math.max(last.end, around.end), places: [...last.places, place.start] }
      : around
    const cost = joins ? merged.end - last.end : textOf(page, around).length
    if (length + cost > maxLength) {
      next = place.start
      break
    }
    length += cost
    if (joins) shown[shown.length - 1] = merged
    else shown.push(merged)
  }
  return {
    passages: shown.map((each) => Struct.omit(each, ["line"])),
    content: shown
      .map((each) => textOf(page, each))
      .join("")
      .trimStart(),
    total: places.length,
    ...(next === undefined ? {} : { next }),
  }
})

// --- private --------------------------------------------------------------------------

/** The costs of a place, and of comparing a character. */
const unitsOfPlace = 64
const unitsOfCharacter = 8

/** Characters to either side of a place, up to the ends of its block; of code and tables whole lines. */
const reach = 120

/** Maximum places that are looked for. */
const maxPlaces = 10_000

/** No character has this code, so it ends a text. */
const noCharacter = 0xffff

interface Shown extends Passage {
  readonly places: ReadonlyArray<number>
  /** The heading's line, which stands above the text. */
  readonly line: string
}

const textOf = ({ text }: PageText, { end, line, outside, start }: Shown): string =>
  `${markBefore(outside === true ? undefined : start)}${line === "" ? "" : `${line}\n\n`}${text.slice(start, end)}`

const placesOf = Effect.fnUntraced(function* (
  text: string,
  wanted: string,
  from: number,
): Effect.fn.Return<ReadonlyArray<Range>> {
  const folded = Array.from({ length: wanted.length }, (_, at) => String.fromCharCode(fold(wanted.charCodeAt(at))))
  const search = new TextSearch(folded.join(""), false)
  const slice = TimeSlice.begin()
  const places: Array<Range> = []
  for (let at = from; at < text.length + lookAhead && places.length < maxPlaces; at++) {
    const place = search.take(at < text.length ? fold(text.charCodeAt(at)) : noCharacter, at)
    // Places don't overlap.
    if (place !== undefined && place.first >= (places.at(-1)?.end ?? 0))
      places.push({ start: place.first, end: place.last + 1 })
    if (slice.spend(unitsOfCharacter)) yield* TimeSlice.next
  }
  return places
})

/** Units behind the text, so that the search sees all of it. */
const lookAhead = 8

/** The lower case of a UTF-16 unit, if that is one unit too. */
const fold = (unit: number): number => {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit
  const lower = String.fromCharCode(unit).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : unit
}

/** Finds the text around the places of a page. The places come in document order. */
class Surroundings {
  readonly #page: PageText
  readonly #blocks: Blocks
  #block = 0
  #heading = 0

  constructor(page: PageText, blocks: Blocks) {
    this.#page = page
    this.#blocks = blocks
  }

  of({ end, start }: Range): Shown {
    const { blocks } = this.#blocks
    const { mainLength, text } = this.#page
    while ((blocks[this.#block]?.end ?? Number.POSITIVE_INFINITY) <= start) this.#block++
    const block = blocks[this.#block]
    const isWithin = block !== undefined && block.start <= start
    const around = isWithin ? within(text, block, { start, end }) : lineOf(text, { start, end })
    const outside = start >= mainLength
    const heading = this.#headingAbove(around.start, outside ? mainLength : 0)
    return {
      ...around,
      ...(heading === undefined ? {} : { heading: heading.text }),
      ...(outside ? { outside: true as const } : {}),
      places: [start],
      line: heading === undefined ? "" : text.slice(heading.start, heading.end).trim(),
    }
  }

  #headingAbove(start: number, from: number) {
    const { headings } = this.#blocks
    while ((headings[this.#heading + 1]?.start ?? Number.POSITIVE_INFINITY) < start) this.#heading++
    const heading = headings[this.#heading]
    return heading !== undefined && heading.start < start && heading.start >= from ? heading : undefined
  }
}

/** The characters around a place in its block. */
const within = (text: string, block: Block, place: Range): Range => {
  const isLines = block.kind === "code" || block.kind === "row"
  const end = Math.max(block.end, place.end)
  const from = Math.max(block.start, place.start - reach)
  const to = Math.min(end, place.end + reach)
  const before = from === block.start ? undefined : text.slice(from, place.start).search(isLines ? /\n/ : /\s/)
  const after = to === end ? undefined : lastOf(text.slice(place.end, to), isLines)
  return {
    start: before === undefined ? from : before === -1 ? place.start : from + before + 1,
    end: after === undefined ? to : after === -1 ? place.end : place.end + after,
  }
}

const lastOf = (text: string, isLines: boolean): number =>
  isLines ? text.lastIndexOf("\n") : Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"))

/** The line of a heading, or of what is no block. */
const lineOf = (text: string, { end, start }: Range): Range => {
  const before = text.slice(Math.max(0, start - reach), start)
  const after = text.slice(end, end + reach)
  const stop = after.indexOf("\n")
  return {
    start: start - before.length + before.lastIndexOf("\n") + 1,
    end: end + (stop === -1 ? after.length : stop),
  }
}
