/**
 * Divides a long text into pages. A page is a verbatim slice, so all pages joined are exactly the text. It ends between
 * blocks if at least half of it is then used. Else the block that doesn't fit is cut: prose after a sentence, anything
 * else after a line, or else between words; never within a link or a character. Code and table rows are only cut if
 * they don't fit into a page. No page ends on a heading, unless it has nothing else.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Block, Blocks } from "./Blocks.ts"
import { sentenceEnd } from "./Chunks.ts"
import type { Range } from "./Outline.ts"

/**
 * The page that begins at `start` and has at most `maxLength` characters (UTF-16 units, at least 2) of `text` up to
 * `end`, found in slices of time.
 */
export const pageAt = Effect.fnUntraced(function* (
  text: string,
  parsed: Blocks,
  { end, start }: Range,
  maxLength: number,
): Effect.fn.Return<Range> {
  const maxEnd = start + maxLength
  if (maxEnd >= end) return { start, end }
  const least = start + Math.ceil(maxLength * leastShare)
  const between = yield* betweenBlocks(parsed, start, maxEnd)
  const open = blockAround(parsed.blocks, maxEnd)
  if (between !== undefined && (between >= least || open === undefined || staysWhole(open, maxLength)))
    return { start, end: between }
  const from = Math.max(start, open?.start ?? start)
  const within = (yield* withinBlock(text, from, { kind: open?.kind, least, maxEnd })) ?? between
  return { start, end: within ?? betweenCharacters(text, maxEnd) }
})

// --- private --------------------------------------------------------------------------

/** The cost of looking at a block and the heading behind it, and that of a match beside its characters. */
const unitsOfBlock = 64
const unitsOfMatch = 16

/** The share of its length that a page uses at least, where its blocks permit it. */
const leastShare = 0.5

/**
 * The last offset up to `maxEnd` that is behind a block, and not behind a heading. A block that introduces the next one
 * goes to its page, unless it is the first of this page.
 */
const betweenBlocks = Effect.fnUntraced(function* (
  { blocks, headings }: Blocks,
  start: number,
  maxEnd: number,
): Effect.fn.Return<number | undefined> {
  const slice = TimeSlice.begin()
  let found: number | undefined
  for (let at = firstIndex(blocks, ({ end }) => end > maxEnd) - 1; at >= 0; at--) {
    const { end } = blocks[at] ?? { end: 0 }
    if (end <= start) break
    const next = blocks[at + 1]
    const heading = headings[firstIndex(headings, (each) => each.start >= end)]
    const offset = Math.min(maxEnd, next?.start ?? maxEnd, heading?.start ?? maxEnd)
    if (next?.lead !== at) return offset
    found ??= offset
    if (slice.spend(unitsOfBlock)) yield* TimeSlice.next
  }
  return found
})

/** The block with text before and behind an offset. */
const blockAround = (blocks: ReadonlyArray<Block>, offset: number): Block | undefined => {
  const block = blocks[firstIndex(blocks, ({ end }) => end > offset)]
  return block !== undefined && block.start < offset ? block : undefined
}

const staysWhole = ({ end, kind, start }: Block, maxLength: number): boolean =>
  (kind === "code" || kind === "row") && end - start <= maxLength

/** A cut up to `maxEnd`; it should be at `least` or behind it. */
interface Cut {
  readonly kind: Block["kind"] | undefined
  readonly least: number
  readonly maxEnd: number
}

/** Where to cut a block, behind `from`. */
const withinBlock = Effect.fnUntraced(function* (
  text: string,
  from: number,
  { kind, least, maxEnd }: Cut,
): Effect.fn.Return<number | undefined> {
  const slice = TimeSlice.begin()
  const earliest = Math.max(from + 1, least)
  const good = kind === "paragraph" || kind === "item" ? sentenceEnd : lineEnd
  let natural: number | undefined
  for (const { 0: found, index } of text.slice(earliest, maxEnd).matchAll(good)) {
    const end = earliest + index + found.length
    if (slice.spend(unitsOfMatch + end - (natural ?? earliest))) yield* TimeSlice.next
    natural = end
  }
  if (natural !== undefined && outsideLink(text, from, natural) === natural) return natural
  const whole = outsideLink(text, from, maxEnd)
  if (whole === undefined) return undefined
  const space = text.slice(from + 1, whole).lastIndexOf(" ")
  const word = space === -1 ? undefined : outsideLink(text, from, from + 1 + space + 1)
  const end = word ?? betweenCharacters(text, whole)
  return end > from ? end : undefined
})

const lineEnd = /\n/g

/** How far back to look for the beginning of a link. */
const maxLinkLength = 4_000

/** `at`, or the beginning of the link around it if that is behind `start`. */
const outsideLink = (text: string, start: number, at: number): number | undefined => {
  const from = Math.max(start, at - maxLinkLength)
  const window = text.slice(from, at + maxLinkLength)
  for (const { 0: link, index } of window.matchAll(/!?\[[^\][\n]{0,1000}\]\([^()\s]{0,3000}\)/g)) {
    const begin = from + index
    if (begin >= at) break
    if (begin + link.length > at) return begin > start ? begin : undefined
  }
  return at
}

const betweenCharacters = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

/** The index of the first element, in ascending order, of which `isBehind` is true. */
const firstIndex = <A>(elements: ReadonlyArray<A>, isBehind: (element: A) => boolean): number => {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    const element = elements[middle]
    if (element === undefined || isBehind(element)) high = middle
    else low = middle + 1
  }
  return low
}
