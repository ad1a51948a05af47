/**
 * Reduces main content to a small vocabulary: flat blocks, inline emphasis, absolute links and images, data tables. All
 * later output is made from this.
 *
 * One pass over the content builds the cleaned copy. Elements that `Vocabulary.ts` doesn't list are unwrapped and their
 * text stays; elements that act or load are dropped. Wrappers vanish: runs of inline content become paragraphs, so that
 * the copy is only as deep as its lists and quotations.
 */
import { appendAll, childrenOf, isElement, isText, lineOf, select } from "@porthole/visibility/dom"
import { noteOf } from "../rules/Footnotes.ts"
import { dropEmpty } from "./Empty.ts"
import { cleanFigure, cleanImage, cleanLink, dropRepeatedJumps } from "./Links.ts"
import { cleanList } from "./Lists.ts"
import * as Paragraphs from "./Paragraphs.ts"
import { seams } from "./Seams.ts"
import { cleanTable } from "./Tables.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Builds a cleaned copy of the content; `base` is the address that its links are relative to. */
export const clean = (content: Element, base: string): Element => {
  const context: CleaningContext = {
    base,
    document: content.ownerDocument,
    notes: new Map(),
    isVerbatim: false,
    isQuoted: false,
  }
  const root = cleaned(content, context)
  for (const [label, note] of context.notes) {
    const part = cleaned(note, context)
    part.setAttribute("data-note", label)
    if (part.firstElementChild?.localName !== "p") part.prepend(context.document.createElement("p"))
    part.firstElementChild?.prepend(`[${label}] `)
    root.append(part)
  }
  return root
}

// --- private --------------------------------------------------------------------------

/** The state of the cleaning at one part of the content. */
interface CleaningContext {
  readonly base: string
  readonly document: Document
  /** The notes so far, by label, in the page's order. */
  readonly notes: Map<string, Element>
  /** Whether the text stays exactly as written: no spaces are inserted at seams. */
  readonly isVerbatim: boolean
  readonly isQuoted: boolean
}

const cleaned = (content: Element, context: CleaningContext): Element => {
  const root = context.document.createElement("div")
  appendAll(root, Paragraphs.intoParagraphs(childrenIn(content, context), context.document))
  dropRepeatedJumps(root)
  dropEmpty(root)
  return root
}

/** The cleaned children of an element, detached. */
const childrenIn = (source: Element, context: CleaningContext): ReadonlyArray<ChildNode> => {
  const nodes: Array<ChildNode> = []
  const isSeam = context.isVerbatim ? undefined : seams()
  for (const child of childrenOf(source)) {
    const isKept = isText(child) || (isElement(child) && !Vocabulary.dropped.has(child.localName))
    if (!isKept) continue
    if (isSeam?.(child) === true) nodes.push(context.document.createTextNode(" "))
    if (isText(child)) nodes.push(context.document.createTextNode(child.data))
    else for (const node of cleanElement(child, context)) addTo(nodes, node)
  }
  return nodes
}

/** Adds a node; emphasis goes on in the emphasis before it, because Markdown's signs would meet and show. */
const addTo = (nodes: Array<ChildNode>, node: ChildNode): void => {
  const last = nodes.at(-1)
  const isOne = last !== undefined && isElement(last) && isElement(node) && last.localName === node.localName
  if (isOne && Vocabulary.emphases.has(node.localName)) appendAll(last, childrenOf(node))
  else nodes.push(node)
}

