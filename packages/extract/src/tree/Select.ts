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

/**
 * How css-select sees the tree. Once `spend` returns that no steps are left the tree looks empty, so that matching
 * ends.
 */
export const adapterOf = (spend: (steps: number) => boolean): NonNullable<Options<Node, Element>["adapter"]> => {
  const existsOne = (test: Test, nodes: ReadonlyArray<Node>): boolean =>
    nodes.some((node) => spend(1) && isElement(node) && (test(node) || existsOne(test, elementsOf(node))))
  return {
    existsOne,
    isTag: isElement,
    getName: ({ localName }) => localName,
    getAttributeValue: (element, name) => element.getAttributeNode(name)?.value,
    hasAttrib: (element, name) => element.getAttributeNode(name) !== null,
    getChildren: (node) => (spend(1) ? elementsOf(node) : []),
    getParent: ({ parentElement }) => (spend(1) ? parentElement : null),
    getSiblings: ({ parentNode }) => {
      const all = parentNode === null ? [] : elementsOf(parentNode)
      return spend(1 + all.length / 8) ? all : []
    },
    prevElementSibling: (node) => (spend(1) && isElement(node) ? node.previousElementSibling : null),
    getText: ({ textContent }) => textContent ?? "",
    removeSubsets: (nodes) => nodes,
    findAll: () => [],
    findOne: () => null,
  }
}

// --- private --------------------------------------------------------------------------

/** Compiled selectors; they stand in the code, so they are few. */
const tests = new Map<string, Test>()

const testOf = (selector: string): Test => {
  const known = tests.get(selector)
  if (known !== undefined) return known
  const test = compile<Node, Element>(selector, { adapter: everything, cacheResults: false })
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

const elementsOf = (node: Node): Array<Element> => {
  const elements: Array<Element> = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) elements.push(child)
  return elements
}

const everything = adapterOf(() => true)
