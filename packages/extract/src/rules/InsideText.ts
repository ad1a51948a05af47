/**
 * Code, tables, lists and notes inside of the kept text. The model judges them by their words: it has learnt prose, and
 * most lists and boxes that it knows are clutter. Without them the text says less, and nothing shows the loss.
 */
import { patternOf } from "../classes/ClassNames.ts"
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { apartBits } from "../model/Hints.ts"
import type { Choice } from "../phases/Choice.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps such parts. */
export const insideText: UnitRule = {
  name: "insideText",
  case: "Code, a table or a list between kept paragraphs goes with them.",
  phase: "unit",
  reads: {
    elements: ["aside", "dl", "figcaption", "figure", "ol", "pre", "table", "ul"],
    attributes: ["class", "role"],
    classes: ["admonition", "admonitionKind", "sideNote"],
  },
  run: (choice) => {
    const { kept, page } = choice
    const sums = sumsOf(page.blocks, kept)
    for (const part of partsIn(page.blocks, sums))
      if (isCaptionOfTable(part, choice) || (isWithin(part, choice, sums) && isText(part, choice, sums)))
        keepPart(part, choice)
  },
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set(["pre", "table", "ul", "ol", "dl", "figcaption"])

/** Those that may end a text, as side notes may; a figure is a listing. */
const enders: ReadonlySet<string> = new Set(["table", "dl", "figure"])

/** How many blocks away the next kept one may be. */
const maxDistance = 2
/** How many blocks of other tables may be between a table and the next kept block. */
const maxInTables = 1_000
/** The minimum mean chances, by what a part is; data and lists with many links need higher ones. */
const minChance = {
  code: 0.05,
  note: 0.1,
  shortNote: 0.5,
  caption: 0.1,
  other: 0.25,
  table: 0.2,
  linkedData: 0.4,
  linkedList: 0.5,
  titles: 0.6,
}
/** The share of linked words of a list, and the words of an item, from which on it has the titles of other texts. */
const maxLinked = 0.75
const minTitle = 6
/** The minimum words of a note that has no prose. */
const minNote = 6
/** The share of its container's prose that must be kept. */
const minKept = 0.5

/** The words of prose before each block, those that are kept, and the number of blocks before it that aren't kept. */
interface Sums {
  readonly all: Float64Array
  readonly kept: Float64Array
  readonly left: Float64Array
}

const sumsOf = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): Sums => {
  const zeros = (): Float64Array => new Float64Array(blocks.length + 1)
  const sums = { all: zeros(), kept: zeros(), left: zeros() }
  blocks.forEach(({ prose }, at) => {
    sums.all[at + 1] = (sums.all[at] ?? 0) + prose
    sums.kept[at + 1] = (sums.kept[at] ?? 0) + (kept[at] === true ? prose : 0)
    sums.left[at + 1] = (sums.left[at] ?? 0) + (kept[at] === true ? 0 : 1)
  })
  return sums
}

/** All such elements of which something isn't kept yet, each once. */
const partsIn = (blocks: ReadonlyArray<Block>, { left }: Sums): ReadonlySet<Holder> => {
  const [found, seen] = [new Set<Holder>(), new Set<Holder>()]
  for (const { holder } of blocks)
    for (let at: Holder | undefined = holder; at !== undefined && !seen.has(at); at = at.parent) {
      seen.add(at)
      const isWhole = left[at.first] === left[at.first + at.blocks]
      if (!isWhole && (names.has(at.name) || isListing(at) || isNote(at))) found.add(at)
    }
  return found
}

/** Whether kept blocks are beside a part, and most of the prose in their common container is kept. */
const isWithin = (part: Holder, { kept, page }: Choice, sums: Sums): boolean => {
  const { blocks, first, linked, name, parent } = part
  const isNear = (from: number, step: 1 | -1, end: number): boolean => {
    const last = step > 0 ? Math.min(end, from + maxInTables) : Math.max(end, from - maxInTables)
    for (let at = from, left = maxDistance; left > 0 && at !== last; at += step) {
      if (kept[at] === true) return true
      if (name !== "table" || !isOfTables(page.blocks[at])) left--
    }
    return false
  }
  const shareOf = (sum: Float64Array, { blocks: count, first: from }: Holder): number =>
    (sum[from + count] ?? 0) - (sum[from] ?? 0) - ((sum[first + blocks] ?? 0) - (sum[first] ?? 0))
  let around = parent
  while (around !== undefined && shareOf(sums.kept, around) === 0) around = around.parent
  if (around === undefined || shareOf(sums.kept, around) < shareOf(sums.all, around) * minKept) return false
  const before = isNear(first - 1, -1, around.first - 1)
  const isLast = first + blocks === around.first + around.blocks
  const isSectionEnd = isLast && linked === 0
  const behind = isNear(first + blocks, 1, isSectionEnd ? page.blocks.length : around.first + around.blocks)
  const isAtEnd = before && (enders.has(name) || isSideNote(part)) && isLast
  return name === "pre" ? (before && behind) || ((before || behind) && !isProse(part)) : before && (behind || isAtEnd)
}

