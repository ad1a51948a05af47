/** Files of a notice: its forms, its agenda, its annexes. Each is a link of a few words, so they read like a menu. */
import { first, isElement } from "@porthole/visibility/dom"
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { apartBits } from "../model/Hints.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the links to files beside a kept text. */
export const attachments: UnitRule = {
  name: "attachments",
  case: "The forms and annexes of a notice are links to files, and read like a menu.",
  phase: "unit",
  reads: { elements: ["a"], attributes: ["href"] },
  run: ({ chances, kept, page: { blocks } }) => {
    const sums = new Uint32Array(blocks.length + 1)
    kept.forEach((isKept, at) => {
      sums[at + 1] = (sums[at] ?? 0) + (isKept ? 1 : 0)
    })
    blocks.forEach((block, at) => {
      kept[at] ||= (chances[at] ?? 0) >= leastOf(block) && isFile(block) && isBesideText(block.holder, sums)
    })
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which a link is none of the text, its maximum words, and how far above it the text may be. */
const minChance = { main: 0.04, other: 0.1 }
const maxWords = 30
const maxSteps = 6

const surroundings = regionsOf("nav", "header", "footer", "aside", "dialog")

const mainBit = regionsOf("main")
const leastOf = ({ holder }: Block): number => ((holder.regions & mainBit) === 0 ? minChance.other : minChance.main)

const isFile = (block: Block): boolean =>
  block.linked * 2 > block.words &&
  block.words <= maxWords &&
  block.controls === 0 &&
  (file.test(block.text) || block.nodes.some(leadsToFile))

const leadsToFile = (node: ChildNode): boolean => {
  const link = !isElement(node) ? null : node.localName === "a" ? node : first(node, "a")
  return link !== null && file.test(link.getAttribute("href") ?? "")
}

/** The end of a file's name in a text or in an address. */
const file = /\.(?:pdf|docx?|xlsx?|pptx?|od[pst]|rtf|zip|hwpx?)(?:$|[\s?#)\],(])/i

/** Whether kept blocks are in one of the elements around a link, up to one that is no part of a text by its name. */
const isBesideText = (holder: Holder, sums: Uint32Array): boolean => {
  let at: Holder | undefined = holder
  for (let step = 0; step <= maxSteps && at?.parent !== undefined; step++, at = at.parent) {
    const own = at
    if ((own.regions & surroundings) !== 0 || apartBits.some((bit) => own.hinted[bit] === own)) return false
    if ((sums[own.first + own.blocks] ?? 0) > (sums[own.first] ?? 0)) return true
  }
  return false
}
