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
import { select } from "./Selection.ts"
import { unitsOf } from "./Units.ts"

/** What is known of a document before its blocks are judged. */
export interface Before {
  readonly document: Document
  readonly url: string
  readonly title: string
  readonly declared: Declared
  readonly kind: PageKind | undefined
  readonly standing: Standing | undefined
}

/** Takes a document apart. */
export const open = ({ declared, document, kind, standing, title, url }: Before): Page =>
  pageOf(blocksOf(document.body), {
    url,
    title,
    ...declared,
    kind,
    readable: originals(standing?.readable, standing?.numbered ?? []),
    standing: originals(standing?.element, standing?.numbered ?? []),
  })

/** Reduces a document's body to its main content; the numbers of blocks kept, and of all. */
export const choose = (before: Before): { readonly kept: number; readonly of: number } => {
  const page = open(before)
  const kept = keptOf(page)
  page.blocks.forEach((block, at) => {
    if (kept[at] !== true) remove(block.nodes)
  })
  removePictures(page, kept)
  return { kept: kept.filter(Boolean).length, of: kept.length }
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
