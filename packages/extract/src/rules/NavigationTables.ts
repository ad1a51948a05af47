/** Tables of links to the pages before and after, which some manuals repeat between the sections of a page. */
import { first, isElement } from "@porthole/visibility/dom"
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops small tables of links of which another one has the most, too; pictures beside them are judged before. */
export const navigationTables: UnitRule = {
  name: "navigationTables",
  case: "A table of links that stands at the start and at the end of a text leads away from it.",
  phase: "unit",
  reads: { elements: ["a", "table"], attributes: ["href"] },
  run: ({ kept, page: { blocks } }) => {
    const tables = new Set(blocks.flatMap(({ holder }) => tableAround(holder) ?? []).filter(isOfLinks))
    const counts = new Map<string, number>()
    for (const table of tables)
      for (const link of new Set(indexesOf(table).map((at) => linkOf(blocks[at]))))
        counts.set(link, (counts.get(link) ?? 0) + 1)
    for (const table of tables) {
      const own = indexesOf(table)
      const copied = own.filter((at) => (counts.get(linkOf(blocks[at])) ?? 0) > 1)
      if (copied.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0) * 2 > table.words)
        for (const at of own) kept[at] = false
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words of such a table, and the minimum share of linked ones. */
const maxWords = 40
const minLinked = 0.8

const indexesOf = ({ blocks: count, first }: Holder): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => first + index)

const isOfLinks = ({ linked, words }: Holder): boolean => words <= maxWords && linked >= words * minLinked

/** A block's text and where its link leads: the tables of a page's downloads have the same words. */
const linkOf = (block: Block | undefined): string => {
  const [link] = block?.nodes.flatMap((node) => linkIn(node) ?? []) ?? []
  return `${link?.getAttribute("href") ?? ""} ${block?.text ?? ""}`
}

const linkIn = (node: ChildNode): Element | null =>
  !isElement(node) ? null : node.localName === "a" ? node : first(node, "a")

const tableBit = regionsOf("table")

/** The nearest table around a block. */
const tableAround = (holder: Holder): Holder | undefined => {
  let at: Holder | undefined = (holder.regions & tableBit) === 0 ? undefined : holder
  while (at !== undefined && at.name !== "table") at = at.parent
  return at
}
