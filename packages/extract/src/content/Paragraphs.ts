/** How much an element looks like the one that holds a page's text: by its paragraphs, and by the names around it. */
import type { Block, Holder } from "./Block.ts"
import { ratio } from "./Counts.ts"
import { hintNames } from "./Hints.ts"

/**
 * Scores of holders by the paragraphs in and below them, as Readability counts them. A holder loses the share of its
 * words that is linked.
 */
export const scoresOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Holder, number> => {
  const scores = new Map<Holder, number>()
  for (const { commas, holder, linked, sentences, text, words } of blocks) {
    if (text.length < shortest || linked * 2 > words || unlikeliness(holder) > 0) continue
    const score = 1 + Math.min(commas + sentences, 10) + Math.min(Math.floor(text.length / 100), 3)
    let at: Holder | undefined = ownParagraph.has(holder.name) ? (holder.parent ?? holder) : holder
    for (let level = 0; level < levels && at !== undefined; level++, at = at.parent)
      scores.set(at, (scores.get(at) ?? 0) + score / (level === 0 ? 1 : level === 1 ? 2 : 3 * level))
  }
  for (const [holder, score] of scores) scores.set(holder, score * (1 - ratio(holder.linked, holder.words)))
  return scores
}

/**
 * By how many levels the nearest name of clutter around a block is nearer than the nearest name of content; negative
 * where it is farther.
 */
export const unlikeliness = (holder: Holder): number => {
  let [clutter, content] = [0, 0]
  for (const bit of clutterBits) clutter = Math.max(clutter, holder.hinted[bit]?.depth ?? 0)
  for (const bit of contentBits) content = Math.max(content, holder.hinted[bit]?.depth ?? 0)
  return clutter - content
}

// --- private --------------------------------------------------------------------------

const bitsOf = (names: string): ReadonlyArray<number> => names.split(" ").map((name) => hintNames.indexOf(name))

const contentBits = bitsOf("content main")
const clutterBits = bitsOf("navigation top bottom side share newsletter advert overlay related comment")

/** Paragraphs shorter than this many characters count nothing, and levels above a paragraph that it counts for. */
const shortest = 25
const levels = 6

const ownParagraph: ReadonlySet<string> = new Set(["p", "pre", "td", "li", "blockquote"])
