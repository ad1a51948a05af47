/**
 * The blocks that went from a kept text: from inside of it, from before and behind it in its own container, and lists,
 * tables and rows of short lines beside that. The model drops what reads like clutter; where that is a good part of the
 * text, a reader should know what is missing.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { apartBits, hintNames } from "../model/Hints.ts"
import { keptWordsBefore } from "../phases/Part.ts"

/** Such blocks, and the words that are kept of the text and those that it has. */
export interface LostWithin {
  readonly blocks: ReadonlyArray<Block>
  readonly read: number
  readonly of: number
}

/**
 * Finds them; `undefined` if they have too small a share of the text's words. Comments are a part of a text only in a
 * thread: there they answer its posts.
 */
export const lostWithin = (
  blocks: ReadonlyArray<Block>,
  kept: ReadonlyArray<boolean>,
  isThread = false,
): LostWithin | undefined => {
  const apart = isThread ? apartInThreads : apartBits
  const text = lostIn(blocks, kept, (block, container) => readsLikeText(block, container, apart))
  const lost = [...text.lost, ...shortLostIn(blocks, kept, text)].toSorted((a, b) => a - b)
  const read = text.taken.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0)
  const of = lost.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), read)
  return of - read > Math.max(minWords, of * minShare)
    ? { blocks: lost.flatMap((at) => blocks[at] ?? []), read, of }
    : undefined
}

/** The choice with all of the text, also its headings and terms: for a page that is known to have no clutter in it. */
export const withLost = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): ReadonlyArray<boolean> => {
  const lost = new Set(lostIn(blocks, kept, isOfText, true).lost)
  return kept.map((isKept, at) => isKept || lost.has(at))
}

// --- private --------------------------------------------------------------------------

/** The indices of blocks that went from a kept text, and of those that are kept of it. */
interface Text {
  readonly container: Holder | undefined
  readonly lost: ReadonlyArray<number>
  readonly taken: ReadonlyArray<number>
  /** Its first and its last block in the container. */
  readonly ends: readonly [first: number, last: number]
}

const lostIn = (
  blocks: ReadonlyArray<Block>,
  kept: ReadonlyArray<boolean>,
  mayBeText: (block: Block, container: Holder) => boolean,
  isAllText = false,
): Text => {
  const container = containerOf(blocks, kept, isAllText ? minOfAll : minKept)
  if (container === undefined) return { container, lost: [], taken: [], ends: [0, 0] }
  const around = container.parent ?? container
  const members = Array.from({ length: around.blocks }, (_, index) => around.first + index)
  const isInside = (at: number): boolean => at >= container.first && at < container.first + container.blocks
  const taken = members.filter((at) => kept[at] === true)
  const inside = taken.filter(isInside)
  const [first, last] = [inside[0] ?? 0, inside.at(-1) ?? 0]
  const lost = members.filter((at) => {
    const block = blocks[at]
    if (kept[at] === true || block === undefined || !mayBeText(block, container)) return false
    if (!isInside(at)) return isAllText ? isOwn(block, around) : isBeside(block, around)
    return isAllText || (at > first && at < last) || isOwn(block, container)
  })
  return { container, lost, taken, ends: [first, last] }
}

/** The indices of lost blocks of a few words: between kept ones, or in a row of one shape around the text. */
const shortLostIn = (
  blocks: ReadonlyArray<Block>,
  kept: ReadonlyArray<boolean>,
  { container, ends: [first, last], lost }: Text,
): ReadonlyArray<number> => {
  if (container === undefined) return []
  let around = container
  for (let step = 0; step < maxSteps && around.parent?.parent !== undefined; step++) around = around.parent
  const known = new Set(lost)
  const short: Array<number> = []
  for (let at = around.first; at < around.first + around.blocks; at++) {
    const block = blocks[at]
    if (block === undefined || kept[at] === true || known.has(at) || block.prose > 0) continue
    if (isOfText(block, container) && isUnnamed(block, container, rowBits)) short.push(at)
  }
  const isInRow = rowsIn(short, blocks, around)
  return short.filter((at) => (at > first && at < last) || isInRow(at))
}

/** Finds the rows of short blocks: siblings of one name and class, without links and pictures. */
const rowsIn = (
  short: ReadonlyArray<number>,
  blocks: ReadonlyArray<Block>,
  around: Holder,
): ((at: number) => boolean) => {
  const counts = new Map<Holder, Map<string, number>>()
  const seen = new Set<Holder>()
  for (const at of short)
    for (
      let own = blocks[at]?.holder;
      own?.parent !== undefined && own !== around && !seen.has(own);
      own = own.parent
    ) {
      seen.add(own)
      if (own.links > 0 || own.images > 0) continue
      const kinds = counts.get(own.parent) ?? new Map<string, number>()
      counts.set(own.parent, kinds.set(own.kind, (kinds.get(own.kind) ?? 0) + 1))
    }
  return (at) => {
    for (let own = blocks[at]?.holder; own?.parent !== undefined && own !== around; own = own.parent)
      if (own.links === 0 && own.images === 0 && (counts.get(own.parent)?.get(own.kind) ?? 0) >= minRow) return true
    return false
  }
}

