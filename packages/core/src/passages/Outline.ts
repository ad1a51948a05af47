/** The positions of a text's headings, so that a caller can request one section. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OutlineEntry } from "../domain/page/Page.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Heading } from "./Blocks.ts"
import * as Misspelling from "./Misspelling.ts"
import { normalised } from "./Words.ts"

/** A part of a text: `text.slice(start, end)`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A section, by its own heading or by the nearest one. */
export interface Section extends Range {
  readonly isNearest: boolean
  /** Its number, from 1. */
  readonly number: number
}

/** Maximum number of entries of an outline, and maximum characters of a heading in it. */
export const maxEntries = 40
const maxHeadingLength = 120

/** The share of a text's maximum length that the headings beside it take. */
const maxShare = 0.25

/** The number of headings of the main content, whether or not the outline has them. */
export const countOf = (headings: ReadonlyArray<Heading>, mainLength: number): number =>
  headingsOf(headings, mainLength).length

/**
 * The headings of the main content. If there are more than {@link maxEntries}, the deeper levels are left out first,
 * but for the headings of shown ranges, in their order; then each has its number. `offsetOf` is the place in the text
 * of the ranges. A page has some 15,000 headings at most, so this takes less than a slice of time.
 */
export const make = (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  shown: ReadonlyArray<Range> = [],
  offsetOf = (offset: number): number => offset,
): ReadonlyArray<OutlineEntry> => {
  const main = headingsOf(headings, mainLength)
  const entries = listed(main)
  const starts = new Set(entries.map(({ start }) => start))
  let at = 0
  const isShown = ({ start }: Heading, index: number): boolean => {
    while ((shown[at]?.end ?? Number.POSITIVE_INFINITY) <= offsetOf(start)) at++
    return (shown[at]?.start ?? Number.POSITIVE_INFINITY) < offsetOf(main[index + 1]?.start ?? mainLength)
  }
  const own =
    entries.length === main.length || shown.length === 0
      ? []
      : main.filter((heading, index) => isShown(heading, index) && !starts.has(heading.start))
  if (own.length === 0) return entries.map(entryOf)
  const numbers = new Map(inOrder(main).map(({ start }, at) => [start, at + 1]))
  return [...entries, ...own]
    .toSorted((one, other) => one.start - other.start)
    .map((heading) => Object.assign(entryOf(heading), { number: numbers.get(heading.start) ?? 0 }))
}

/** Whether a call wants the outline more than the text, so that the outline doesn't yield to it. Default: no. */
export const IsWhole: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/Outline/IsWhole", {
  defaultValue: () => false,
})

/**
 * The entries that stand beside a text of `maxLength` characters. If an outline takes more than a quarter of that, it
 * keeps the headings of the shown ranges first, then the higher levels, each with its number.
 */
export const beside = (
  outline: ReadonlyArray<OutlineEntry>,
  shown: ReadonlyArray<Range>,
  maxLength: number,
): ReadonlyArray<OutlineEntry> => {
  let rest = Math.max(maxHeadingLength, maxLength * maxShare)
  if (outline.reduce((sum, { heading }) => sum + heading.length, 0) <= rest) return outline
  const entries = outline.map((entry, at) => {
    const next = outline[at + 1]?.start ?? Number.POSITIVE_INFINITY
    return {
      entry: { ...entry, number: entry.number ?? at + 1 },
      isShown: shown.some(({ end, start }) => entry.start < end && next > start),
    }
  })
  return entries
    .toSorted((a, b) => Number(b.isShown) - Number(a.isShown) || a.entry.level - b.entry.level)
    .map(({ entry }) => entry)
    .filter(({ heading }) => {
      const fits = heading.length <= rest
      if (fits) rest -= heading.length
      return fits
    })
    .toSorted((a, b) => a.number - b.number)
}

/**
 * The section of a heading, up to the next heading of its level or above, found in slices of time. `wanted` is a
 * heading's words, in any case and with any white space, or a number from 1: of an outline's entry, or beyond them of a
 * heading that the outline leaves out, in their order; or else a part of a heading. A misspelt heading is the nearest.
 */
