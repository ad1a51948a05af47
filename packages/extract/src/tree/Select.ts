/**
 * Finds elements by selectors. linkedom compiles a selector on every call and matches through an adapter, while stages
 * search the whole tree. So simple selectors (a name, classes, attributes) are compiled once to tests of our own;
 * linkedom's css-select matches the others.
 */
import { isElement } from "./Dom.ts"

/** The elements below a root that match a selector, in document order. */
export const select = (root: Element | Document, selector: string): ReadonlyArray<Element> => {
  const is = testOf(selector)
  if (is === undefined) return Array.from(root.querySelectorAll(selector))
  const found: Array<Element> = []
  search(root, (element) => {
    if (is(element)) found.push(element)
    return false
  })
  return found
}

/** The first element below a root that matches a selector. */
export const first = (root: Element | Document, selector: string): Element | null => {
  const is = testOf(selector)
  return is === undefined ? root.querySelector(selector) : search(root, is)
}

/** The nearest of an element and its ancestors that matches a selector. */
export const nearest = (element: Element | null | undefined, selector: string): Element | null => {
  const is = testOf(selector)
  if (is === undefined) return element?.closest(selector) ?? null
  for (let around = element ?? null; around !== null; around = around.parentElement) if (is(around)) return around
  return null
}

// --- private --------------------------------------------------------------------------

type Test = (element: Element) => boolean

/** Compiled selectors; they stand in the code, so they are few. */
const tests = new Map<string, Test | undefined>()

const testOf = (selector: string): Test | undefined => {
  if (!tests.has(selector)) tests.set(selector, read(selector))
  return tests.get(selector)
}

/** The first element of a root, in document order, for which a test holds. */
const search = (root: Element | Document, is: Test): Element | null => {
  if (!("documentElement" in root)) return walk(root, is)
  return is(root.documentElement) ? root.documentElement : walk(root.documentElement, is)
}

/** The first element below another for which a test holds. */
const walk = (parent: Element, is: Test): Element | null => {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (!isElement(child)) continue
    if (is(child)) return child
    const within = walk(child, is)
    if (within !== null) return within
  }
  return null
}

const compound = /^([a-z][\w-]*|\*)?((?:\.[\w-]+|\[[\w:-]+(?:=[\w-]+)?\])*)$/
const part = /\.([\w-]+)|\[([\w:-]+)(?:=([\w-]+))?\]/g

/** Attributes whose values are compared as they are written. */
const exact: ReadonlySet<string> = new Set(["role", "itemprop", "property", "name", "aria-hidden"])

/** Compiles a list of simple selectors; `undefined` if one of them isn't simple. */
const read = (selector: string): Test | undefined => {
  const named = new Map<string, Test | true>()
  const anywhere: Array<Test> = []
  for (const text of selector.split(",")) {
    const [all, name = "*", rest = ""] = compound.exec(text.trim()) ?? []
    const asked = all === undefined || all === "" ? undefined : partsOf(rest)
    if (asked === undefined) return undefined
    const test: Test = (element) => asked.every((is) => is(element))
    if (name === "*") anywhere.push(test)
    else {
      const before = named.get(name)
      if (before === true || asked.length === 0) named.set(name, true)
      else named.set(name, before === undefined ? test : (element) => before(element) || test(element))
    }
  }
  return (element) => {
    const own = named.get(element.localName)
    return own === true || own?.(element) === true || anywhere.some((is) => is(element))
  }
}

const partsOf = (text: string): ReadonlyArray<Test> | undefined => {
  const found: Array<Test> = []
  for (const [, className, attribute = "", value] of text.matchAll(part)) {
    if (value !== undefined && !exact.has(attribute)) return undefined
    if (className !== undefined)
      found.push((element) => element.getAttributeNode("class")?.value.split(/\s+/).includes(className) === true)
    else if (value === undefined) found.push((element) => element.getAttributeNode(attribute) !== null)
    else found.push((element) => element.getAttributeNode(attribute)?.value === value)
  }
  return found
}
