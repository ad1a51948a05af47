/** Splits a document's body into its main content, which stays in place, and the rest around it. */
import type { Declared } from "../metadata/Declared.ts"
import { limits } from "../tree/Limits.ts"
import { type Block, type Blocks, blocksOf, type Holder } from "../model/Block.ts"
import { emptyHeadingsIn } from "./EmptyHeadings.ts"
import { gapsIn } from "./Gaps.ts"
import { standfirstIn } from "./Standfirst.ts"
import { unitedFates } from "./ItemLists.ts"
import { type Judged, judge, type Model } from "../model/Model.ts"
import { redundantPicturesIn } from "./CardPictures.ts"
import type { PageFacts } from "../model/Page.ts"
import { offersIn } from "./Offers.ts"
import { priceIn } from "./Price.ts"
import { recordsIn } from "../records/Records.ts"
import { select } from "./Selection.ts"
import { isShownIn, shortMainIn } from "./ShortMain.ts"
import { teasersIn } from "./Teasers.ts"
import { shapeThreads } from "./Threads.ts"
import { blocksOfUnits, unitsOf } from "./Units.ts"

/** The parts of a body that aren't main content, and counts of the blocks. */
export interface Split {
  readonly kept: number
  readonly of: number
  /** The blocks that aren't main content, in document order. */
  readonly rejected: ReadonlyArray<Block>
  /** Pictures and marks without words that belong to rejected blocks, and redundant pictures. */
  readonly wordless: ReadonlyArray<ChildNode>
  /** The posts of each thread. */
  readonly threads: ReadonlyArray<ReadonlyArray<Element>>
}

/**
 * Finds the blocks that aren't main content; `undefined` for a body with too many blocks or too few words, unless it
 * has a short `main`. The body stays unchanged.
 */
export const splitOf = (body: Element, known: PageFacts, model?: Model): Split | undefined => {
  const found = blocksOf(body)
  const main = shortMainIn(found)
  if (main !== undefined) return splitAround(main, found)
  if (found.blocks.length > limits.blocks || found.root.words < minWords) return undefined
  return splitBy(judge(found, known, model), body, known.declared)
}

/** Finds the same by the judgement of the body's blocks. */
export const splitBy = (judged: Judged, body: Element, declared: Declared): Split => {
  const { blocks } = judged
  const records = recordsIn(body)
  const chances = Array.from(judged.chances)
  for (const at of teasersIn(blocks, chances, records, body)) chances[at] = 0
  const units = unitsOf(blocks, chances, records)
  const offers = offersIn(units, blocks, judged, declared)
  const selected = select(units)
  const taken = units.map((unit, at) => selected[at] === true || offers.main.has(unit))
  const found = Array.from(blocksOfUnits(blocks, units, taken))
  const price = priceIn(judged, declared, offers.blocks)
  if (price !== undefined) found[price] = true
  for (const at of standfirstIn(judged, found)) found[at] = true
  for (const at of gapsIn(blocks, units, found)) found[at] = true
  const kept = Array.from(unitedFates(blocks, chances, found, price))
  // An author may be the term before details that go.
  for (const { authors = [] } of units)
    for (const at of authors) if (blocks[at]?.element.localName === "dt") kept[at] ||= found[at] === true
  for (const at of emptyHeadingsIn(blocks, units, kept)) kept[at] = false
  return {
    kept: kept.filter(Boolean).length,
    of: blocks.length,
    rejected: blocks.filter((_, at) => kept[at] !== true),
    wordless: [...picturesOf(judged, kept), ...marksOf(judged, kept), ...redundantPicturesIn(records)],
    threads: units.flatMap(({ posts = [] }) => (posts.length > 0 ? [posts] : [])),
  }
}

/**
 * Removes everything except the main content from its document; returns the rejected blocks as elements, in document
 * order.
 */
export const separate = (body: Element, { rejected, threads, wordless }: Split): Element => {
  const outside = body.ownerDocument.createElement("div")
  for (const { holder, nodes } of rejected) {
    const block = body.ownerDocument.createElement(blockNames.has(holder.name) ? holder.name : "p")
    for (const node of nodes) block.appendChild(node)
    outside.appendChild(block)
  }
  for (const node of wordless) node.remove()
  shapeThreads(threads)
  return outside
}

// --- private --------------------------------------------------------------------------

/** A `main` and the rest. */
const splitAround = (main: Holder, { blocks, marks, pictures }: Blocks): Split => {
  const rejected = blocks.filter((block, at) => !isShownIn(main, block, at))
  return {
    kept: blocks.length - rejected.length,
    of: blocks.length,
    rejected,
    wordless: [...pictures, ...marks].flatMap(({ nodes }) => nodes.filter((node) => !main.element.contains(node))),
    threads: [],
  }
}

/** Minimum words of a page for the model. */
const minWords = 80

/** Elements that a rejected block keeps. */
const blockNames: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 pre blockquote".split(" "))

/** Pictures stay if both their neighbours do; at the page's ends there is only one. */
const picturesOf = ({ pictures }: Blocks, kept: ReadonlyArray<boolean>): ReadonlyArray<ChildNode> =>
  pictures.flatMap(({ at, nodes }) => (kept[at - 1] !== false && kept[at] !== false ? [] : nodes))

/** A mark goes with its block: a table's ✔ would say nothing without the name of its row. */
const marksOf = ({ marks }: Blocks, kept: ReadonlyArray<boolean>): ReadonlyArray<ChildNode> =>
  marks.flatMap(({ at, nodes }) => (kept[at] === false ? nodes : []))
