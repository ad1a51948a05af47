/**
 * Joins the lists of an OpenDocument file that continue each other. Programs write a paragraph of a deeper level as a
 * list of its own, whose item has only a list: it belongs to the last item of the list before.
 */
import { elementsOf, type Node } from "../container/Xml.ts"

/** Blocks of which each list also has those that continue it. */
export const joinedLists = (blocks: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  const joined: Array<Node> = []
  let items: Array<Node | string> | undefined
  let last: Array<Node | string> | undefined
  for (const block of blocks) {
    const all = block.name === "list" ? elementsOf(block) : []
    const [first] = all
    const isContinued = first !== undefined && last !== undefined && elementsOf(first)[0]?.name === "list"
    if (isContinued) for (const child of first.children) last?.push(child)
    else if (first === undefined) [items, last] = [undefined, undefined]
    else items = []
    if (first === undefined || items === undefined) joined.push(block)
    else if (!isContinued) joined.push({ ...block, children: items })
    for (const item of isContinued ? all.slice(1) : all) {
      last = Array.from(item.children)
      items?.push({ ...item, children: last })
    }
  }
  return joined
}
