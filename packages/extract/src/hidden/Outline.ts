/** A document's body as plain objects, made in one walk: the survey goes over it several times. */
import { isElement, isText } from "../tree/Dom.ts"
import type { Values } from "./Values.ts"

/** An element with its children and how many characters of text it holds, white space not counted. */
export interface Item {
  readonly element: Element
  readonly children: ReadonlyArray<Item | Text>
  readonly weight: number
  /** What the cascade finds, once it was asked. */
  values: Values | undefined
}

/** A document's body, and the elements of the document that say what is hidden. */
export interface Outline {
  readonly body: Item
  /** Ids with `#`, classes with a dot, and tags that occur in the document. */
  readonly names: ReadonlySet<string>
  readonly styles: ReadonlyArray<Element>
  readonly scripts: ReadonlyArray<Element>
  readonly noscripts: ReadonlyArray<Element>
  /** Elements that name another which they open. */
  readonly controls: ReadonlyArray<Element>
  readonly shadowRoots: ReadonlyArray<Element>
  /** Whether the document links a style sheet, which isn't read. */
  readonly hasLinkedSheet: boolean
}

/** Attributes that name what an element opens. */
export const targetNames = ["aria-controls", "data-target", "data-bs-target"] as const

/** Outlines a document. */
export const outlineOf = (document: Document): Outline => {
  const names = new Set<string>()
  const found = new Map<string, Array<Element>>(kinds.map((kind) => [kind, []]))
  const take = (kind: string, element: Element): void => void found.get(kind)?.push(element)
  let hasLinkedSheet = false
  const itemOf = (element: Element): Item => {
    const { localName } = element
    names.add(localName)
    for (const { name, value } of attributesOf(element)) {
      if (name === "id") names.add(`#${value}`)
      else if (name === "class") {
        for (const one of value.split(/\s+/)) names.add(`.${one}`)
      } else if (name === "shadowrootmode") take("shadow", element)
      else if (name === "rel") hasLinkedSheet ||= localName === "link" && /\bstylesheet\b/i.test(value)
      else if (opening.has(name)) take("control", element)
    }
    take(localName, element)
    const children: Array<Item | Text> = []
    let weight = 0
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) {
        weight += lengthOf(child.data)
        children.push(child)
      } else if (isElement(child)) {
        const item = itemOf(child)
        weight += item.weight
        if (item.element.localName !== "style") children.push(item)
      }
    }
    return { element, children, weight, values: undefined }
  }
  const root = itemOf(document.documentElement)
  const body = root.children.find((child): child is Item => !isNode(child) && child.element === document.body)
  const of = (kind: string): ReadonlyArray<Element> => found.get(kind) ?? []
  return {
    body: body ?? root,
    names,
    styles: of("style"),
    scripts: of("script"),
    noscripts: of("noscript"),
    controls: Array.from(new Set(of("control"))),
    shadowRoots: of("shadow"),
    hasLinkedSheet,
  }
}

/** Whether a child is a text. */
export const isNode = (child: Item | Text): child is Text => !("element" in child)

// --- private --------------------------------------------------------------------------

const kinds = ["style", "script", "noscript", "control", "shadow"]
const opening: ReadonlySet<string> = new Set(targetNames)

const noAttributes: ReadonlyArray<Attr> = []
const attributesOf = (element: Element): Iterable<Attr> => (element.hasAttributes() ? element.attributes : noAttributes)

const lengthOf = (text: string): number => text.length - (text.match(/\s/g)?.length ?? 0)
