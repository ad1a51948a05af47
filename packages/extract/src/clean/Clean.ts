/**
 * Reduces main content to a small vocabulary: flat blocks, inline emphasis, absolute links and images, data tables.
 * Everything that is made of content later is made of this.
 *
 * One walk over the content builds the cleaned copy. Elements that `Vocabulary.ts` doesn't list are taken apart and
 * their text stays; elements that act or load are dropped. Wrappers vanish: runs of inline content become paragraphs,
 * so that the copy is as deep as its lists and quotations.
 */
import { noteOf } from "../normalise/Footnotes.ts"
import { appendAll, childrenOf, isElement, isText, lineOf } from "../tree/Dom.ts"
import { nearest } from "../tree/Select.ts"
import { cleanCode, cleanInlineCode } from "./Code.ts"
import { dropEmpty, dropSeparators } from "./Empty.ts"
import { cleanFigure, cleanImage } from "./Images.ts"
import { cleanLink } from "./LinkTargets.ts"
import { cleanList, gatherItems } from "./Lists.ts"
import * as Paragraphs from "./Paragraphs.ts"
import { seams } from "./Seams.ts"
import { cleanTable } from "./Tables.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Builds a cleaned copy of the content; `base` is the address that its links are relative to. */
export const clean = (content: Element, base: string): Element => {
  const { ownerDocument: document } = content
  const notes = new Map<string, Element>()
  const around: Around = { base, document, notes, isClosed: false, isListed: false, isQuoted: false }
  const root = cleaned(content, around)
  for (const [label, note] of notes) {
    const part = cleaned(note, around)
    part.setAttribute("data-note", label)
    if (part.firstElementChild?.localName !== "p") part.prepend(document.createElement("p"))
    part.firstElementChild?.prepend(`[${label}] `)
    root.append(part)
  }
  return root
}

// --- private --------------------------------------------------------------------------

/** What is known of the elements around a part of the content. */
interface Around {
  readonly base: string
  readonly document: Document
  /** The notes so far, by label, as the page has them. */
  readonly notes: Map<string, Element>
  /** Whether the text stands as its author wrote it: no space is put into seams. */
  readonly isClosed: boolean
  /** Whether items stand in a list. */
  readonly isListed: boolean
  readonly isQuoted: boolean
}

const cleaned = (content: Element, around: Around): Element => {
  const root = around.document.createElement("div")
  appendAll(root, Paragraphs.intoParagraphs(childrenIn(content, around), around.document))
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
  const { base, document } = around
  const own = source.localName
  if (own === "pre") return [cleanCode(source)]
  if (own === "img") return cleanImage(source, base)
  if (own === "rp") return []
  const children = childrenIn(source, within(source, around))
  // The marks that a browser sets around a quotation, and the reading of a base text: 漢字(かんじ).
  if (own === "q") return around.isQuoted ? framed("‘", children, "’", document) : framed("“", children, "”", document)
  if (own === "rt" && nearest(source, "ruby") !== null) return framed("(", children, ")", document)
  if (own === "table") return cleanTable(source, children)
  const embed = own === "span" ? source.getAttribute("data-embed") : null
  const href = embed ?? source.getAttribute("href")
  if (own === "a" || embed !== null)
    return Paragraphs.betweenBreaks(children, (piece) => cleanLink(source, href, piece, base), true)
  const name = Vocabulary.renamed.get(own) ?? own
  const isMulti = Paragraphs.hasBlocks(children) || Paragraphs.isParted(children)
  if (Vocabulary.containers.has(name) || (name === "p" && isMulti)) return Paragraphs.intoParagraphs(children, document)
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
  const names = Vocabulary.attributes.get(name) ?? []
  if (Vocabulary.inline.has(name) && Paragraphs.hasBlocks(children)) return children
  if (name === "code" && !source.hasAttribute("data-math")) return cleanInlineCode(children, before, document)
  if (name === "sup" && source.hasAttribute("data-ref")) return [reference(source, children, around)]
  if (Vocabulary.inline.has(name))
    return Paragraphs.betweenBreaks(children, (piece) => [made(source, name, piece, names)])
  if (name === "ul" || name === "ol") return [cleanList(source, name, Paragraphs.trimBreaks(children))]
  if (Vocabulary.lines.has(name)) return [made(source, name, Paragraphs.flatten(children, document), names)]
  if (!Vocabulary.blocks.has(name) || name === "hr") return [made(source, name, children, names)]
  const isParted = children.some(Paragraphs.isDisplayed) || Paragraphs.isParted(children)
  const parts = isParted ? Paragraphs.intoParagraphs(children, document) : Paragraphs.trimBreaks(children)
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
  appendAll(element, children)
  return element
}

/** A reference to a note; one whose note hasn't come before it is a plain superscript. */
const reference = (source: Element, children: ReadonlyArray<ChildNode>, { notes }: Around): Element => {
  const label = source.getAttribute("data-ref") ?? ""
  const note = noteOf(source)
  if (note !== undefined && lineOf(note) !== "" && !notes.has(label)) notes.set(label, note)
  return made(source, "sup", children, notes.has(label) ? ["data-ref"] : [])
}

const framed = (open: string, nodes: ReadonlyArray<ChildNode>, close: string, document: Document) => [
  document.createTextNode(open),
  ...nodes,
  document.createTextNode(close),
]
