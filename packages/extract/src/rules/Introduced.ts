/** Code, lists and tables that a kept text introduces: one that ends with a colon, or the heading directly above. */
import type { Block, Holder } from "../model/Block.ts"
import { apartBits } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps what a kept text introduces. */
export const introduced: UnitRule = {
  name: "introduced",
  case: "A text that ends with a colon promises the list, the table or the code after it.",
  phase: "unit",
  reads: { elements: ["blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "pre", "table", "ul"] },
  run: ({ chances, kept, page: { blocks }, records }) => {
    for (const [at, block] of blocks.entries()) {
      if (kept[at] !== true || !isLeadIn(block)) continue
      const found = structureAfter(blocks, at, kept)
      if (found === undefined || !isPart(found, block)) continue
      const members = Array.from({ length: found.blocks }, (_, index) => found.first + index)
      const likely = members.reduce((sum, member) => sum + (chances[member] ?? 0) * (blocks[member]?.words ?? 0), 0)
      const isHeading = levelOf(block) < textLevel
      if (isHeading && found.name !== "pre" && records.recordsAt(found.element).some(({ list }) => list.areCards || list.arePosts)) continue
      const least = found.linked * 2 > found.words ? minChance.linked : isHeading ? minChance.heading : minChance.colon
      if (found.name === "pre" || likely >= found.words * least)
        for (const member of members) kept[member] ||= chances[member] !== 0
    }
  },
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set(["pre", "table", "ul", "ol", "dl", "blockquote"])

/** The minimum mean chances of a structure that isn't code, by its lead-in, and of one with many links. */
const minChance = { colon: 0.2, heading: 0.3, linked: 0.4 }

/** The share of linked words from which on a structure is a menu. */
const maxLinked = 0.8

/** Maximum words of a label between lead-in and structure, such as a language or a button, and of such labels. */
const maxLabelWords = 4
const maxLabels = 2

const isLeadIn = (block: Block | undefined): boolean =>
  block !== undefined && (/[:：]$/.test(block.text) || levelOf(block) < textLevel)

/** The outermost structure that begins after a block, with nothing but labels between them. */
const structureAfter = (blocks: ReadonlyArray<Block>, at: number, kept: ReadonlyArray<boolean>): Holder | undefined => {
  for (let next = at + 1; next <= at + 1 + maxLabels; next++) {
    const block = blocks[next]
    if (block === undefined) return undefined
    let found: Holder | undefined
    for (let holder: Holder | undefined = block.holder; holder?.first === next; holder = holder.parent)
      if (names.has(holder.name)) found = holder
    if (found !== undefined) return found
    if (kept[next] === true || block.words > maxLabelWords) return undefined
  }
  return undefined
}

/** Whether a structure is code, or no form or menu, and not in a part that is none of the text by its name. */
const isPart = (structure: Holder, leadIn: Block): boolean =>
  structure.name === "pre" ||
  (structure.controls * 4 <= structure.blocks &&
    structure.linked < structure.words * maxLinked &&
    apartBits.every((bit) => structure.hinted[bit] === leadIn.holder.hinted[bit]))
