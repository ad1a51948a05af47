/**
 * Divides a long text into pages. A page is a verbatim slice that ends between blocks, so that all pages joined are
 * exactly the text. A block that is longer than a page is cut at a line, else between words; never within a link or a
 * character.
 */
import type { Block } from "./Blocks.ts"
import type { Range } from "./Outline.ts"

/**
 * The page that begins at `start` and has at most `maxLength` characters (UTF-16 units, at least 2) of `text` up to
 * `end`.
 */
export const pageAt = (text: string, blocks: ReadonlyArray<Block>, { end, start }: Range, maxLength: number): Range => {
  const maxEnd = start + maxLength
  if (maxEnd >= end) return { start, end }
  return { start, end: betweenBlocks(blocks, start, maxEnd) ?? withinBlock(text, start, maxEnd) }
}

// --- private --------------------------------------------------------------------------

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
