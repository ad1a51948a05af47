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
  const found: Found = { names: new Set(), inline: new Set(), byKind: new Map() }
  const html = itemOf(document.documentElement, found)
  const of = (kind: string): ReadonlyArray<Element> => Array.from(found.byKind.get(kind) ?? [])
  return {
    html,
    body: html.children.find((child): child is Item => !isNode(child) && child.element === document.body) ?? html,
    names: found.names,
    inline: found.inline,
    styles: of("style"),
    scripts: of("script"),
    noscripts: of("noscript"),
    controls: of("control"),
    shadowRoots: of("shadow"),
    hasLinkedSheet: found.byKind.has("sheet"),
  }
}

/** Whether a child is a text. */
export const isNode = (child: Item | Text): child is Text => !("element" in child)

// --- private --------------------------------------------------------------------------

const noValues: Values = new Map()
const none: ReadonlyArray<Attr> = []
const kinds: ReadonlySet<string> = new Set(["style", "script", "noscript"])
const opening: ReadonlySet<string> = new Set(targetNames)

/** What the walk has collected. */
interface Found {
  readonly names: Set<string>
  readonly inline: Set<string>
  readonly byKind: Map<string, Set<Element>>
}

const take = ({ byKind }: Found, kind: string, element: Element): void => {
  const elements = byKind.get(kind)
  if (elements === undefined) byKind.set(kind, new Set([element]))
  else elements.add(element)
}

const itemOf = (element: Element, found: Found): Item => {
  const own = new Set([element.localName])
  let style = ""
  for (const { name, value } of element.hasAttributes() ? element.attributes : none) {
    if (name === "id") own.add(`#${value}`)
    else if (name === "class") for (const one of value.split(/\s+/)) own.add(`.${one}`)
    else if (name === "style") style = value
    else if (name === "shadowrootmode") take(found, "shadow", element)
    else if (name === "rel") {
      if (element.localName === "link" && /\bstylesheet\b/i.test(value)) take(found, "sheet", element)
    } else if (opening.has(name)) take(found, "control", element)
  }
  if (style !== "") found.inline.add(style)
  for (const name of own) found.names.add(name)
  if (kinds.has(element.localName)) take(found, element.localName, element)
  const children: Array<Item | Text> = []
  let weight = 0
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isText(child)) {
      weight += weightOf(child)
      children.push(child)
    } else if (isElement(child)) {
      const item = itemOf(child, found)
      weight += item.weight
      if (child.localName !== "style") children.push(item)
    }
  }
  return { element, names: own, style, isHidden: isHiddenByMarkup(element), children, weight, values: noValues }
}
