/**
 * Code, lists, tables and quotations that a kept text introduces: one that ends with a colon, or the heading directly
 * above. And such a line with a colon, without which a kept quotation is nobody's.
 */
import type { Block, Holder } from "../model/Block.ts"
import { areTogether } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps what a kept text introduces, and the line that introduces what is kept. */
export const introduced: UnitRule = {
  name: "introduced",
  case: "A text that ends with a colon promises the list, the table or the code after it.",
  phase: "unit",
  reads: { elements: ["blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "pre", "table", "ul"] },
  run: (choice) => {
    const { kept } = choice
    choice.page.blocks.forEach((block, at) => {
      if (kept[at] !== true && kept[at + 1] === true) kept[at] = isLeadInOfKept(at, block, choice)
      if (kept[at] !== true || !isLeadIn(block)) return
      const found = structureAfter(at, choice)
      if (found !== undefined && isPart(found, block, choice))
        keepPart(found, choice, isChosen(found, choice) ? minRest : 0)
    })
  },
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set(["pre", "table", "ul", "ol", "dl", "blockquote"])

/** The minimum mean chances of a structure that isn't code, by its lead-in, and of one with many links. */
const minChance = { colon: 0.2, heading: 0.3, linked: 0.4 }
/** The minimum chance of a block of a structure of which others were kept: records lose their buttons. */
const minRest = 0.1
/** The share of linked words from which on a structure is a menu. */
const maxLinked = 0.8

/** Maximum words of a label between lead-in and structure, such as a language or a button, and of such labels. */
const maxLabelWords = 4
const maxLabels = 2

/** Whether a block of a structure that isn't code was kept. */
const isChosen = ({ blocks, first, name }: Holder, { kept }: Choice): boolean =>
  name !== "pre" && kept.slice(first, first + blocks).includes(true)

const isHeading = (block: Block): boolean => levelOf(block) < textLevel

const endsInColon = ({ text }: Block): boolean => text.endsWith(":") || text.endsWith("：")

const isLeadIn = (block: Block): boolean => endsInColon(block) || isHeading(block)

/** Whether a line with a colon stands beside the structure after it. */
const isLeadInOfKept = (at: number, block: Block, { chances, page }: Choice): boolean => {
  const { controls, holder, linked, words } = block
  const isLine = words > 1 && linked * 2 <= words && controls === 0
  if (!endsInColon(block) || !isLine || (chances[at] ?? 0) < minChance.colon) return false
  const structure = structureAt(at + 1, page.blocks[at + 1])
  return structure !== undefined && structure.parent === holder.parent && areTogether(structure, holder)
}

/** The outermost structure that begins after a block, with nothing but labels between them. */
const structureAfter = (at: number, { kept, page: { blocks } }: Choice): Holder | undefined => {
  for (let next = at + 1; next <= at + 1 + maxLabels; next++) {
    const block = blocks[next]
    if (block === undefined) return undefined
    const found = structureAt(next, block)
    if (found !== undefined) return found
    if (kept[next] === true || block.words > maxLabelWords) return undefined
  }
  return undefined
}

/** The outermost structure that begins with a block. */
const structureAt = (at: number, block: Block | undefined): Holder | undefined => {
  let found: Holder | undefined
  for (let holder = block?.holder; holder?.first === at; holder = holder.parent)
    if (names.has(holder.name)) found = holder
  return found
}

/** Whether a structure is code, or no form or menu, and not in a part that is none of the text by its name. */
const isPart = (structure: Holder, leadIn: Block, choice: Choice): boolean => {
  const { blocks, controls, linked, name, words } = structure
  if (name === "pre") return true
  if (controls * 4 > blocks || linked >= words * maxLinked) return false
  if (!areTogether(structure, leadIn.holder)) return false
  if (isHeading(leadIn) && isInCard(structure, choice)) return false
  const least = isHeading(leadIn) ? minChance.heading : minChance.colon
  return chanceWithin(structure, choice) >= (linked * 2 > words ? minChance.linked : least)
}
