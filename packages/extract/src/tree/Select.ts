/** Finds elements by selectors. linkedom would compile a selector on every call; here each is compiled once. */
import { compile, type Options } from "css-select"
import { isElement } from "./Dom.ts"

type Test = (element: Element) => boolean

/** The elements below a root that match a selector, in document order. */
export const select = (root: Element | Document, selector: string): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  collect(root, testOf(selector), found)
  return found
}

/** The first element below a root that matches a selector. */
export const first = (root: Element | Document, selector: string): Element | null => search(root, testOf(selector))

/** The nearest of an element and its ancestors that matches a selector. */
export const nearest = (element: Element | null | undefined, selector: string): Element | null => {
  const is = testOf(selector)
  for (let around = element ?? null; around !== null; around = around.parentElement) if (is(around)) return around
  return null
}

// --- private --------------------------------------------------------------------------

/** Compiled selectors; they stand in the code, so they are few. */
const tests = new Map<string, Test>()

const testOf = (selector: string): Test => {
  const known = tests.get(selector)
  if (known !== undefined) return known
  const test = compile<Node, Element>(selector, { adapter, cacheResults: false })
  tests.set(selector, test)
  return test
}

/** linkedom's documents don't link their doctype to what follows. */
const firstIn = (parent: Element | Document): ChildNode | null =>
  isElement(parent) ? parent.firstChild : parent.documentElement

const collect = (parent: Element | Document, is: Test, found: Array<Element>): void => {
  for (let child = firstIn(parent); child !== null; child = child.nextSibling) {
    if (!isElement(child)) continue
    if (is(child)) found.push(child)
    collect(child, is, found)
  }
}

const search = (parent: Element | Document, is: Test): Element | null => {
  for (let child = firstIn(parent); child !== null; child = child.nextSibling) {
    if (!isElement(child)) continue
    const found = is(child) ? child : search(child, is)
    if (found !== null) return found
  }
  return null
}

const elementsOf = (node: Node): Array<Element> => Array.from(node.childNodes).filter(isElement)

const adapter: NonNullable<Options<Node, Element>["adapter"]> = {
  isTag: isElement,
  getName: ({ localName }) => localName,
  getAttributeValue: (element, name) => element.getAttributeNode(name)?.value,
  hasAttrib: (element, name) => element.getAttributeNode(name) !== null,
  getChildren: elementsOf,
  getParent: ({ parentElement }) => parentElement,
  getSiblings: ({ parentNode }) => (parentNode === null ? [] : elementsOf(parentNode)),
  getText: ({ textContent }) => textContent ?? "",
  existsOne: (test, nodes) => nodes.some((node) => isElement(node) && (test(node) || search(node, test) !== null)),
  removeSubsets: (nodes) => nodes,
  findAll: () => [],
  findOne: () => null,
}
