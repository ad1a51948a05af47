/**
 * Reduces main content to a small vocabulary: flat blocks, inline emphasis, absolute links and images, data tables.
 * Everything that is made of content later is made of this.
 *
 * One walk over the content builds the cleaned copy. Elements that `Vocabulary.ts` doesn't list are taken apart and
 * their text stays; elements that act or load are dropped. Wrappers vanish: runs of inline content become paragraphs,
 * so that the copy is as deep as its lists and quotations.
 */
import { isParted, trimBreaks } from "../normalise/Breaks.ts"
import { levelOf } from "../normalise/Headings.ts"
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { cleanCode, cleanInlineCode } from "./Code.ts"
import { dropEmpty, dropSeparators } from "./Empty.ts"
import { cleanFigure, cleanImage } from "./Images.ts"
import { cleanLink } from "./LinkTargets.ts"
import { cleanList, gatherItems } from "./Lists.ts"
import { appendNotes, noteOf, type Note } from "./Notes.ts"
import { flatten, hasBlocks, intoParagraphs, isDisplayed } from "./Paragraphs.ts"
import { seams } from "./Seams.ts"
import { cleanTable } from "./Tables.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Builds a cleaned copy of the content; `base` is the address that its links are relative to. */
export const clean = (content: Element, base: string): Element => {
  const { ownerDocument: document } = content
  const notes = new Map<string, Note>()
  const around: Around = { base, document, notes, isClosed: false, isListed: false, isQuoted: false }
  const root = cleaned(content, around)
  // A note may refer to another one, which is appended after it.
  for (const { content, source } of notes.values()) {
    const part = cleaned(source, around)
    for (const child of childrenOf(part)) content.append(child)
  }
  appendNotes(root, notes)
  return root
}

// --- private --------------------------------------------------------------------------

/** What is known of the elements around a part of the content. */
interface Around {
  readonly base: string
  readonly document: Document
  /** The notes so far, by label. */
  readonly notes: Map<string, Note>
  /** Whether the text stands as its author wrote it: no space is put into seams. */
  readonly isClosed: boolean
  /** Whether items stand in a list. */
  readonly isListed: boolean
  readonly isQuoted: boolean
}

const cleaned = (content: Element, around: Around): Element => {
  const root = around.document.createElement("div")
  root.append(...intoParagraphs(childrenIn(content, around), around.document))
  dropEmpty(root)
  dropSeparators(root)
  return root
}

/** The cleaned children of an element, detached. */
const childrenIn = (source: Element, around: Around): ReadonlyArray<ChildNode> => {
  const nodes: Array<ChildNode> = []
  const isSeam = around.isClosed ? undefined : seams()
  for (const child of childrenOf(source)) {
    const isKept = isText(child) || (isElement(child) && !Vocabulary.dropped.has(child.localName))
    if (!isKept) continue
    if (isSeam?.(child) === true) nodes.push(around.document.createTextNode(" "))
    if (isText(child)) nodes.push(around.document.createTextNode(child.data))
    else for (const node of cleanElement(child, around, nodes.at(-1))) nodes.push(node)
  }
  return around.isListed ? nodes : gatherItems(nodes, around.document)
}

/** The cleaned form of an element; `before` is the cleaned node before it. */
const cleanElement = (source: Element, around: Around, before: ChildNode | undefined): ReadonlyArray<ChildNode> => {
  const { document } = around
  const own = source.localName
  if (own === "pre") return [cleanCode(source)]
  if (own === "img") return cleanImageOf(source, around)
  const inner = within(source, around)
  if (own === "rp") return []
  if (own === "q") return quoted(childrenIn(source, inner), around)
  if (own === "rt" && isInRuby(source)) return bracketed(childrenIn(source, inner), around)
  if (own === "span" && source.hasAttribute("data-embed"))
    return cleanLink(source, source.getAttribute("data-embed"), childrenIn(source, inner), around.base)
  const children = childrenIn(source, inner)
  if (own === "a") return cleanLink(source, source.getAttribute("href"), children, around.base)
  if (own === "table") return cleanTableOf(source, children)
  const name = Vocabulary.renamed.get(own) ?? levelOf(source) ?? own
  if (Vocabulary.containers.has(name) || (name === "p" && (hasBlocks(children) || isParted(children))))
    return intoParagraphs(children, document)
  if (Vocabulary.kept.has(name)) return finished(source, name, children, before, around)
  return source.hasAttribute("data-task") ? [made(source, "span", children, ["data-task"])] : children
}

