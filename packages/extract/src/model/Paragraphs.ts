/**
 * Finds a page's text by its paragraphs and the names around them, like Readability: the element whose paragraphs score
 * highest, and adjacent ones that score enough.
 */
import type { Block, Holder } from "./Block.ts"
import { ratio } from "./Counts.ts"
import { hintNames } from "./Hints.ts"

/** The element with a page's main text, and the scores. */
export interface MainText {
  readonly best: Holder
  /** The best holder and the adjacent holders that are also main text. */
  readonly holders: ReadonlySet<Holder>
  /** The score of each holder of paragraphs. */
  readonly scores: ReadonlyMap<Holder, number>
}

/** Finds the main text of a page; `undefined` if no paragraph counts. */
export const mainTextIn = (blocks: ReadonlyArray<Block>): MainText | undefined => {
  const scores = scoresOf(blocks)
  let [best, highest]: [Holder | undefined, number] = [undefined, 0]
  for (const [holder, score] of scores) if (score > highest) [best, highest] = [holder, score]
  if (best === undefined) return undefined
  best = outerIfBetter(best, scores)
  while (best.parent?.parent !== undefined && best.parent.blocks === best.blocks) best = best.parent
  return { best, holders: withAdjacent(best, scores, blocks), scores }
}

/**
 * How many levels nearer the nearest clutter name around a block is than the nearest content name; negative if it is
 * farther.
 */
export const unlikeliness = (holder: Holder): number => nearest(holder, clutterBits) - nearest(holder, contentBits)

// --- private --------------------------------------------------------------------------

const bitsOf = (names: string): ReadonlyArray<number> => names.split(" ").map((name) => hintNames.indexOf(name))

const contentBits = bitsOf("content main")
const clutterBits = bitsOf("navigation top bottom side share newsletter advert overlay related comment")
/** Names that make everything within unlikely, even elements named as content. */
const outerBits = bitsOf("navigation bottom share newsletter advert overlay related comment")

const nearest = (holder: Holder, bits: ReadonlyArray<number>): number => {
  let depth = 0
  for (const bit of bits) depth = Math.max(depth, holder.hinted[bit]?.depth ?? 0)
  return depth
}

/** Minimum characters of a paragraph that counts, and the number of levels above it for which it counts. */
const minLength = 25
const levels = 6
/** Characters per word: scripts without spaces have fewer. */
const wordLength = 6
/** The weight of paragraphs within clutter names, nearest or anywhere around. */
const clutterWeight = 0.3
const outerClutterWeight = 0.4
/**
 * The share of the highest score below which an outer holder is ignored, and the share that an adjacent holder needs.
 */
const minOuterShare = 1 / 3
const minAdjacentShare = 0.2

const ownParagraph: ReadonlySet<string> = new Set(["p", "pre", "td", "li", "blockquote"])

/**
 * Scores of holders by the paragraphs in and below them. Levels count only if a holder contains more blocks than the
 * inner one, because page builders wrap each paragraph. A holder loses the share of its words that are linked.
 */
const scoresOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Holder, number> => {
  const scores = new Map<Holder, number>()
  for (const { commas, holder, linked, sentences, text, words } of blocks) {
    const length = Math.max(text.length, words * wordLength)
    if (length < minLength || linked * 2 > words) continue
    const all = 1 + Math.min(commas + sentences, 20) + Math.min(Math.floor(length / 100), 3)
    const score =
      all * (unlikeliness(holder) > 0 ? clutterWeight : nearest(holder, outerBits) > 0 ? outerClutterWeight : 1)
    let at: Holder | undefined = ownParagraph.has(holder.name) ? (holder.parent ?? holder) : holder
    let size = at.blocks
    for (let level = 0; at !== undefined; at = at.parent) {
      if (at.blocks > Math.max(size, 1)) level++
      if (level > levels) break
      size = at.blocks
      scores.set(at, (scores.get(at) ?? 0) + score / (level < 2 ? 1 : level === 2 ? 2 : 3 * (level - 1)))
    }
  }
  scores.forEach((score, holder) => scores.set(holder, score * (1 - ratio(holder.linked, holder.words))))
  return scores
}

/** The outer holder with a higher score, unless one between scores too little. */
const outerIfBetter = (best: Holder, scores: ReadonlyMap<Holder, number>): Holder => {
  const own = scores.get(best) ?? 0
  let last = own
  for (let at = best.parent; at?.parent !== undefined; at = at.parent) {
    const score = scores.get(at) ?? 0
    if (score < own * minOuterShare) return best
    if (score > last) return outerIfBetter(at, scores)
    last = score
  }
  return best
}

const withAdjacent = (
  best: Holder,
  scores: ReadonlyMap<Holder, number>,
  blocks: ReadonlyArray<Block>,
): ReadonlySet<Holder> => {
  const found = new Set([best])
  const { parent } = best
  if (parent === undefined) return found
  const highest = scores.get(best) ?? 0
  for (const { holder } of blocks.slice(parent.first, parent.first + parent.blocks)) {
    let at: Holder | undefined = holder
    while (at !== undefined && at.parent !== parent) at = at.parent
    if (at === undefined || found.has(at)) continue
    const isAlike = at.kind === best.kind && at.kind.includes(".")
    const score = (scores.get(at) ?? 0) + (isAlike ? highest * minAdjacentShare : 0)
    if (score >= Math.max(10, highest * minAdjacentShare) || (at.name === "p" && isSentence(at))) found.add(at)
  }
  return found
}

/** Whether a paragraph beside the text reads like text. */
const isSentence = ({ linked, sentences, words }: Holder): boolean =>
  words > 14 ? linked * 4 < words : linked === 0 && sentences > 0
