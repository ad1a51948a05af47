/** A document as plain objects, made in one pass, because later steps visit it several times. */
import { isElement, isText } from "./dom/Dom.ts"
import { attributesOf } from "./dom/Linkedom.ts"
import { memoized } from "./dom/Memo.ts"
import type { Values } from "./Values.ts"

/** An element with its children. */
export interface Item {
  readonly element: Element
  /** Names for selectors: its tag, its id with `#`, its classes with a dot, other attributes with a bracket. */
  readonly names: ReadonlyArray<string>
  readonly style: string
  readonly children: ReadonlyArray<Item>
  readonly texts: ReadonlyArray<Text>
  /** The values from the cascade. */
  values: Values
  /** The values of its pseudo-elements, by their names; `undefined` if no rule selects one. */
  pseudo: ReadonlyMap<string, Values> | undefined
}

/** A document's elements. */
export interface Outline {
  readonly html: Item
  readonly body: Item
  /** The elements with each name, in document order. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Element>>
}

/** Attributes with the id of an element that this one opens. */
export const targetNames = ["aria-controls", "data-target", "data-bs-target", "data-definition"] as const

/** Attributes that aren't indexed as names; the others are rare enough to find elements by. */
export const unindexedAttributes: ReadonlySet<string> = new Set("class id style src srcset alt width height".split(" "))

/** Outlines a document. */
export const outlineOf = (document: Document): Outline => {
  const byName = new Map<string, Array<Element>>()
  const html = itemOf(document.documentElement, byName)
  return { html, body: html.children.find(({ element }) => element === document.body) ?? html, byName }
}

// --- private --------------------------------------------------------------------------

const noValues: Values = new Map()

/** The names of classes, each once. Many elements of a site have the same classes. */
const classesOf = memoized(2_000, (value): ReadonlyArray<string> => {
  const names = value.split(/\s+/)
  return (names.length === 1 ? names : Array.from(new Set(names))).map((name) => `.${name}`)
})

/** The name of an attribute. */
const bracketed = memoized(500, (name) => `[${name}`)

/** An element and everything within it; adds each to the elements by name. */
const itemOf = (element: Element, byName: Map<string, Array<Element>>): Item => {
  const names = [element.localName]
  let style = ""
  for (const { name, value } of attributesOf(element)) {
    if (name === "class") names.push(...classesOf(value))
    else if (name === "style") style = value
    else if (name === "id") names.push(`#${value}`)
    else if (!unindexedAttributes.has(name)) names.push(bracketed(name))
  }
  for (const name of names) {
    const elements = byName.get(name)
    if (elements === undefined) byName.set(name, [element])
    else elements.push(element)
  }
  const children: Array<Item> = []
  const texts: Array<Text> = []
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) children.push(itemOf(child, byName))
    else if (isText(child)) texts.push(child)
  }
  return { element, names, style, children, texts, values: noValues, pseudo: undefined }
}
