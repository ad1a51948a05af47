/**
 * Fast access to linkedom's nodes. Its own methods notify observers and custom elements, which no document here has;
 * they take twice as long for a tree. No other file touches the inside of linkedom: its links between nodes, and the
 * prototypes that are changed below. The tests of this file fail if a version of linkedom differs inside.
 */
import { DOMParser, HTMLElement as AnyElement, Node as AnyNode, parseHTML } from "linkedom/worker"

/**
 * A document without any element. It isn't made by `parseHTML`: that gives it a window, which a global `WeakMap` of
 * linkedom holds together with the document and its tree until the next full collection of garbage.
 */
export const emptyDocument = (): Document => {
  const document: object = new DOMParser().parseFromString("", "text/html")
  return isDocument(document) ? document : parseHTML("").document
}

/** Appends a node without a parent. */
export const append = (parent: Element | Document, node: Node): void => {
  if (!isLinked(node) || !isLinked(parent)) return void parent.appendChild(node)
  node.parentNode = parent
  insertBefore(parent[symbols.end], node)
}

/** Adds an attribute to an element that has no children yet, and no attribute of that name. */
export const addAttribute = (element: Element, name: string, value: string): void => {
  const attribute = element.ownerDocument.createAttribute(name)
  if (!isLinked(attribute) || !isLinked(element)) return
  attribute.value = value
  attribute.ownerElement = element
  insertBefore(element[symbols.end], attribute)
}

/** The elements below a root that pass a test, in document order; at most `most` of them. */
export const elementsIn = (root: Element, is: (element: Element) => boolean, most = Infinity): Array<Element> => {
  if (!isLinked(root)) return Array.from(root.querySelectorAll("*")).filter(is).slice(0, most)
  const found: Array<Element> = []
  const end = root[symbols.end]
  for (let at = root[symbols.next]; at !== undefined && at !== end; at = at[symbols.next])
    if (isElement(at) && is(at) && found.push(at) >= most) break
  return found
}

/** The attributes of an element. */
export const attributesOf = (element: Element): ReadonlyArray<Attr> => {
  if (!isLinked(element)) return Array.from(element.attributes)
  let found: Array<Attr> | undefined
  for (let at = element[symbols.next]; at !== undefined && isAttribute(at); at = at[symbols.next])
    (found ??= []).push(at)
  return found ?? noAttributes
}

/** Whether an element has an attribute of one of these names. */
export const hasAttributeIn = (element: Element, names: ReadonlySet<string>): boolean => {
  if (!isLinked(element)) return Array.from(element.attributes).some(({ name }) => names.has(name))
  for (let at = element[symbols.next]; at !== undefined && isAttribute(at); at = at[symbols.next])
    if (names.has(at.name)) return true
  return false
}

// --- private --------------------------------------------------------------------------

// Each new node of linkedom registers for event listeners, which is a third of a tree's cost, and this code never
// listens. linkedom's bundle for workers has its own classes, so other users of linkedom in this process aren't
// affected.
Object.setPrototypeOf(AnyNode.prototype.constructor, Object)

/** linkedom keeps a document as one linked list: each element has an end node, its attributes follow it. */
interface Linked {
  [link: symbol]: Linked | undefined
  readonly nodeType: number
  parentNode: object | null
  ownerElement: object | null
  value: string
}

const isDocument = (node: object): node is Document => "createElement" in node

const symbolOf = (node: object, description: string): symbol =>
  Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description) ?? Symbol(description)

const sample = emptyDocument().createElement("p")
const symbols = {
  next: symbolOf(sample, "next"),
  previous: symbolOf(sample, "prev"),
  end: symbolOf(sample, "end"),
} as const

const isLinked = (node: object): node is Linked => symbols.next in node
const isElement = (node: Linked): node is Linked & Element => node.nodeType === 1
const isAttribute = (node: Linked): node is Linked & Attr => node.nodeType === 2
const noAttributes: ReadonlyArray<Attr> = []

const insertBefore = (end: Linked | undefined, node: Linked): void => {
  const before = end?.[symbols.previous]
  if (end === undefined || before === undefined) return
  const last = node[symbols.end] ?? node
  before[symbols.next] = node
  node[symbols.previous] = before
  last[symbols.next] = end
  end[symbols.previous] = last
}

/** The prototype that has a method. */
const ownerOf = (node: object, method: string): object => {
  const prototype: unknown = Object.getPrototypeOf(node)
  if (typeof prototype !== "object" || prototype === null || Object.hasOwn(node, method)) return node
  return ownerOf(prototype, method)
}

// linkedom has some sixty classes of elements. V8 runs the stages faster if all elements are instances of one class: it
// compiles a property's access for at most four classes, and text, attributes and ends of elements are three others.
// The classes of scripts and the like only differ in the HTML that they write, and no written content contains them.
Object.defineProperty(ownerOf(emptyDocument(), "createElement"), "createElement", {
  value(this: Document, name: string): object {
    return new AnyElement(this, name)
  },
})

// linkedom's own `getAttribute` makes a set of class names to return the value of `class`; this one doesn't.
Object.defineProperty(ownerOf(sample, "getAttribute"), "getAttribute", {
  value(this: Element, name: string): string | null {
    return this.getAttributeNode(name)?.value ?? null
  },
})
