/** Splits a document's body into its main content, which stays in place, and the rest around it. */
import { limits } from "../tree/Limits.ts"
import { type Block, type Blocks, blocksOf } from "./Block.ts"
import { pairShare } from "./Features.ts"
import { judge, type Judged, type Model } from "./Model.ts"
import { redundantPicturesIn } from "./CardPictures.ts"
import type { Piece } from "./Cells.ts"
import type { Known } from "./Page.ts"
import { offersIn } from "./Offers.ts"
import { priceIn } from "./Price.ts"
import { recordsIn } from "./Records.ts"
import { select } from "./Selection.ts"
import type { Template } from "./Template.ts"
import { blocksOfUnits, unitsOf } from "./Units.ts"

/** The parts of a body that aren't main content, and counts of the blocks. */
export interface Split {
  readonly kept: number
  readonly of: number
  /** The blocks that aren't main content, in document order. */
  readonly rejected: ReadonlyArray<Block>
  /** Pictures and marks without words that belong to rejected blocks, and redundant pictures. */
  readonly wordless: ReadonlyArray<ChildNode>
}

/**
 * Finds the blocks that aren't main content; `undefined` for a body with too many blocks or too few words. The body
 * stays unchanged.
 */
export const splitOf = (body: Element, known: Known, model?: Model): Split | undefined => {
  const found = blocksOf(body)
  const { blocks, root } = found
  if (blocks.length > limits.blocks || root.words < minWords) return undefined
  const judged = judge(found, known, model)
  const pieces = blocks.map((block): Piece => ({ ...block, element: block.holder.element }))
  const records = recordsIn(body)
  const chances = Array.from(judged.chances)
  const units = unitsOf(pieces, chances, records)
  const offers = offersIn(units, pieces, judged, known.declared)
  const selected = select(units)
  const taken = units.map((unit, at) => selected[at] === true || offers.main.has(unit))
  const kept = Array.from(blocksOfUnits(pieces, units, taken))
  const price = priceIn(judged, known.declared, offers.blocks)
  const others = price === undefined ? [] : [price]
  for (const at of [...standfirstIn(judged, kept), ...titlesIn(judged, kept), ...others]) kept[at] = true
  return {
    kept: kept.filter(Boolean).length,
    of: blocks.length,
    rejected: blocks.filter((_, at) => kept[at] !== true),
    wordless: [...picturesOf(found, kept), ...marksOf(found, kept), ...redundantPicturesIn(records)],
  }
}

/**
 * Removes everything except the main content from its document; returns the rejected blocks as elements, in document
 * order.
 */
export const separate = (body: Element, { rejected, wordless }: Split): Element => {
  const outside = body.ownerDocument.createElement("div")
  for (const { holder, nodes } of rejected) {
    const block = body.ownerDocument.createElement(blockNames.has(holder.name) ? holder.name : "p")
    for (const node of nodes) block.appendChild(node)
    outside.appendChild(block)
  }
  for (const node of wordless) node.remove()
  return outside
}

// --- private --------------------------------------------------------------------------

/**
 * The standfirst: blocks between title and text that the page's description repeats. It is often in the page's header,
 * beside pictures and share boxes, so its own chance is low.
 */
const standfirstIn = (
  { blocks, chances, describedPairs, titleAt, words }: Judged,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const text = blocks.findIndex(({ prose }, at) => prose > 0 && kept[at] === true)
  return Array.from(words.keys())
    .slice(titleAt + 1, Math.max(0, text))
    .filter(
      (at) =>
        (chances[at] ?? 0) >= minStandfirst.chance &&
        (words[at]?.length ?? 0) >= minStandfirst.words &&
        pairShare(words[at] ?? [], describedPairs) >= minStandfirst.described,
    )
}

/**
 * Short blocks before kept text, if at least half of the blocks of their template are kept: without its question an
 * answer would follow another question.
 */
const titlesIn = ({ blocks, templates }: Judged, kept: ReadonlyArray<boolean>): ReadonlyArray<number> => {
  const keptOf = new Map<Template, number>()
  for (const [at, template] of templates.entries())
    if (kept[at] === true) keptOf.set(template, (keptOf.get(template) ?? 0) + 1)
  const isTitle = ({ holder, words }: Block, at: number): boolean =>
    kept[at] !== true && words <= maxTitleWords && holder.name !== "figcaption"
  const isFollowed = (at: number): boolean =>
    kept[at + 1] === true && (blocks[at + 1]?.prose ?? 0) > 0 && templates[at + 1] !== templates[at]
  return templates.flatMap((template, at) => {
    const block = blocks[at]
    const areKept = template.blocks >= minTitles && (keptOf.get(template) ?? 0) * 2 >= template.blocks
    return block !== undefined && areKept && isTitle(block, at) && isFollowed(at) ? [at] : []
  })
}

const maxTitleWords = 20
const minTitles = 3

const minStandfirst = { chance: 0.3, words: 6, described: 0.9 }

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