/** The cleaned form of an element. */
const cleanElement = (source: Element, context: CleaningContext): ReadonlyArray<ChildNode> => {
  const { base, document } = context
  const own = source.localName
  if (own === "pre") return [codeBlock(source)]
  if (own === "img") return cleanImage(source, base)
  const isVerbatim = context.isVerbatim || Vocabulary.verbatim.has(own) || source.hasAttribute("data-math")
  const children = childrenIn(source, { ...context, isVerbatim, isQuoted: context.isQuoted || own === "q" })
  // Marks as a browser adds them: around a quotation, and around ruby text: 漢字(かんじ).
  if (own === "q")
    return context.isQuoted ? enclosed("‘", children, "’", document) : enclosed("“", children, "”", document)
  if (own === "rt") return enclosed("(", children, ")", document)
  if (own === "table") return cleanTable(source, children)
  const embed = own === "span" ? source.getAttribute("data-embed") : null
  const href = embed ?? source.getAttribute("href")
  if (own === "a" || embed !== null)
    return Paragraphs.insideBreaks(children, (inner) => cleanLink(source, href, inner, base))
  const name = Vocabulary.renamed.get(own) ?? own
  if (Vocabulary.containers.has(name) || (name === "p" && Paragraphs.isMulti(children)))
    return Paragraphs.intoParagraphs(children, document)
  if (Vocabulary.kept.has(name)) return keptElement(source, name, children, context)
  return source.hasAttribute("data-task") ? [makeElement(source, "span", children, ["data-task"])] : children
}

/** A kept element with the children that its kind allows. */
const keptElement = (
  source: Element,
  name: string,
  children: ReadonlyArray<ChildNode>,
  context: CleaningContext,
): ReadonlyArray<ChildNode> => {
  const { document } = context
  const names = Vocabulary.attributes.get(name) ?? []
  if (Vocabulary.inline.has(name)) {
    if (Paragraphs.isMulti(children)) return children
    if (name === "code" && !source.hasAttribute("data-math")) return [inlineCode(source, children)]
    if (name === "sup" && source.hasAttribute("data-ref")) return [reference(source, children, context)]
    return Paragraphs.insideBreaks(children, (inner) => [makeElement(source, name, inner, names)])
  }
  if (name === "ul" || name === "ol") return [cleanList(source, name, Paragraphs.trimBreaks(children))]
  if (Vocabulary.lines.has(name)) return [makeElement(source, name, Paragraphs.flatten(children, document), names)]
  if (!Vocabulary.blocks.has(name) || name === "hr") return [makeElement(source, name, children, names)]
  const parts = Paragraphs.hasParagraphBreak(children)
    ? Paragraphs.intoParagraphs(children, document)
    : Paragraphs.trimBreaks(children)
  const element = makeElement(source, name, parts, names)
  if (name === "figure") cleanFigure(element)
  return [element]
}

/** A block of code as `Code.ts` makes it: text, with its language. */
const codeBlock = (pre: Element): Element => {
  const block = pre.ownerDocument.createElement("pre")
  const code = pre.ownerDocument.createElement("code")
  const language = /^language-\S+$/.exec(pre.firstElementChild?.getAttribute("class") ?? "")?.[0]
  if (language !== undefined) code.setAttribute("class", language)
  code.append(pre.textContent ?? "")
  block.append(code)
  return block
}

/** Inline code contains only text; a link on all of it moves around it. */
const inlineCode = (source: Element, children: ReadonlyArray<ChildNode>): Element => {
  const code = source.ownerDocument.createElement("code")
  for (const child of children) code.append(Paragraphs.isBreak(child) ? " " : (child.textContent ?? ""))
  const [link, ...others] = children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.localName === "a" ? [child] : select(child, "a")
  })
  if (link === undefined || others.length > 0 || lineOf(link) !== lineOf(code)) return code
  return makeElement(link, "a", [code], ["href"])
}

/** Makes a cleaned element that keeps some attributes of its source. */
const makeElement = (
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

/** A reference to a note, or a plain superscript if the page has no such note. */
const reference = (source: Element, children: ReadonlyArray<ChildNode>, { notes }: CleaningContext): Element => {
  const label = source.getAttribute("data-ref") ?? ""
  const note = noteOf(source)
  if (note !== undefined && lineOf(note) !== "" && !notes.has(label)) notes.set(label, note)
  return makeElement(source, "sup", children, notes.has(label) ? ["data-ref"] : [])
}

const enclosed = (open: string, nodes: ReadonlyArray<ChildNode>, close: string, document: Document) => [
  document.createTextNode(open),
  ...nodes,
  document.createTextNode(close),
]