export const section = Effect.fnUntraced(function* (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  wanted: string | number,
): Effect.fn.Return<Section | undefined> {
  const words = plain(String(wanted).replace(/^#+/, ""))
  const main = headingsOf(headings, mainLength)
  const all = inOrder(main)
  const { exact, similar } = yield* find(main, words)
  const own = exact ?? all[Number(words) - 1] ?? similar
  const found = own ?? (yield* nearest(main, words))
  if (found === undefined) return undefined
  const next = headings.find(({ level, start }) => start > found.start && level <= found.level)
  const end = Math.min(next?.start ?? mainLength, mainLength)
  return { start: found.start, end, isNearest: own === undefined, number: all.indexOf(found) + 1 }
})

// --- private --------------------------------------------------------------------------

/** The costs of looking at a heading, and of a character of its words that are compared. */
const unitsOfHeading = 4
const unitsOfCharacter = 8

const headingsOf = (headings: ReadonlyArray<Heading>, mainLength: number): ReadonlyArray<Heading> =>
  headings.filter(({ start, text }) => start < mainLength && text !== "")

const entryOf = ({ level, start, text }: Heading): OutlineEntry => ({ level, heading: shorten(text), start })

const shorten = (text: string): string =>
  text.length <= maxHeadingLength
    ? text
    : `${text
        .slice(0, maxHeadingLength - 1)
        .toWellFormed()
        .trimEnd()}…`

/** The headings of an outline. */
const listed = (main: ReadonlyArray<Heading>): ReadonlyArray<Heading> => {
  let kept = main
  for (let level = 6; level > 1 && kept.length > maxEntries; level--) {
    const above = main.filter((heading) => heading.level < level)
    if (above.length > 0) kept = above
  }
  return kept.slice(0, maxEntries)
}

/** The headings in the order of their numbers: those of the outline come first, then the others. */
const inOrder = (main: ReadonlyArray<Heading>): ReadonlyArray<Heading> => {
  const entries = listed(main)
  const starts = new Set(entries.map(({ start }) => start))
  return [...entries, ...main.filter(({ start }) => !starts.has(start))]
}

/** The first heading with the wanted words, and the first that contains them. */
const find = Effect.fnUntraced(function* (
  main: ReadonlyArray<Heading>,
  words: string,
): Effect.fn.Return<{ readonly exact?: Heading; readonly similar: Heading | undefined }> {
  const slice = TimeSlice.begin()
  let similar: Heading | undefined
  for (const heading of main) {
    const own = plain(heading.text)
    if (own === words) return { exact: heading, similar }
    if (similar === undefined && words.length >= 3)
      if (own.includes(words) || plain(shorten(heading.text)) === words) similar = heading
    if (slice.spend(unitsOfHeading + unitsOfCharacter * own.length)) yield* TimeSlice.next
  }
  return { similar }
})

/** The heading most like the wanted words, as a whole or by one of its words, if they can be a misspelling of it. */
const nearest = Effect.fnUntraced(function* (
  main: ReadonlyArray<Heading>,
  words: string,
): Effect.fn.Return<Heading | undefined> {
  if (!Misspelling.isPossible(words)) return undefined
  const slice = TimeSlice.begin()
  let [best, likeness]: [Heading | undefined, number] = [undefined, 0]
  for (const heading of main) {
    const own = plain(shorten(heading.text))
    for (const part of new Set([own, ...(words.includes(" ") ? [] : own.split(" "))])) {
      const partLikeness = Misspelling.likenessOf(words, part)
      if (partLikeness > likeness) [best, likeness] = [heading, partLikeness]
    }
    if (slice.spend(unitsOfHeading + own.length * (4 * unitsOfCharacter + words.length))) yield* TimeSlice.next
  }
  return best
})

const plain = (text: string): string => normalised(text, "NFKC").toLowerCase().replace(/\s+/g, " ").trim()
