/** Facts about a page as a whole, collected before its blocks are scored. */
import type { Declared } from "../metadata/Declared.ts"
import type { Block, Blocks, Holder } from "./Block.ts"
import { pairOf, wordsOf } from "./WordNumbers.ts"
import { type MainText, mainTextIn } from "./Paragraphs.ts"
import { type Template, templatesOf } from "./Template.ts"
import { WordSet } from "./WordSet.ts"

/** A page: its blocks, and the lookup tables for them. */
export interface Page extends Blocks {
  readonly declaredTypes: ReadonlySet<string>
  readonly titleWords: WordSet
  readonly words: ReadonlyArray<ReadonlyArray<number>>
  /** For each block the number of blocks with the same words. */
  readonly copies: ReadonlyArray<number>
  /** Pairs of neighbouring words of the page's descriptions and its structured data. */
  readonly describedPairs: WordSet
  /** The template of each block. */
  readonly templates: ReadonlyArray<Template>
  /** The index of the block with the page's heading (-1 for none), and the holders that contain it. */
  readonly titleAt: number
  readonly titleHolders: ReadonlySet<Holder>
  /**
   * For each block the index of the last block of prose up to it (-1 for none), and of the next one after it (the
   * number of blocks for none).
   */
  readonly proseBefore: Int32Array
  readonly proseAfter: Int32Array
  /** The best holder by the paragraph scores, and the holders that contain it. */
  readonly bestAndAncestors: ReadonlySet<Holder>
  /** For each block whether it is in the best holder or in an adjacent one that is also main text. */
  readonly inBest: ReadonlyArray<boolean>
  /** For each block the paragraph score around it as a share of the best holder's. */
  readonly scores: Float64Array
  /** The indexes of the first and the last block of prose that `inBest` contains, -1 for none. */
  readonly proseFrom: number
  readonly proseTo: number
}

/** Facts from other stages. */
export interface PageFacts {
  readonly title: string
  readonly declared: Declared
}

/** Collects the facts. */
export const pageOf = (found: Blocks, { declared, title }: PageFacts): Page => {
  const { blocks, root } = found
  const titleWords = new WordSet(wordsOf(title))
  const words = blocks.map(({ text }) => wordsOf(text))
  const keys = words.map((own) => own.reduce(pairOf, 0))
  const alike = Map.groupBy(keys, (key) => key)
  const titleAt = titleIn(blocks, words, titleWords)
  const text = mainTextIn(blocks)
  const known = new Map<Holder, boolean>(Array.from(text?.holders ?? [root], (holder) => [holder, true]))
  const inBest = blocks.map(({ holder }) => isWithin(holder, known))
  const isText = ({ prose }: Block, at: number): boolean => prose > 0 && inBest[at] === true
  const [proseBefore, proseAfter] = nearestProse(blocks)
  return {
    ...found,
    declaredTypes: declared.types,
    titleWords,
    words,
    copies: keys.map((key) => alike.get(key)?.length ?? 1),
    describedPairs: pairsOf(wordsOf(declared.description)),
    templates: templatesOf(blocks, inBest),
    titleAt,
    titleHolders: withAncestors(blocks[titleAt]?.holder),
    proseBefore,
    proseAfter,
    bestAndAncestors: withAncestors(text?.best ?? root),
    inBest,
    scores: sharesOf(blocks, text),
    proseFrom: blocks.findIndex(isText),
    proseTo: blocks.findLastIndex(isText),
  }
}

/** A holder and its ancestors. */
export const withAncestors = (holder: Holder | undefined): Set<Holder> => {
  const found = new Set<Holder>()
  for (let at = holder; at !== undefined; at = at.parent) found.add(at)
  return found
}

// --- private --------------------------------------------------------------------------

/** For each block the score of its first holder with one, as a share of the best one's. */
const sharesOf = (blocks: ReadonlyArray<Block>, text: MainText | undefined): Float64Array => {
  const highest = text?.scores.get(text.best) ?? 1
  return Float64Array.from(blocks, ({ holder }) => {
    let at: Holder | undefined = holder
    while (at !== undefined && text?.scores.has(at) !== true) at = at.parent
    return at === undefined ? 0 : (text?.scores.get(at) ?? 0) / highest
  })
}

const pairsOf = (words: ReadonlyArray<number>): WordSet =>
  new WordSet(words.slice(1).map((word, at) => pairOf(words[at] ?? 0, word)))

/** Whether a holder is a known one, or within one; `known` caches results. */
const isWithin = (holder: Holder, known: Map<Holder, boolean>): boolean => {
  const before = known.get(holder)
  if (before !== undefined) return before
  const is = holder.parent !== undefined && isWithin(holder.parent, known)
  known.set(holder, is)
  return is
}

/** For each block the last block of prose up to it, and the first one after it. */
const nearestProse = (blocks: ReadonlyArray<Block>): readonly [Int32Array, Int32Array] => {
  const [before, after] = [new Int32Array(blocks.length), new Int32Array(blocks.length)]
  const isProse = blocks.map(({ prose }) => prose > 0)
  let last = -1
  for (let at = 0; at < blocks.length; at++) {
    if (isProse[at] === true) last = at
    before[at] = last
  }
  let next = blocks.length
  for (let at = blocks.length - 1; at >= 0; at--) {
    after[at] = next
    if (isProse[at] === true) next = at
  }
  return [before, after]
}

/** The heading, else the short block, with most of the title; else the first `h1`. */
const titleIn = (blocks: ReadonlyArray<Block>, wordsOfBlocks: Page["words"], titleWords: WordSet): number => {
  let best = -1
  let highest = 0.55
  if (titleWords.size > 0)
    blocks.forEach(({ holder, words }, at) => {
      if (words > 40 || wordsOfBlocks[at]?.some((word) => titleWords.has(word)) !== true) return
      const own = new Set(wordsOfBlocks[at])
      let common = 0
      for (const word of own) if (titleWords.has(word)) common++
      const score =
        (2 * common) / (own.size + titleWords.size) + (holder.heading === 0 ? -0.2 : 0.1 - holder.heading / 50)
      if (score > highest) {
        best = at
        highest = score
      }
    })
  return best >= 0 ? best : blocks.findIndex(({ holder }) => holder.heading === 1)
}
