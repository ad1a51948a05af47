/** Finds elements by selectors. linkedom would compile a selector on every call; here each is compiled once. */
import { compile, type Options } from "css-select"
import { isTraversal, parse } from "css-what"
import { isElement } from "./Dom.ts"
import { elementsIn } from "./Linkedom.ts"

type Test = (element: Element) => boolean

/** The elements below a root that match a selector, in document order. */
export const select = (root: Element, selector: string): ReadonlyArray<Element> => elementsIn(root, testOf(selector))

/** The first element below a root that matches a selector. */
export const first = (root: Element, selector: string): Element | null =>
  elementsIn(root, testOf(selector), 1)[0] ?? null

/** The nearest match of a selector among an element and its ancestors. */
export const nearest = (element: Element | null | undefined, selector: string): Element | null => {
  const is = testOf(selector)
  for (let ancestor = element ?? null; ancestor !== null; ancestor = ancestor.parentElement)
    if (is(ancestor)) return ancestor
  return null
}

/**
 * The tree's adapter for css-select. Once `spend` returns that no steps are left, the tree looks empty, so that
 * matching ends.
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

/** Compiled selectors; they are constants of the code, so they are few. */
const tests = new Map<string, Test>()

const testOf = (selector: string): Test => {
  const known = tests.get(selector)
  if (known !== undefined) return known
  const matches = compile<Node, Element>(selector, { adapter: unlimitedAdapter, cacheResults: false })
  // Most elements differ in their names, which are faster to compare.
  const [names, classes] = [namesOf(selector), classesOf(selector)]
  const test: Test =
    names !== undefined
      ? (element) => names.has(element.localName) && matches(element)
      : classes === undefined
        ? matches
        : (element) => hasText(element.getAttributeNode("class")?.value, classes) && matches(element)
  tests.set(selector, test)
  return test
}

/** The names of the elements that a selector may match; `undefined` if they may have any. */
const namesOf = (selector: string): ReadonlySet<string> | undefined => {
  const names = parse(selector).map((parts) =>
    parts
      .slice(parts.findLastIndex(isTraversal) + 1)
      .flatMap((part) => (part.type === "tag" ? [part.name.toLowerCase()] : [])),
  )
  return names.every(({ length }) => length === 1) ? new Set(names.flat()) : undefined
}

/** One class of each alternative of a selector; `undefined` if an alternative requires none. */
const classesOf = (selector: string): ReadonlyArray<string> | undefined => {
  const classes = parse(selector).map((parts) =>
    parts
      .slice(parts.findLastIndex(isTraversal) + 1)
      .find((part) => part.type === "attribute" && part.name === "class" && part.action === "element"),
  )
  const values = classes.flatMap((part) => (part?.type === "attribute" ? [part.value] : []))
  return values.length === classes.length ? values : undefined
}

/** Whether a value contains one of some texts. */
const hasText = (value: string | undefined, texts: ReadonlyArray<string>): boolean =>
  value !== undefined && texts.some((text) => value.includes(text))

const elementsOf = (node: Node): Array<Element> => {
  const elements: Array<Element> = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) elements.push(child)
  return elements
}

const unlimitedAdapter = adapterOf(() => true)