/** A kept element with what its kind may have. */
const finished = (
  source: Element,
  name: string,
  children: ReadonlyArray<ChildNode>,
  before: ChildNode | undefined,
  around: Around,
): ReadonlyArray<ChildNode> => {
  const { document } = around
  if (Vocabulary.inline.has(name) && hasBlocks(children)) return children
  if (name === "code" && !source.hasAttribute("data-math")) return cleanInlineCode(children, before, document)
  const names = Vocabulary.attributes.get(name) ?? []
  if (name === "sup" && source.hasAttribute("data-ref")) return [reference(source, children, around)]
  if (name === "ul" || name === "ol") {
    const list = made(source, name, trimBreaks(children), [...names, "start", "reversed"])
    cleanList(list)
    return [list]
  }
  if (Vocabulary.lines.has(name)) return [made(source, name, flatten(children, document), names)]
  if (!Vocabulary.blocks.has(name) || name === "hr") return [made(source, name, children, names)]
  const parts =
    children.some(isDisplayed) || isParted(children) ? intoParagraphs(children, document) : trimBreaks(children)
  const element = made(source, name, parts, names)
  if (name === "figure") cleanFigure(element)
  return [element]
}

const within = (source: Element, around: Around): Around => {
  const name = source.localName
  const isClosed = around.isClosed || Vocabulary.closed.has(name) || source.hasAttribute("data-math")
  const isListed = Vocabulary.lists.has(name) || (around.isListed && !Vocabulary.unlisting.has(name))
  const isQuoted = around.isQuoted || name === "q"
  return { ...around, isClosed, isListed, isQuoted }
}

/** Makes a cleaned element that keeps some attributes of its source. */
const made = (
  source: Element,
  name: string,
  children: ReadonlyArray<ChildNode>,
  names: ReadonlyArray<string>,
): Element => {
  const element = source.ownerDocument.createElement(name)
  for (const attribute of names) {
    const value = source.getAttribute(attribute)
    if (value !== null) element.setAttribute(attribute, value)
  }
  for (const child of children) element.append(child)
  return element
}

const cleanImageOf = (source: Element, { base, document }: Around): ReadonlyArray<ChildNode> => {
  const holder = document.createElement("div")
  holder.append(source.cloneNode(false))
  for (const image of childrenOf(holder)) if (isElement(image)) cleanImage(image, base)
  return detached(holder)
}

const cleanTableOf = (source: Element, children: ReadonlyArray<ChildNode>): ReadonlyArray<ChildNode> => {
  const table = made(source, "table", children, ["role", "datatable"])
  const holder = source.ownerDocument.createElement("div")
  holder.append(table)
  cleanTable(table)
  return detached(holder)
}

const detached = (holder: Element): ReadonlyArray<ChildNode> => {
  const children = childrenOf(holder)
  for (const child of children) child.remove()
  return children
}

/** A reference to a note; one whose note hasn't come before it is a plain superscript. */
const reference = (source: Element, children: ReadonlyArray<ChildNode>, { notes }: Around): Element => {
  const label = source.getAttribute("data-ref") ?? ""
  const note = noteOf(source)
  if (note !== undefined && !notes.has(label)) notes.set(label, note)
  return made(source, "sup", children, notes.has(label) ? ["data-ref"] : [])
}

/** The marks that a browser sets around a quotation, single ones within another. */
const quoted = (children: ReadonlyArray<ChildNode>, { document, isQuoted }: Around): ReadonlyArray<ChildNode> => {
  const [open = "", close = ""] = isQuoted ? "‘’" : "“”"
  return [document.createTextNode(open), ...children, document.createTextNode(close)]
}

const isInRuby = (element: Element): boolean => {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (outer.localName === "ruby") return true
  return false
}

/** The reading of a base text stands after it in brackets: 漢字(かんじ). */
const bracketed = (children: ReadonlyArray<ChildNode>, { document }: Around): ReadonlyArray<ChildNode> => [
  document.createTextNode("("),
  ...children,
  document.createTextNode(")"),
]
