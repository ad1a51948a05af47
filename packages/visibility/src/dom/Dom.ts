/** Reads and changes nodes for the stages. */
import { append } from "./Linkedom.ts"

/** Whether a node is an element. */
export const isElement = (node: Node): node is Element => node.nodeType === 1

/** Whether a node is text. */
export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4

/** The level of the heading that an element of this name is, 1 to 6; 0 if it is none. */
export const headingLevel = (name: string): number => (name.length === 2 && /^h[1-6]$/.test(name) ? Number(name[1]) : 0)

/** A copy of a node's list of children, which may be moved while the list is used. */
export const childrenOf = (node: Node): ReadonlyArray<ChildNode> => {
  const children: Array<ChildNode> = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** Whether an element has more child nodes than a number; a long list isn't counted to its end. */
export const hasMoreChildren = (element: Element, most: number): boolean => {
  let left = most
  for (let child = element.firstChild; child !== null; child = child.nextSibling) if (left-- === 0) return true
  return false
}

/** A text on one line. Single spaces aren't replaced, so a text without other white space takes no memory. */
export const onOneLine = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ").trim()

/** The characters of a text without the white space at its ends. */
export const trimmedLength = (text: string): number => {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  return to - from
}

/** The text of a node on one line. */
export const lineOf = (node: Node): string => onOneLine(node.textContent ?? "")

/** The first characters of a node's text, on one line; the rest of a long text isn't read. */
export const beginningOf = (node: Node, length: number): string => {
  let text = ""
  const read = (parent: Node): void => {
    for (let child = parent.firstChild; child !== null && text.length < length; child = child.nextSibling) {
      if (isText(child)) text += child.data
      else read(child)
    }
  }
  read(node)
  return onOneLine(text.slice(0, length))
}

/** Characters of text, without white space. Above `most` they aren't counted to the end. */
export const weightOf = (node: Node, most = Infinity): number => {
  if (isText(node)) return inkOf(node.data)
  let weight = 0
  for (let child = node.firstChild; child !== null && weight <= most; child = child.nextSibling)
    weight += weightOf(child, most - weight)
  return weight
}

/** The weight of an element and of each element within it, in document order, computed in one pass. */
export const weightsOf = (root: Element): Map<Element, number> => {
  const weights = new Map<Element, number>()
  const weigh = (element: Element): number => {
    let weight = 0
    weights.set(element, 0)
    for (let child = element.firstChild; child !== null; child = child.nextSibling)
      weight += isElement(child) ? weigh(child) : weightOf(child)
    weights.set(element, weight)
    return weight
  }
  weigh(root)
  return weights
}

/** Appends any number of nodes: a call with one argument each would exceed the stack. */
export const appendAll = (parent: Element, nodes: Iterable<ChildNode | string>): void => {
  for (const node of nodes)
    if (typeof node === "string" || node.parentNode !== null) parent.append(node)
    else append(parent, node)
}

/** Puts an element's children in its place. */
export const unwrap = (element: Element): void => {
  const { parentNode } = element
  if (parentNode === null) return
  while (element.firstChild !== null) parentNode.insertBefore(element.firstChild, element)
  element.remove()
}

/** Replaces an element by another with the same children and no attributes. */
export const rename = (element: Element, name: string): Element => {
  const renamed = element.ownerDocument.createElement(name)
  while (element.firstChild !== null) renamed.appendChild(element.firstChild)
  element.replaceWith(renamed)
  return renamed
}

// --- private --------------------------------------------------------------------------

/** Characters of a string, without white space. */
const inkOf = (text: string): number => {
  let ink = 0
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) ink++
  return ink
}

/** Whether a UTF-16 unit is white space, as `\s`, without making a string of it; a tree has no control characters. */
const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0 || (code > 0x1000 && wideSpaces.has(code))

const wideSpaces: ReadonlySet<number> = new Set(
  Array.from({ length: 11 }, (_, at) => 0x2000 + at).concat(0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff),
)
