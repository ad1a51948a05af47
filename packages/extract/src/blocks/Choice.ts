/**
 * The main content of a document, block by block: what is likely content stays in its place, all else
 * is taken out. What the judgement leans on most is what Readability kept, and what the standing rules chose.
 */
import { originals } from "../content/Numbers.ts"
import type { Standing } from "../content/Standing.ts"
import type { PageKind } from "../kind/Kinds.ts"
import type { Declared } from "../metadata/Declared.ts"
import { type Block, type Blocks, blocksOf } from "./Block.ts"
import { chancesOf } from "./Judge.ts"
import { type Page, pageOf } from "./Page.ts"
import { expectedF1, select } from "./Selection.ts"
import type { Piece } from "../content/Columns.ts"
import { recordsIn } from "../content/Records.ts"
import { blocksOfUnits, unitsOf } from "../content/Units.ts"

/** What is known of a document before its blocks are judged. */
export interface Before {
  readonly document: Document
  /** The document taken apart, if it was. */
  readonly blocks: Blocks | undefined
  readonly url: string
  readonly title: string
  readonly declared: Declared
  readonly kind: PageKind | undefined
  readonly standing: Standing | undefined
}

/** Takes a document apart. */
export const open = ({ blocks, declared, document, kind, standing, title, url }: Before): Page =>
  pageOf(blocks ?? blocksOf(document.body), {
    url,
    title,
    ...declared,
    kind,
    readable: originals(standing?.readable, standing?.numbered ?? []),
    standing: originals(standing?.element, standing?.numbered ?? []),
  })

/** What was chosen: what stood first, or so many of the blocks. */
export type Choice =
  | { readonly by: "standing"; readonly of: number }
  | { readonly by: "blocks"; readonly kept: number; readonly of: number; readonly dropped: ReadonlyArray<ChildNode> }

/**
 * Chooses the content of a document: blocks of its body, which is the rest of it without what is `dropped`, or, where
 * that's better or hardly worse, or where there are more than `most` blocks, what the standing rules chose. The document
 * stays as it is.
 */
export const choose = (before: Before, most: number): Choice => {
  const page = open(before)
  const of = page.blocks.length
  if (of > most || page.root.words < fewWords) return { by: "standing", of }
  const pieces = page.blocks.map(pieceOf)
  const units = unitsOf(pieces, chancesIn(page, before.standing), recordsIn(before.document.body))
  const taken = select(units)
  const stood = units.map(({ members }) => shareOf(page, members) > 0.5)
  const isEnough = expectedF1(units, stood) >= expectedF1(units, taken) * (1 - slackOf(before.kind))
  const isWhole = units.every(({ members }) => [0, 1].includes(shareOf(page, members)))
  if (before.standing !== undefined && isEnough && isWhole) return { by: "standing", of }
  const isStood = before.standing !== undefined && isEnough
  const kept = [...blocksOfUnits(pieces, units, isStood ? stood : taken)]
  if (before.kind === "product") keepPrice(page, before.standing, kept)
  const dropped = page.blocks.flatMap(({ nodes }, at) => (kept[at] === true ? [] : nodes))
  return { by: "blocks", kept: kept.filter(Boolean).length, of, dropped: [...dropped, ...picturesOf(page, kept)] }
}

// --- private --------------------------------------------------------------------------

/**
 * The share of the expected F1 that is given up for what stood first. Readability is made for texts, and
 * of those it is right to the sentence more often than sums of chances are.
 */
const slackOf = (kind: PageKind | undefined): number => (kind === "article" || kind === "documentation" ? 0.06 : 0.01)

/** Words of a page below which there is too little to judge by. */
const fewWords = 150

/** What surrounds content isn't content, however little else there is. */
const chancesIn = (page: Page, standing: Standing | undefined): ReadonlyArray<number> => {
  const chances = chancesOf(page)
  if (standing === undefined) return chances
  return chances.map((chance, at) => {
    const element = page.blocks[at]?.branch.element
    return element === undefined || element.localName === "body" || standing.inner.has(element) ? chance : 0
  })
}

const pieceOf = ({ branch, linked, nodes, prices, text, words }: Block): Piece => ({
  element: branch.element,
  nodes,
  text,
  words,
  linked,
  prices,
})

/** The share of words that stood first. */
const shareOf = (page: Page, members: ReadonlyArray<number>): number => {
  const words = (some: ReadonlyArray<number>) => some.reduce((sum, at) => sum + (page.blocks[at]?.words ?? 0), 0)
  return words(members.filter((at) => isStanding(page, at))) / words(members)
}

const isStanding = (page: Page, at: number): boolean => {
  const block = page.blocks[at]
  return block !== undefined && page.standing.has(block.branch.element)
}

/** Blocks behind the title within which a product's price stands, and words of the longest one. */
const priceWithin = 40
const priceWords = 12

/** A product's price is what most come for, and too few words for any measure of text. */
const keepPrice = (page: Page, standing: Standing | undefined, kept: Array<boolean>): void => {
  const from = page.headingAt
  if (from < 0) return
  const at = page.blocks.findIndex(
    ({ branch, prices, words }, index) =>
      index > from &&
      index <= from + priceWithin &&
      prices > 0 &&
      words <= priceWords &&
      standing?.inner.has(branch.element) !== false,
  )
  if (at >= 0) kept[at] = true
}

/** The images that don't stay: one does where it stands between what stays. */
const picturesOf = ({ pictures }: Blocks, kept: ReadonlyArray<boolean>): ReadonlyArray<ChildNode> =>
  pictures.flatMap(({ at, nodes }) => (kept[at - 1] === true && kept[at] === true ? [] : nodes))
