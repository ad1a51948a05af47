/**
 * Lists of cleaned content: every child of a list is an item, every item stands in a list, and each numbered
 * item whose number doesn't follow says it in `value`. Numbers are counted as browsers do (HTML standard, section
 * 4.4.8): from `start`, on from an item's own `value`, downwards where `reversed`.
 */
import { appendAll, isElement, isText } from "../tree/Dom.ts"
import { lists } from "./Vocabulary.ts"

/** A list of cleaned nodes; those that stand in no item are put into one. */
export const cleanList = (source: Element, name: "ol" | "ul", nodes: ReadonlyArray<ChildNode>): Element => {
  const list = source.ownerDocument.createElement(name)
  const items: Array<Element> = []
  let stray: Element | undefined
  for (const node of nodes) {
    if (isItem(node)) {
      items.push(node)
      stray = undefined
    } else if (!isText(node) || node.data.trim() !== "") {
      // A list within a list belongs to the item before it.
      const owner = stray ?? (isElement(node) && lists.has(node.localName) ? items.at(-1) : undefined)
      if (owner === undefined) {
        stray = source.ownerDocument.createElement("li")
        items.push(stray)
      }
      const item = owner ?? stray
      item?.append(node)
    }
  }
  appendAll(list, items)
  if (name === "ol") number(source, items)
  else for (const item of items) item.removeAttribute("value")
  const type = source.getAttribute("type") ?? ""
  if (name === "ol" && /^[aAiI]$/.test(type)) list.setAttribute("type", type)
  return list
}

/** Puts items that stand in no list into one. */
export const gatherItems = (nodes: ReadonlyArray<ChildNode>, document: Document): ReadonlyArray<ChildNode> => {
  if (!nodes.some(isItem)) return nodes
  const gathered: Array<ChildNode> = []
  let list: Element | undefined
  for (const node of nodes) {
    if (isItem(node)) {
      if (list === undefined) {
        list = document.createElement("ul")
        gathered.push(list)
      }
      node.removeAttribute("value")
      list.append(node)
    } else {
      if (!isText(node) || node.data.trim() !== "") list = undefined
      gathered.push(node)
    }
  }
  return gathered
}

// --- private --------------------------------------------------------------------------

const isItem = (node: Node): node is Element & ChildNode => isElement(node) && node.localName === "li"

const integer = (text: string | null): number | undefined =>
  text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined

const number = (list: Element, items: ReadonlyArray<Element>): void => {
  const isReversed = list.hasAttribute("reversed")
  let value = integer(list.getAttribute("start")) ?? (isReversed ? items.length : 1)
  let expected = 1
  for (const item of items) {
    value = integer(item.getAttribute("value")) ?? value
    if (value === expected) item.removeAttribute("value")
    else item.setAttribute("value", String(value))
    expected = value + 1
    value += isReversed ? -1 : 1
  }
}
