/**
 * Short lines between kept blocks: titles in a list of songs, names of plants, verses. The model judges a line by its
 * few words, so some of a kind stay and others go, and nothing shows the gap.
 */
import type { Block, Holder } from "../model/Block.ts"
import { hintNames, isApart } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import { isInCard, keptWordsBefore } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the lines of a container of which most is kept, between kept blocks of it. */
export const shortLines: UnitRule = {
  name: "shortLines",
  case: "A short line between kept blocks of a text is a part of it.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { kept, page } = choice
    // Lines kept later don't count.
    const sums = keptWordsBefore(page.blocks, kept)
    for (let at = kept.indexOf(true) + 1, end = at; at > 0 && at < kept.length; at = end + 1) {
      end = kept.indexOf(true, at)
      if (end < 0) return
      if (end === at || end - at > maxLines) continue
      const around = containerOf(page.blocks[at - 1], end)
      if (around === undefined) continue
      const least = leastIn(around, choice, sums)
      for (let line = at; line < end; line++) kept[line] = isLine(line, around, least, choice)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The maximum number of lines between two kept blocks, and of words of each that isn't prose. */
const maxLines = 12
const maxWords = 25
/** How deep in a container a line may be. */
const maxDepth = 2
/** The chance below which a line is none of the text, also where nearly all of a long one is kept. */
const minChance = 0.2
const minOfMost = 0.1
/** The chance from which a paragraph of more words is a part of the text. */
const minOfLong = 0.35
/** The minimum number of kept words of a container, and their minimum share of its words; those of a long text. */
const minKeptWords = 300
const minKept = 0.6
const minLong = 1_000
const minMost = 0.8

const userBit = hintNames.indexOf("user")

/** The narrowest holder of a block and of the one at an index behind it. */
const containerOf = (block: Block | undefined, end: number): Holder | undefined => {
  let around = block?.holder
  while (around !== undefined && around.first + around.blocks <= end) around = around.parent
  return around
}

/**
 * The minimum chance of a line of a container of which most words are kept. A short one that is no card is judged by
 * the long text around it.
 */
const leastIn = (around: Holder, choice: Choice, sums: Float64Array): number => {
  const isShort = around.words < minKeptWords
  if (isShort && isInCard(around, choice)) return Infinity
  const text = isShort ? longAround(around) : around
  if (text === undefined) return Infinity
  const words = (sums[text.first + text.blocks] ?? 0) - (sums[text.first] ?? 0)
  const share = words / text.words
  const isMost = words >= minLong && share >= minMost
  if (isShort) return isMost ? minChance : Infinity
  if (words < minKeptWords || share < minKept) return Infinity
  return isMost ? minOfMost : minChance
}

/** The narrowest long holder around a short one. */
const longAround = (short: Holder): Holder | undefined => {
  let around: Holder | undefined = short
  while (around !== undefined && around.words < minLong) around = around.parent
  return around
}

/** An address that is its own link. */
const address = /^https?:\/\/\S+$/

/** Whether a block is a line of a container, and no heading, link, control or number of a page. */
const isLine = (at: number, around: Holder, least: number, choice: Choice): boolean => {
  const block = choice.page.blocks[at]
  return (
    block !== undefined &&
    (choice.chances[at] ?? 0) >= (block.words <= maxWords ? least : Math.max(least, minOfLong)) &&
    (block.words <= maxWords || block.prose > 0) &&
    (block.linked * 2 <= block.words || address.test(block.text)) &&
    block.controls === 0 &&
    levelOf(block) === textLevel &&
    block.holder.depth - around.depth <= maxDepth &&
    (block.holder !== around || /\p{L}/u.test(block.text)) &&
    !isApart(block.holder) &&
    block.holder.hinted[userBit] === undefined &&
    !choice.records.recordsAt(block.element).some(({ list }) => list.arePosts)
  )
}