/** How many elements above the container rows may be, and the number of siblings from which on they are a row. */
const maxSteps = 3
const minRow = 5

/** The share of its words that a text lost, and the words, above which that counts. */
const minShare = 0.1
const minWords = 15
/** The share of the kept words that the text's own container has, and that of a page without clutter. */
const minKept = 0.8
const minOfAll = 0.98

/** Where a block of a few words is a part of the text, too. */
const shortBits = regionsOf("table", "main")
const apartRegions = regionsOf("nav", "header", "footer", "aside", "form", "dialog", "label")
const apartFromHeadings = apartRegions & ~regionsOf("label")

/** Elements that are a part of a text, and never all of it. */
const parts: ReadonlySet<string> = new Set("fieldset ul ol dl p pre blockquote figure".split(" "))

/** The narrowest element with most of the kept words. */
const containerOf = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>, share: number): Holder | undefined => {
  const sums = keptWordsBefore(blocks, kept)
  const least = (sums[blocks.length] ?? 0) * share
  const hasMost = ({ blocks: count, first }: Holder): boolean =>
    (sums[first + count] ?? 0) - (sums[first] ?? 0) >= least
  const seen = new Set<Holder>()
  let found: Holder | undefined
  for (let at = 0; at < blocks.length; at++) {
    if (kept[at] !== true) continue
    let around = blocks[at]?.holder
    while (around !== undefined && !seen.has(around) && !hasMost(around)) {
      seen.add(around)
      around = around.parent
    }
    if (around !== undefined && !seen.has(around) && (found === undefined || around.blocks < found.blocks))
      found = around
  }
  while (found?.parent !== undefined && parts.has(found.name)) found = found.parent
  return found
}

/** Whether a block of a text is prose, code or a part of a table. */
const readsLikeText = (block: Block, container: Holder, apart: ReadonlyArray<number>): boolean =>
  (block.prose > 0 || block.holder.name === "pre" || (block.holder.regions & shortBits) !== 0) &&
  block.linked * 3 < block.words &&
  isOfText(block, container, apart)

/** Whether a block isn't a link, a control, or in a part of the text's container that is none of it by its name. */
const isOfText = (block: Block, container: Holder, apart = apartBits): boolean =>
  (block.linked * 3 < block.words || headings.has(block.holder.name)) &&
  block.controls === 0 &&
  (block.holder.regions & ~container.regions & apartFrom(block)) === 0 &&
  !apart.some((bit) => block.holder.hinted[bit] !== container.hinted[bit])

/** In a thread comments answer posts, and schema.org calls an answer a suggested one. */
const apartInThreads = apartBits.filter((bit) => !["comment", "related"].includes(hintNames[bit] ?? ""))

/** A heading in a label names a part that can be closed. */
const apartFrom = ({ holder: { name } }: Block): number => (headings.has(name) ? apartFromHeadings : apartRegions)

const headings: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6".split(" "))

/** Whether a block before or behind the kept text is in its container by nothing that names something else. */
const isOwn = (block: Block, container: Holder): boolean =>
  container.parent !== undefined && isUnnamed(block, container)

/** Whether nothing around a block, up to what is around a container, too, names something else. */
const isUnnamed = ({ holder }: Block, container: Holder, bits = otherBits): boolean => {
  for (let at: Holder | undefined = holder; at !== undefined && !isAround(at, container); at = at.parent)
    if (!cells.has(at.name) && bits.some((bit) => at?.hinted[bit] === at)) return false
  return true
}

const isAround = ({ blocks, first }: Holder, inner: Holder): boolean =>
  first <= inner.first && first + blocks >= inner.first + inner.blocks

/** Whether a block is in a list or a table that is directly in an element, and not in one that names something else. */
const isBeside = (block: Block, around: Holder): boolean => {
  let top = block.holder
  while (top.parent !== undefined && top.parent !== around) top = top.parent
  return lists.has(top.name) && isOwn(block, around)
}

const lists: ReadonlySet<string> = new Set(["ul", "ol", "dl", "table"])

/** The parts of a table, whose names say what a column holds. */
const cells: ReadonlySet<string> = new Set("td th tr thead tbody tfoot caption".split(" "))

/** Groups of names for what stands beside a text. */
const otherBits = "top bottom side author meta tag user form filter account card product slider hero review overlay"
  .split(" ")
  .map((name) => hintNames.indexOf(name))
/** The same for rows without links and pictures, which are named items or cards like those of other things. */
const rowBits = otherBits.filter((bit) => !["card", "product"].includes(hintNames[bit] ?? ""))