/** Whether a block of code is a long text, as the licence before and behind a book. */
const isProse = ({ prose, words }: Holder): boolean => words >= minProse && prose * 2 > words
const minProse = 100

/** Whether a block is in a table or a heading. Tables of one kind may follow each other, each under its heading. */
const isOfTables = (block: Block | undefined): boolean =>
  block !== undefined && (block.holder.heading > 0 || (block.holder.regions & tableBit) !== 0)
const tableBit = regionsOf("table")

/** Whether an element is a figure of lines, such as an algorithm. */
const isListing = ({ blocks, images, name }: Holder): boolean => name === "figure" && blocks > 2 && images === 0

/** Whether an element is a note by its name, role or class. */
const isNote = ({ element, name }: Holder): boolean => {
  if (name === "aside") return true
  if (name !== "div" && name !== "section") return false
  const classes = element.getAttribute("class") ?? ""
  return element.getAttribute("role") === "note" || admonition.test(classes) || admonitionKind.test(classes)
}

const isSideNote = ({ element }: Holder): boolean => sideNote.test(element.getAttribute("class") ?? "")

const sideNote = patternOf("sideNote")
const admonition = patternOf("admonition")
const admonitionKind = patternOf("admonitionKind")

/** Whether a part is code, or reads like a part of a text and not of a list's record. */
const isText = (part: Holder, choice: Choice, sums: Sums): boolean => {
  const { blocks, controls, first, hinted, linked, name, prose, words } = part
  const chance = chanceWithin(part, choice)
  if (name === "pre") return chance >= minChance.code
  if (controls * 4 > blocks) return false
  const isApart = apartBits.some((bit) => hinted[bit] === part)
  if (isNote(part)) return (!isApart || name !== "aside") && readsLikeNote(part, chance) && !hasMenu(part, choice)
  if (isInCard(part, choice)) return false
  if (name === "figcaption") return !isApart && prose * 2 >= words && chance >= minChance.caption
  const isBeforeProse = (sums.kept.at(-1) ?? 0) > (sums.kept[first + blocks] ?? 0)
  if (name === "table" && linked === 0 && isBeforeProse) return !isApart && chance >= minChance.table
  const isData = enders.has(name)
  if (linked * (isData ? 2 : 4) < words) return !isApart && chance >= minChance.other
  const areTitles = linked >= words * maxLinked && words >= blocks * minTitle
  const least = areTitles ? minChance.titles : minChance.linkedList
  return !isApart && chance >= (isData ? minChance.linkedData : least)
}

/** Whether a note is mostly prose, or a likely short sentence. */
const readsLikeNote = (part: Holder, chance: number): boolean => {
  const { links, prose, sentences, words } = part
  return prose * 2 >= words || isSideNote(part)
    ? chance >= minChance.note
    : words >= minNote && sentences > 0 && links === 0 && chance >= minChance.shortNote
}

/** Whether a menu is in a part. */
const hasMenu = ({ blocks, first, regions }: Holder, { page }: Choice): boolean =>
  (regions & menuBit) === 0 &&
  page.blocks.slice(first, first + blocks).some(({ holder }) => (holder.regions & menuBit) !== 0)
const menuBit = regionsOf("nav")

/** Whether a part is the caption of a kept table, before or behind it in one figure. */
const isCaptionOfTable = (part: Holder, choice: Choice): boolean => {
  const { blocks, first, name, parent } = part
  if (name !== "figcaption" || parent?.name !== "figure" || chanceWithin(part, choice) < minChance.caption) return false
  return [first - 1, first + blocks].some(
    (at) =>
      at >= parent.first &&
      at < parent.first + parent.blocks &&
      choice.kept[at] === true &&
      ((choice.page.blocks[at]?.holder.regions ?? 0) & tableBit) !== 0,
  )
}
