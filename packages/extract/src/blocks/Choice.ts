/**
 * The main content of a document, block by block: what is likely content stays in its place, all else
 * is taken out. Readability, or the page's own `main` where Readability found too little, is asked
 * first, of a copy without what surrounds content; its answer is what the judgement leans on most.
 */
import { removeChrome } from "../content/Chrome.ts"
import { mainContentOf, type MainContent } from "../content/MainContent.ts"
import { number, originals } from "../content/Numbers.ts"
import type { Declared } from "../metadata/Declared.ts"
import { type Block, type Blocks, blocksOf } from "./Block.ts"
import { chancesOf } from "./Judge.ts"
import { type Page, pageOf } from "./Page.ts"
import { select } from "./Selection.ts"
import { unitsOf } from "./Units.ts"

/** What is known of a document before its content is chosen. */
export interface Before {
  readonly document: Document
  readonly url: string
  readonly title: string
  readonly declared: Declared
}

/** A page, taken apart. */
export interface Opened {
  readonly page: Page
  /** What the standing rules would have chosen. */
  readonly standing: MainContent
}

/** What was kept. */
export interface Choice extends Opened {
  readonly kept: number
}

/** Takes a document apart, which stays as it is but for numbers on its elements. */
export const open = ({ declared, document, title, url }: Before): Opened => {
  const numbered = number(document)
  const copy = copyOf(document)
  removeChrome(copy)
  const standing = mainContentOf(copy)
  const page = pageOf(blocksOf(document.body), {
    url,
    title,
    ...declared,
    readable: originals(standing.readable, numbered),
    standing: originals(standing.element, numbered),
  })
  return { page, standing }
}

/** Reduces a document's body to its main content. */
export const choose = (before: Before): Choice => {
  const opened = open(before)
  const { page } = opened
  const kept = keptOf(page)
  page.blocks.forEach((block, at) => {
    if (kept[at] !== true) remove(block.nodes)
  })
  removePictures(page, kept)
  return { ...opened, kept: kept.filter(Boolean).length }
}

// --- private --------------------------------------------------------------------------

const keptOf = (page: Page): ReadonlyArray<boolean> => {
  const units = unitsOf(page.blocks, chancesOf(page))
  const taken = select(units)
  const kept: Array<boolean> = page.blocks.map(() => false)
  units.forEach((unit, index) => {
    for (const at of unit.members) kept[at] = taken[index] === true
  })
  return kept
}

const remove = (nodes: Block["nodes"]): void => {
  for (const node of nodes) node.remove()
}

/** An image stays where it stands between what stays. */
const removePictures = ({ pictures }: Blocks, kept: ReadonlyArray<boolean>): void => {
  for (const { at, nodes } of pictures) if (kept[at - 1] !== true || kept[at] !== true) remove(nodes)
}

const copyOf = (document: Document): Document => {
  const copy = document.cloneNode(true)
  return isDocument(copy) ? copy : document
}
const isDocument = (node: Node): node is Document => node.nodeType === 9
