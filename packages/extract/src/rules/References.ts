/**
 * The list of the works that a text cites. Its entries are names and titles, which read like a list of links. The
 * text's own links show that the list belongs to it, in any language.
 */
import { elementsIn, isElement } from "@porthole/visibility/dom"
import type { Block, Holder } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import type { Choice } from "../phases/Choice.ts"
import { chanceWithin, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps a list behind the text if the text links to its items, and the acknowledgements between both. */
export const references: UnitRule = {
  name: "references",
  case: "The list of the works that a text cites stands behind it, and reads like links.",
  phase: "unit",
  reads: { elements: ["dl", "ol", "ul"], attributes: ["href", "id"] },
  run: (choice) => {
    const { kept, page } = choice
    const lists = listsBehind(page.blocks, kept)
    if (lists.size === 0) return
    const targets = targetsIn(page.blocks, kept)
    for (const [list, ids] of lists) {
      const cited = ids.filter((id) => targets.has(id)).length
      if (cited < minCited || cited * 2 < ids.length || chanceWithin(list, choice) < minChance) continue
      keepBetween(list, choice)
      keepPart(list, choice)
    }
  },
}

/** The ids that links in kept prose lead to. */
export const targetsIn = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): ReadonlySet<string> => {
  const found = new Set<string>()
  blocks.forEach(({ links, nodes, prose }, at) => {
    if (kept[at] !== true || links === 0 || prose === 0) return
    for (const node of nodes) {
      if (!isElement(node)) continue
      const inner = elementsIn(node, ({ localName }) => localName === "a")
      for (const link of node.localName === "a" ? [node] : inner) {
        const target = link.getAttribute("href") ?? ""
        if (target.startsWith("#")) found.add(target.slice(1))
      }
    }
  })
  return found
}

// --- private --------------------------------------------------------------------------

/** The minimum number of items that the text links to, and the minimum mean chance of a list. */
const minCited = 3
const minChance = 0.2
/** The maximum number of blocks between a text and its list. */
const maxBetween = 12

const names: ReadonlySet<string> = new Set(["dl", "ol", "ul"])

/** The lists that aren't kept and stand behind kept text, each with the ids of its items. */
const listsBehind = (
  blocks: ReadonlyArray<Block>,
  kept: ReadonlyArray<boolean>,
): ReadonlyMap<Holder, ReadonlyArray<string>> => {
  const found = new Map<Holder, Array<string>>()
  for (let at = kept.indexOf(true) + 1; at > 0 && at < blocks.length; at++) {
    const block = blocks[at]
    if (kept[at] === true || block === undefined || isApart(block.holder)) continue
    const item = itemOf(block.holder)
    if (item?.parent === undefined || item.first !== at) continue
    const id = item.element.getAttribute("id") ?? idWithin(block)
    if (id === undefined) continue
    const ids = found.get(item.parent)
    if (ids === undefined) found.set(item.parent, [id])
    else ids.push(id)
  }
  return found
}

/** The item of a list that a holder is or lies in. */
const itemOf = (holder: Holder): Holder | undefined => {
  let at: Holder | undefined = holder
  while (at?.parent !== undefined && !names.has(at.parent.name)) at = at.parent
  return at
}

/** The id of an anchor in an item. */
const idWithin = ({ nodes }: Block): string | undefined =>
  nodes.flatMap((node) => (isElement(node) ? (node.getAttribute("id") ?? []) : []))[0]

/** Keeps the prose between a text and its list, such as acknowledgements, if nothing but headings is beside it. */
const keepBetween = ({ first }: Holder, { kept, page: { blocks } }: Choice): void => {
  let last = first - 1
  while (last >= 0 && kept[last] !== true) last--
  if (first - last > maxBetween) return
  const between = blocks.slice(last + 1, first)
  if (between.some(({ controls, holder, linked, words }) => linked * 3 > words || controls > 0 || isApart(holder)))
    return
  between.forEach(({ prose }, index) => {
    if (prose > 0) kept[last + 1 + index] = true
  })
}
