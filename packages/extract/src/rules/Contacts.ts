/** Addresses to write to or to call. One is a link of one word, which reads like a button to share the page. */
import { first, isElement } from "@porthole/visibility/dom"
import type { Block } from "../model/Block.ts"
import { areTogether } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps an address behind a kept sibling, with its label or heading. */
export const contacts: UnitRule = {
  name: "contacts",
  case: "A name and a street stay, and the address to write to goes, because it is a link.",
  phase: "unit",
  reads: { elements: ["a", "h1", "h2", "h3", "h4", "h5", "h6"], attributes: ["href"] },
  run: ({ chances, kept, page: { blocks } }) => {
    blocks.forEach((block, at) => {
      if (kept[at] === true || (chances[at] ?? 0) < minChance || !isAddress(block)) return
      const from = isLabel(blocks[at - 1]) ? at - 1 : at
      const before = blocks[from - 1]
      if (kept[from] !== true && (kept[from - 1] !== true || before === undefined || !areBeside(before, block))) return
      for (let part = from; part <= at; part++) kept[part] = true
    })
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which an address is none of the text. */
const minChance = 0.1
/** Maximum words of an address, and of its label. */
const maxWords = 8
const maxLabelWords = 3

const isAddress = ({ controls, nodes, text, words }: Block): boolean =>
  words <= maxWords &&
  controls === 0 &&
  (/^[^\s@]{1,64}@[^\s@]{1,64}\.\p{L}{2,}$/u.test(text) || nodes.some(leadsToSomebody))

/** Whether a link writes or calls; one to write to anybody shares the page. */
const leadsToSomebody = (node: ChildNode): boolean => {
  const link = !isElement(node) ? null : node.localName === "a" ? node : first(node, "a")
  return link !== null && /^(?:tel:|mailto:[^?@]{1,64}@)/i.test(link.getAttribute("href") ?? "")
}

const isLabel = (block: Block | undefined): boolean =>
  block !== undefined && block.words <= maxLabelWords && (levelOf(block) < textLevel || /[:：]$/.test(block.text))

/** Whether two blocks are siblings, or in boxes of one parent, and none is apart from the other by its name. */
const areBeside = ({ holder: one }: Block, { holder: other }: Block): boolean =>
  (one.parent === other.parent || (one.parent?.parent !== undefined && one.parent.parent === other.parent?.parent)) &&
  areTogether(one, other)
