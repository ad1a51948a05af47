/** The positions of a text's headings, so that a caller can request one section. */
import * as Effect from "effect/Effect"
import type { OutlineEntry } from "../domain/page/Page.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Heading } from "./Blocks.ts"
import { normalised } from "./Words.ts"

/** A part of a text: `text.slice(start, end)`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Maximum number of entries of an outline, and maximum characters of a heading in it. */
export const maxEntries = 40
const maxHeadingLength = 120

/** The number of headings of the main content, whether or not the outline has them. */
export const countOf = (headings: ReadonlyArray<Heading>, mainLength: number): number =>
  headingsOf(headings, mainLength).length

/**
 * The headings of the main content. If there are more than {@link maxEntries}, the deeper levels are left out first. A
 * page has some 15,000 headings at most, so this takes less than a slice of time.
 */
export const make = (headings: ReadonlyArray<Heading>, mainLength: number): ReadonlyArray<OutlineEntry> => {
  const main = headingsOf(headings, mainLength)
  let kept = main
  for (let level = 6; level > 1 && kept.length > maxEntries; level--) {
    const above = main.filter((heading) => heading.level < level)
    if (above.length > 0) kept = above
  }
  return kept.slice(0, maxEntries).map(({ level, start, text }) => ({ level, heading: shorten(text), start }))
}

/**
 * The section of a heading, up to the next heading of its level or above, found in slices of time. `wanted` is a
 * heading's words, in any case and with any white space, or the number of an outline's entry, from 1.
 */
export const section = Effect.fnUntraced(function* (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  wanted: string | number,
): Effect.fn.Return<Range | undefined> {
  const found = yield* find(headings, mainLength, wanted)
  if (found === undefined) return undefined
  const next = headings.find(({ level, start }) => start > found.start && level <= found.level)
  return { start: found.start, end: Math.min(next?.start ?? mainLength, mainLength) }
})

// --- private --------------------------------------------------------------------------

/** The costs of looking at a heading, and of a character of its words that are compared. */
const unitsOfHeading = 4
const unitsOfCharacter = 8

const headingsOf = (headings: ReadonlyArray<Heading>, mainLength: number): ReadonlyArray<Heading> =>
  headings.filter(({ start, text }) => start < mainLength && text !== "")

const shorten = (text: string): string =>
  text.length <= maxHeadingLength
    ? text
    : `${text
        .slice(0, maxHeadingLength - 1)
        .toWellFormed()
        .trimEnd()}…`

/** The first heading with the wanted words, else the first that contains them, else the outline's entry. */
const find = Effect.fnUntraced(function* (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  wanted: string | number,
): Effect.fn.Return<Pick<Heading, "level" | "start"> | undefined> {
  const words = plain(String(wanted).replace(/^#+/, ""))
  const slice = TimeSlice.begin()
  let similar: Heading | undefined
  for (const heading of headings) {
    if (heading.start >= mainLength) break
    const own = plain(heading.text)
    if (own === words) return heading
    if (similar === undefined && words.length >= 3)
      if (own.includes(words) || plain(shorten(heading.text)) === words) similar = heading
    if (slice.spend(unitsOfHeading + unitsOfCharacter * own.length)) yield* TimeSlice.next
  }
  return similar ?? make(headings, mainLength)[Number(words) - 1]
})

const plain = (text: string): string => normalised(text, "NFKC").toLowerCase().replace(/\s+/g, " ").trim()
