/**
 * Finds records in a reader's output: each record's anchor, in the order of the page, then whether the record's parts
 * are next to their own anchor and not next to another's.
 */
import { holds, indexOf, type Part, type Record } from "../../../../packages/extract/train/records/Record.ts"

/** Counts over a list of records. */
export interface Located {
  readonly records: number
  /** Records whose anchor is in the output. */
  readonly anchored: number
  /** Records whose anchor and parts are in the output, each part next to its anchor. */
  readonly whole: number
  /** Records that have another record's part instead of their own. */
  readonly wrong: number
  /** A few lost or wrong parts, for a person who examines the page. */
  readonly examples: ReadonlyArray<string>
}

/** Looks for records in the words of an output. */
export const locate = (records: ReadonlyArray<Record>, output: ReadonlyArray<string>): Located => {
  const places = records.map(({ anchor }) => placesOf(anchor, output))
  const spans = chain(places)
  const lasts = spans.map((span, at) => lastOf(span, spans.slice(at + 1), places[at] ?? [], records[at]))
  const examples: Array<string> = []
  let [anchored, whole, wrong] = [0, 0, 0]
  records.forEach((record, at) => {
    const span = spans[at]
    if (span === undefined) return void examples.push(`lost: ${record.anchor.slice(0, 8).join(" ")}`)
    anchored++
    const before = output.slice(lasts.slice(0, at).findLast((one) => one !== undefined)?.end ?? 0, lasts[at]?.start)
    const after = output.slice(span.end, spans.slice(at + 1).find((one) => one !== undefined)?.start)
    const region = (part: Part): ReadonlyArray<string> => (part.isBefore ? before : after)
    const missing = record.parts.filter((part) => !holds(region(part), part.words))
    if (missing.length === 0) return void whole++
    const sources = [record, records[at - 1], records[at + 1]]
    const stranger = missing
      .flatMap(({ isBefore, kind }) =>
        records.flatMap((other) => other.parts.filter((part) => part.kind === kind && part.isBefore === isBefore)),
      )
      .find((part) => holds(region(part), part.words) && sources.every((one) => !holds(inner(one, part), part.words)))
    if (stranger !== undefined) wrong++
    const part = missing[0]
    examples.push(
      `${stranger === undefined ? "without" : `wrong ${stranger.words.join(" ")} for`} ` +
        `${part?.kind} ${part?.words.join(" ")}: ${record.anchor.slice(0, 8).join(" ")}`,
    )
  })
  return { records: records.length, anchored, whole, wrong, examples }
}

// --- private --------------------------------------------------------------------------

interface Span {
  readonly start: number
  readonly end: number
}

/** The last position of a record's title, if the record holds it more than once. */
const lastOf = (
  span: Span | undefined,
  behind: ReadonlyArray<Span | undefined>,
  places: ReadonlyArray<Span>,
  record: Record | undefined,
): Span | undefined => {
  if (span === undefined || record === undefined) return undefined
  const next = behind.find((one) => one !== undefined)?.start ?? Infinity
  const own = places.filter(({ end, start }) => start >= span.start && end <= next)
  return own[Math.min(own.length, placesOf(record.anchor, record.source).length) - 1] ?? span
}

/** The source that may rightly hold another record's part: a neighbour's, without its own part of that kind. */
const inner = (record: Record | undefined, part: Part): ReadonlyArray<string> =>
  record === undefined || record.parts.includes(part) ? [] : record.source

/** The number of consecutive words that identify longer anchors, and the share of such runs that must be found. */
const run = 4
const enough = 0.6
const maxPlaces = 12

/** The possible positions of an anchor. */
const placesOf = (anchor: ReadonlyArray<string>, output: ReadonlyArray<string>): ReadonlyArray<Span> => {
  const found: Array<Place> = []
  if (anchor.length <= run * 3) {
    for (let at = indexOf(output, anchor, 0); at >= 0; at = indexOf(output, anchor, at + 1))
      found.push({ start: at, end: at + anchor.length, hits: 1 })
    return found
  }
  const runs = anchor.slice(0, 1 - run).map((_, at) => anchor.slice(at, at + run).join(" "))
  const tested = new Set<number>()
  for (let offset = 0; offset < runs.length && found.length < maxPlaces; offset += run) {
    const sought = anchor.slice(offset, offset + run)
    for (
      let at = indexOf(output, sought, 0);
      at >= 0 && found.length < maxPlaces;
      at = indexOf(output, sought, at + 1)
    ) {
      const start = Math.max(at - offset, 0)
      if (tested.has(start)) continue
      tested.add(start)
      const window = output.slice(start, start + Math.ceil(anchor.length * 1.3) + 20)
      // Of equal runs the first counts: a quotation of a text comes after it.
      const there = new Map<string, number>()
      for (let index = window.length - 1; index >= 0; index--)
        there.set(window.slice(index, index + run).join(" "), index)
      const hits = runs.flatMap((words) => there.get(words) ?? [])
      if (hits.length < runs.length * enough) continue
      const place = { start: start + Math.min(...hits), end: start + Math.max(...hits) + run, hits: hits.length }
      const near = found.findIndex((other) => Math.abs(other.start - place.start) < anchor.length)
      if (near < 0) found.push(place)
      else if (isBetter(place, found[near])) found[near] = place
    }
  }
  return found
}

interface Place extends Span {
  /** The anchor's runs that are in the output. */
  readonly hits: number
}

/**
 * Whether a position matches more of an anchor than a nearby one, or as much in fewer words: an earlier post may quote
 * the same text.
 */
const isBetter = (place: Place, other: Place | undefined): boolean =>
  other === undefined ||
  place.hits > other.hits ||
  (place.hits === other.hits && place.end - place.start < other.end - other.start)

/** The longest chain of positions in the order of the records: at most one position for each. */
const chain = (places: ReadonlyArray<ReadonlyArray<Span>>): ReadonlyArray<Span | undefined> => {
  interface Link {
    readonly at: number
    readonly span: Span
    readonly before: Link | undefined
  }
  const tails: Array<Link> = []
  places.forEach((spans, at) => {
    for (const span of spans.toSorted((a, b) => b.start - a.start)) {
      const index = tails.findIndex((tail) => tail.span.end > span.start)
      const place = index < 0 ? tails.length : index
      const best = tails[place]
      if (best === undefined || span.end < best.span.end) tails[place] = { at, span, before: tails[place - 1] }
    }
  })
  const chosen: Array<Span | undefined> = places.map(() => undefined)
  for (let link = tails.at(-1); link !== undefined; link = link.before) chosen[link.at] = link.span
  return chosen
}
