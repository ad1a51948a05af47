/** A document as plain objects, made in one walk: later steps go over it several times. */
import { isElement, isText, weightOf } from "../tree/Dom.ts"
import { isHiddenByMarkup } from "./Markup.ts"
import type { Values } from "./Values.ts"

/** An element with its children and how many characters of text it holds, white space not counted. */
export interface Item {
  readonly element: Element
  /** Its tag, its id with `#` and its classes with a dot. */
  readonly names: ReadonlySet<string>
  readonly style: string
  /** Whether its markup hides it whatever its style is. */
  readonly isHidden: boolean
  readonly children: ReadonlyArray<Item | Text>
  readonly weight: number
  /** The values that the cascade finds. */
  values: Values
}

/** A document's elements, and those among them that say what is hidden. */
export interface Outline {
  readonly html: Item
  readonly body: Item
  /** Ids with `#`, classes with a dot, and tags that occur in the document. */
  readonly names: ReadonlySet<string>
  /** The `style` attributes that occur. */
  readonly inline: ReadonlySet<string>
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
  const inline = new Set<string>()
  const found = new Map<string, Set<Element>>()
  const take = (kind: string, element: Element): void => {
    const elements = found.get(kind)
    if (elements === undefined) found.set(kind, new Set([element]))
    else elements.add(element)
  }
  let hasLinkedSheet = false
  const itemOf = (element: Element): Item => {
    const own = new Set([element.localName])
    let style = ""
    for (const { name, value } of element.hasAttributes() ? element.attributes : none) {
      if (name === "id") own.add(`#${value}`)
      else if (name === "class") for (const one of value.split(/\s+/)) own.add(`.${one}`)
      else if (name === "style") style = value
      else if (name === "shadowrootmode") take("shadow", element)
      else if (name === "rel") hasLinkedSheet ||= element.localName === "link" && /\bstylesheet\b/i.test(value)
      else if (opening.has(name)) take("control", element)
    }
    if (style !== "") inline.add(style)
    for (const name of own) names.add(name)
    if (kinds.has(element.localName)) take(element.localName, element)
    const children: Array<Item | Text> = []
    let weight = 0
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) {
        weight += weightOf(child)
        children.push(child)
      } else if (isElement(child)) {
        const item = itemOf(child)
        weight += item.weight
        if (child.localName !== "style") children.push(item)
      }
    }
    return { element, names: own, style, isHidden: isHiddenByMarkup(element), children, weight, values: noValues }
  }
  const html = itemOf(document.documentElement)
  const of = (kind: string): ReadonlyArray<Element> => Array.from(found.get(kind) ?? [])
  return {
    html,
    body: html.children.find((child): child is Item => !isNode(child) && child.element === document.body) ?? html,
    names,
    inline,
    styles: of("style"),
    scripts: of("script"),
    noscripts: of("noscript"),
    controls: of("control"),
    shadowRoots: of("shadow"),
    hasLinkedSheet,
  }
}

/** Whether a child is a text. */
export const isNode = (child: Item | Text): child is Text => !("element" in child)

// --- private --------------------------------------------------------------------------

const noValues: Values = new Map()
const none: ReadonlyArray<Attr> = []
const kinds: ReadonlySet<string> = new Set(["style", "script", "noscript"])
const opening: ReadonlySet<string> = new Set(targetNames)
