/**
 * Lists of cleaned content: every child of a list is an item, every item stands in a list, and each numbered
 * item whose number doesn't follow says it in `value`. Numbers are counted as browsers do (HTML standard, section
 * 4.4.8): from `start`, on from an item's own `value`, downwards where `reversed`.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { lists } from "./Vocabulary.ts"

/** Puts the children of a list that stand in no item into one, and numbers the items. */
export const cleanList = (list: Element): void => {
  let stray: Element | undefined
  for (const child of childrenOf(list)) {
    if (isElement(child) ? child.localName === "li" : isText(child) && child.data.trim() === "") {
      if (isElement(child)) stray = undefined
      continue
    }
    const owner = isElement(child) && lists.has(child.localName) ? (stray ?? lastItem(child.previousSibling)) : stray
    if (owner !== undefined) owner.append(child)
    else {
      stray = list.ownerDocument.createElement("li")
      child.replaceWith(stray)
      stray.append(child)
    }
  }
  if (list.localName === "ol") number(list)
  else for (const item of items(list)) item.removeAttribute("value")
  keepMarks(list)
}

/** Puts items that stand in no list into one. */
export const gatherItems = (nodes: ReadonlyArray<ChildNode>, document: Document): ReadonlyArray<ChildNode> => {
  if (!nodes.some(isItem)) return nodes
  const gathered: Array<ChildNode> = []
  let list: Element | undefined
  for (const node of nodes) {
    if (isElement(node) && isItem(node)) {
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

const isItem = (node: Node): boolean => isElement(node) && node.localName === "li"

const items = (list: Element): ReadonlyArray<Element> =>
  childrenOf(list)
    .filter(isElement)
    .filter((child) => child.localName === "li")

/** The item that a list within a list belongs to: the one before it. */
const lastItem = (before: ChildNode | null): Element | undefined => {
  let node: ChildNode | null = before
  while (node !== null && isText(node) && node.data.trim() === "") node = node.previousSibling
  return node !== null && isElement(node) && node.localName === "li" ? node : undefined
}

const integer = (text: string | null): number | undefined =>
  text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined

const number = (list: Element): void => {
  const own = items(list)
  const isReversed = list.hasAttribute("reversed")
  let value = integer(list.getAttribute("start")) ?? (isReversed ? own.length : 1)
  let expected = 1
  for (const item of own) {
    value = integer(item.getAttribute("value")) ?? value
    if (value === expected) item.removeAttribute("value")
    else item.setAttribute("value", String(value))
    expected = value + 1
    value += isReversed ? -1 : 1
  }
}

const keepMarks = (list: Element): void => {
  const type = list.getAttribute("type") ?? ""
  for (const name of list.getAttributeNames()) list.removeAttribute(name)
  if (list.localName === "ol" && /^[aAiI]$/.test(type)) list.setAttribute("type", type)
}
