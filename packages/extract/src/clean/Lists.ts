/**
 * Lists of cleaned content: every child of a list is an item, and each numbered item whose number isn't the next one
 * has a `value`. Numbers are counted like in browsers (HTML standard, section 4.4.8): from `start`, on from an item's
 * own `value`, downwards if `reversed`.
 */
import { childrenOf, isElement, isText } from "@porthole/visibility/dom"
import { isBlock } from "./Paragraphs.ts"

/** A list of cleaned nodes; nodes outside an item get one. */
export const cleanList = (source: Element, name: "ol" | "ul", nodes: ReadonlyArray<ChildNode>): Element => {
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
  const type = typeOf(source)
  const own = items.map((item) => moveMark(item, name, type))
  // Such a list has the marks that the page writes, so it needs no numbers.
  const shown = own.includes(true) ? "ul" : name
  const list = source.ownerDocument.createElement(shown)
  for (const item of items) list.append(item)
  if (type !== "") list.setAttribute("type", type)
  if (shown === "ol") number(source, items)
  else for (const item of items) item.removeAttribute("value")
  return list
}

// --- private --------------------------------------------------------------------------

/** The letter of a list that its attribute or its style numbers by letters or Roman numerals; else empty. */
const typeOf = (source: Element): string => {
  const type = source.getAttribute("type") ?? ""
  if (/^[ai]$/i.test(type)) return type
  const [, isUpper, isRoman] = styled.exec((source.getAttribute("style") ?? "").slice(0, maxStyle)) ?? []
  const letter = isRoman === undefined ? "a" : "i"
  return isUpper === undefined ? "" : isUpper.toLowerCase() === "upper" ? letter.toUpperCase() : letter
}

const styled = /list-style(?:-type)?:\s*(lower|upper)-(?:(?:alpha|latin)|(roman))/i
const maxStyle = 500

/** What a mark may be: a bullet, a number, or a letter or Roman numeral. */
const bullet = /^[•–∗*⋅◦]$/
const figure = /^\(?(\d{1,3})[.)]?$/
const letter = /^(?:\([\da-z]{1,5}\)|[a-z][.)]|[ivxl]{1,5}[.)])$/i

/**
 * Drops a mark that an item has before its first block, as LaTeXML writes it, if the list marks its items itself: with
 * bullets, numbers, or the letters of its type. Texts refer to other marks, so these move into the item's text. The
 * result is whether one did.
 */
const moveMark = (item: Element, name: "ol" | "ul", type: string): boolean => {
  const nodes = childrenOf(item)
  const end = nodes.findIndex(isBlock)
  const before = nodes.slice(0, Math.max(end, 0))
  const mark = before
    .map(({ textContent }) => textContent ?? "")
    .join("")
    .trim()
  const isLettered = letter.test(mark)
  if (!isLettered && !bullet.test(mark) && !(name === "ol" && figure.test(mark))) return false
  const block = nodes[end]
  const isOwn = isLettered && type === "" && block !== undefined && isElement(block)
  if (isOwn && block.localName !== "p") return true
  for (const node of before) node.remove()
  if (isOwn) block.prepend(`${mark} `)
  else if (name === "ol" && !item.hasAttribute("value")) setNumber(item, figure.exec(mark)?.[1])
  return isOwn
}

const setNumber = (item: Element, number: string | undefined): void => {
  if (number !== undefined) item.setAttribute("value", number)
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
