/**
 * Lists of cleaned content: every child of a list is an item, and each numbered item whose number isn't the next one
 * has a `value`. Numbers are counted like in browsers (HTML standard, section 4.4.8): from `start`, on from an item's
 * own `value`, downwards if `reversed`.
 */
import { childrenOf, isElement, isText } from "@porthole/visibility/dom"
import { isBlock } from "./Paragraphs.ts"

/** A list of cleaned nodes; nodes outside an item get one. */
export const cleanList = (source: Element, name: "ol" | "ul", nodes: ReadonlyArray<ChildNode>): Element => {
  const list = source.ownerDocument.createElement(name)
  const items: Array<Element> = []
  let stray: Element | undefined
  for (const node of nodes) {
    if (isElement(node) && node.localName === "li") {
      items.push(node)
      stray = undefined
    } else if (!isText(node) || node.data.trim() !== "") {
      // A list directly in a list belongs to the item before it.
      const owner = stray ?? (isElement(node) && /^[ou]l$/.test(node.localName) ? items.at(-1) : undefined)
      if (owner === undefined) items.push((stray = source.ownerDocument.createElement("li")))
      ;(owner ?? stray)?.append(node)
    }
  }
  for (const item of items) {
    dropMark(item, name)
    list.append(item)
  }
  const type = source.getAttribute("type") ?? ""
  if (/^a$/i.test(type)) list.setAttribute("type", type)
  if (name === "ol") number(source, items)
  else for (const item of items) item.removeAttribute("value")
  return list
}

// --- private --------------------------------------------------------------------------

/** What a mark may be: a number or a letter, or a bullet. */
const marks = { ol: /^(?:\d{1,3}[.)]?|\([\da-z]{1,3}\)|[a-z][.)]|[•–∗⋅◦])$/i, ul: /^[•–∗⋅◦]$/ }

/** Drops a mark that an item has before its first block, as LaTeXML writes it: the list marks its items. */
const dropMark = (item: Element, name: "ol" | "ul"): void => {
  const nodes = childrenOf(item)
  const end = nodes.findIndex(isBlock)
  const before = nodes.slice(0, Math.max(end, 0))
  const line = before.map(({ textContent }) => textContent ?? "").join("")
  if (marks[name].test(line.trim())) for (const node of before) node.remove()
}

const integer = (text: string | null): number | undefined =>
  text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined

const number = (list: Element, items: ReadonlyArray<Element>): void => {
  const isReversed = list.hasAttribute("reversed")
  let value = integer(list.getAttribute("start")) ?? (isReversed ? items.length : 1)
  let expected = 1
  for (const item of items) {
    value = integer(item.getAttribute("value")) ?? value
    // A footnote was here; its number still counts.
    if (item.hasAttribute("data-note")) {
      value += 1
      continue
    }
    if (value === expected) item.removeAttribute("value")
    else item.setAttribute("value", String(value))
    expected = value + 1
    value += isReversed ? -1 : 1
  }
}
