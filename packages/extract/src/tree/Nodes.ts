/**
 * Fast access to linkedom's nodes. Its own methods to append notify observers and custom elements, which a document of
 * ours has none of; a tree takes twice as long by them.
 */
import { Node as AnyNode, parseHTML } from "linkedom/worker"

/** A document without any element. */
export const emptyDocument = (): Document => parseHTML("").document

/** Appends a node without children to a parent. */
export const append = (parent: Element | Document, node: Node): void => {
  if (!isLinked(node) || !isLinked(parent)) return
  node.parentNode = parent
  const end = parent[symbols.end]
  const before = end?.[symbols.previous]
  if (end === undefined || before === undefined) return
  const last = node[symbols.end] ?? node
  before[symbols.next] = node
  node[symbols.previous] = before
  last[symbols.next] = end
  end[symbols.previous] = last
}

/** Adds an attribute to an element that has no children yet, and no attribute of that name. */
export const addAttribute = (element: Element, name: string, value: string): void => {
  const attribute = element.ownerDocument.createAttribute(name)
  if (!isLinked(attribute) || !isLinked(element)) return
  attribute.value = value
  attribute.ownerElement = element
  const end = element[symbols.end]
  const before = end?.[symbols.previous]
  if (end === undefined || before === undefined) return
  before[symbols.next] = attribute
  attribute[symbols.previous] = before
  attribute[symbols.next] = end
  end[symbols.previous] = attribute
}

// --- private --------------------------------------------------------------------------

// Each node of the parser's registers for its listeners when it is made, a third of what a tree costs, and nobody listens
// here. Its bundle for workers holds classes of its own, so that whoever else uses the parser doesn't notice.
Object.setPrototypeOf(AnyNode.prototype.constructor, Object)

/** linkedom keeps a document as one linked list: each element has an end node, its attributes follow it. */
interface Linked {
  [link: symbol]: Linked | undefined
  parentNode: object | null
  ownerElement: object | null
  value: string
}

const symbolOf = (node: object, description: string): symbol =>
  Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description) ?? Symbol(description)

const sample = emptyDocument().createElement("p")
const symbols = {
  next: symbolOf(sample, "next"),
  previous: symbolOf(sample, "prev"),
  end: symbolOf(sample, "end"),
} as const

const isLinked = (node: object): node is Linked => symbols.next in node
