/** Groups of elements that may be the records of a list: what the rules of the phase `record` change. */
import { memoized } from "@porthole/visibility/dom"

/** Counts of an element. */
export interface Shape {
  /** Characters of text, without white space at the ends of text nodes. */
  weight: number
  /** Text nodes that aren't blank. */
  texts: number
  /** Whether it contains, or is, a part of an identity: a link, a heading or a time. */
  readonly isNamed: boolean
  readonly depth: number
  /** In document order. */
  readonly position: number
}

/** Similar elements. */
export interface Group {
  readonly key: string
  /** The signature of its records. */
  readonly name: string
  readonly depth: number
  readonly records: Array<Element>
}

/** The lists that are being found. */
export interface Finding {
  readonly body: Element
  /** The counts of the elements that a rule has seen. */
  readonly shapes: Map<Element, Shape>
  groups: ReadonlyArray<Group>
}

/** The key of the posts that the page declares. */
export const posts = "posts"

export const emptyShape: Shape = { weight: 0, texts: 0, isNamed: false, depth: 0, position: 0 }

/** The nearest ancestor of a record that is one of the others. */
export const outerOf = (record: Element | undefined, others: ReadonlySet<Element>): Element | undefined => {
  let ancestor = record?.parentElement ?? null
  while (ancestor !== null && !others.has(ancestor)) ancestor = ancestor.parentElement
  return ancestor ?? undefined
}

/** The name of an element and its first class without numbers; siblings with the same one are similar. */
export const signatureOf = (element: Element): string =>
  signaturesOf(element.getAttribute("class") ?? "")(element.localName)

// --- private --------------------------------------------------------------------------

const maxClassLength = 60

/** Signatures by class, then by name: most elements share theirs with others. */
const signaturesOf = memoized(5_000, (classes) => {
  const first = (/\S+/.exec(classes)?.[0] ?? "").slice(0, maxClassLength).replace(/\d+/g, "")
  return memoized(100, (name) => `${name}.${first}`)
})
