/**
 * The parts of a text. The outline has the positions of its headings, so that a caller can request one section.
 *
 * A long text is also divided into pages. A page is a verbatim slice that ends between blocks, so that all pages joined
 * are exactly the text. A block that is longer than a page is cut at a line, else between words; never within a link or
 * a character.
 */
import type { OutlineEntry } from "../domain/page/Page.ts"
import type { Block, Heading } from "./Blocks.ts"
import { normalised } from "./Words.ts"

// --- pages -----------------------------------------------------------------------------

/**
 * The page that begins at `start` and has at most `maxLength` characters (UTF-16 units, at least 2) of `text` up to
 * `end`.
 */
export const pageAt = (text: string, blocks: ReadonlyArray<Block>, { end, start }: Range, maxLength: number): Range => {
  const maxEnd = start + maxLength
  if (maxEnd >= end) return { start, end }
  return { start, end: betweenBlocks(blocks, start, maxEnd) ?? withinBlock(text, start, maxEnd) }
}

// --- sections --------------------------------------------------------------------------

/** A part of a text: `text.slice(start, end)`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Maximum number of entries of an outline, and maximum characters of a heading in it. */
export const maxEntries = 40
const maxHeadingLength = 120

/**
 * The headings of the main content. If there are more than {@link maxEntries}, the deeper levels are left out first.
 */
export const make = (headings: ReadonlyArray<Heading>, mainLength: number): ReadonlyArray<OutlineEntry> => {
  const main = headings.filter(({ start, text }) => start < mainLength && text !== "")
  let kept = main
  for (let level = 6; level > 1 && kept.length > maxEntries; level--) {
    const above = main.filter((heading) => heading.level < level)
    if (above.length > 0) kept = above
  }
  return kept.slice(0, maxEntries).map(({ level, start, text }) => ({ level, heading: shorten(text), start }))
}

/**
 * The section of a heading, up to the next heading of its level or above. `wanted` is a heading's words, in any case
 * and with any white space, or the number of an outline's entry, from 1.
 */
export const section = (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  wanted: string | number,
): Range | undefined => {
  const found = find(headings, mainLength, wanted)
  if (found === undefined) return undefined
  const next = headings.find(({ level, start }) => start > found.start && level <= found.level)
  return { start: found.start, end: Math.min(next?.start ?? mainLength, mainLength) }
}

// --- private --------------------------------------------------------------------------

const shorten = (text: string): string =>
  text.length <= maxHeadingLength
    ? text
    : `${text
        .slice(0, maxHeadingLength - 1)
        .toWellFormed()
        .trimEnd()}…`

const find = (
  headings: ReadonlyArray<Heading>,
  mainLength: number,
  wanted: string | number,
): Pick<Heading, "level" | "start"> | undefined => {
  const main = headings.filter(({ start }) => start < mainLength)
  const words = plain(String(wanted).replace(/^#+/, ""))
  const named =
    main.find(({ text }) => plain(text) === words) ??
    main.find(({ text }) => words.length >= 3 && (plain(text).includes(words) || plain(shorten(text)) === words))
  return named ?? make(headings, mainLength)[Number(words) - 1]
}

const plain = (text: string): string => normalised(text, "NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/**
 * The last offset up to `maxEnd` at which a block begins. A table row never begins a page, because the table's header
 * is on the page before.
 */
const betweenBlocks = (blocks: ReadonlyArray<Block>, start: number, maxEnd: number): number | undefined => {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.start ?? 0) <= maxEnd) low = middle + 1
    else high = middle
  }
  const last = blocks[low - 1]
  return last !== undefined && last.start > start ? last.start : undefined
}

const withinBlock = (text: string, start: number, maxEnd: number): number => {
  const line = text.slice(start + 1, maxEnd).lastIndexOf("\n")
  if (line !== -1) return start + 1 + line + 1
  const whole = outsideLink(text, start, maxEnd)
  const space = text.slice(start + 1, whole).lastIndexOf(" ")
  if (space !== -1) return outsideLink(text, start, start + 1 + space + 1)
  return betweenCharacters(text, start, whole)
}

/** How far back to look for the beginning of a link. */
const maxLinkLength = 4_000

/** `at`, or the beginning of the link around it, unless the page would then be empty. */
const outsideLink = (text: string, start: number, at: number): number => {
  const from = Math.max(start, at - maxLinkLength)
  const window = text.slice(from, at + maxLinkLength)
  for (const { 0: link, index } of window.matchAll(/!?\[[^\][\n]{0,1000}\]\([^()\s]{0,3000}\)/g)) {
    const begin = from + index
    if (begin >= at) break
    if (begin + link.length > at) return begin > start ? begin : at
  }
  return at
}

const betweenCharacters = (text: string, start: number, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff && at - 1 > start ? at - 1 : at
}
