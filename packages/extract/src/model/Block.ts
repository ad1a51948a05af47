/**
 * A document as a list of text blocks, and their holders.
 *
 * A block is a run of inline content between the edges of block elements, in document order. A holder is an element
 * that contains blocks; its counts are the sums of all blocks within. One pass collects both, so the cost is linear.
 */
import { headingLevel, isElement, isText, onOneLine } from "@porthole/visibility/dom"
import { add, type Counts, countText, nothing } from "./Counts.ts"
import { bitsOf, hintNames, hintsOf } from "./Hints.ts"
import regions from "./regions.json" with { type: "json" }

/** An element that contains blocks. */
export interface Holder extends Counts {
  readonly element: Element
  readonly name: string
  /** Its name and first class: the part of the site's template. */
  readonly kind: string
  readonly parent: Holder | undefined
  readonly depth: number
  /** The index of the first block within. */
  readonly first: number
  /** Kinds of the element and its ancestors, as bits: see {@link regionNames}. */
  readonly regions: number
  /** For each group of hints the nearest holder with such a hint, possibly itself. */
  readonly hinted: ReadonlyArray<Holder | undefined>
  /** The level of the heading that it is or lies in, 0 for none. */
  readonly heading: number
}

/** A run of inline content. */
export interface Block extends Counts {
  readonly holder: Holder
  /** The holder's element. */
  readonly element: Element
  readonly nodes: ReadonlyArray<ChildNode>
  /** Its text on one line. */
  readonly text: string
  /** Words in bold or italic type. */
  readonly emphasised: number
  /** Words of the document before it. */
  readonly before: number
}

/** The blocks of a body, in order. */
export interface Blocks {
  readonly root: Holder
  readonly blocks: ReadonlyArray<Block>
  /** Runs without a word but with an image, each with the number of blocks before it. */
  readonly pictures: ReadonlyArray<Wordless>
  /** Runs of other characters, such as a ✔ in a table, each with the index of the block that it belongs to. */
  readonly marks: ReadonlyArray<Wordless>
}

/** A run without a word. */
export interface Wordless {
  readonly nodes: ReadonlyArray<ChildNode>
  readonly at: number
}

/** Kinds of elements that contain a block, by element name or role; the index of each is its bit. */
export const regionNames: ReadonlyArray<string> = Object.keys(regions)

/** The bits of some kinds. */
export const regionsOf = (...names: ReadonlyArray<string>): number =>
  names.reduce((bits, name) => bits | (1 << regionNames.indexOf(name)), 0)

/** Splits a body into blocks. */
export const blocksOf = (body: Element): Blocks => {
  const found: Found = { blocks: [], pictures: [], marks: [], mixed: new Set(), words: 0 }
  const root = walk(body, "body", undefined, found)
  return { root, blocks: found.blocks, pictures: found.pictures, marks: found.marks }
}

/** An element's name and first class. */
export const kindOf = (element: Element, name: string): string => {
  const classes = element.getAttribute("class")
  if (classes === null || classes === "") return name
  return `${name}.${(/[^\s]+/.exec(classes)?.[0] ?? "").slice(0, maxClass)}`
}

// --- private --------------------------------------------------------------------------

/** Characters of a class that count. */
const maxClass = 100

/** The results of the pass so far, and the inline elements that contain block elements. */
interface Found {
  readonly blocks: Array<Block>
  readonly pictures: Array<Wordless>
  readonly marks: Array<Wordless>
  readonly mixed: Set<Element>
  /** Words of all blocks. */
  words: number
}

const walk = (element: Element, name: string, parent: Holder | undefined, found: Found): Holder => {
  const holder = holderOf(element, name, parent, found.blocks.length)
  let run: Array<ChildNode> = []
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    const own = isElement(child) ? child.localName : ""
    if (isElement(child) && (lineNames.has(own) || holdsLine(child, found.mixed))) {
      if (run.length > 0) close(run, holder, found)
      run = []
      const inner = walk(child, own, holder, found)
      add(holder, inner)
    } else run.push(child)
  }
  if (run.length > 0) close(run, holder, found)
  if (name === "a") holder.linked = holder.words
  return holder
}

/** Makes a block, a picture or a mark of a run. */
const close = (nodes: ReadonlyArray<ChildNode>, holder: Holder, found: Found): void => {
  const { counts, emphasised, text } = read(nodes, holder.name === "a")
  if (counts.words > 0) {
    found.blocks.push({ ...counts, holder, element: holder.element, nodes, text, emphasised, before: found.words })
    found.words += counts.words
  } else if (counts.images > 0) found.pictures.push({ nodes, at: found.blocks.length })
  else if (text !== "") found.marks.push({ nodes, at: ownerOf(holder, found.blocks.length) })
  add(holder, counts)
}

/** The block before a mark in the same row, list or section; the next one if there is none. */
const ownerOf = ({ parent }: Holder, next: number): number =>
  parent !== undefined && parent.first < next ? next - 1 : next

const lineNames: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer " +
    "form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol option p pre search section select " +
    "summary " +
    "table tbody td tfoot th thead tr ul"
  ).split(" "),
)

const regionBits = bitsOf(regions)

/** Whether an inline element contains a block element. Results are kept in `known`, so that each is searched once. */
const holdsLine = (element: Element, known: Set<Element>): boolean => {
  if (known.has(element)) return true
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && (lineNames.has(child.localName) || holdsLine(child, known))) {
      known.add(element)
      return true
    }
  return false
}

const noHints: ReadonlyArray<undefined> = hintNames.map(() => undefined)

/** The body's own names say nothing about its parts. */
const holderOf = (element: Element, name: string, parent: Holder | undefined, first: number): Holder => {
  const role = parent === undefined ? null : element.getAttribute("role")
  const own = parent === undefined ? 0 : hintsOf(element, name)
  const hinted: Array<Holder | undefined> = []
  const level = headingLevel(name)
  const holder = {
    ...nothing(),
    element,
    name,
    kind: kindOf(element, name),
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    first,
    regions: (parent?.regions ?? 0) | (regionBits.get(name) ?? 0) | (role === null ? 0 : (regionBits.get(role) ?? 0)),
    hinted: own === 0 ? (parent?.hinted ?? noHints) : hinted,
    heading: level === 0 ? (parent?.heading ?? 0) : level,
  }
  if (own !== 0)
    for (let bit = 0; bit < hintNames.length; bit++)
      hinted.push((own & (1 << bit)) === 0 ? parent?.hinted[bit] : holder)
  return holder
}

/** The text of a run, and the counts of its text, of that in links and of that in bold or italic type. */
interface Run {
  text: string
  readonly counts: Counts
  readonly inLinks: Counts
  readonly inBold: Counts
}

const read = (
  nodes: ReadonlyArray<ChildNode>,
  isLinked: boolean,
): { readonly counts: Counts; readonly emphasised: number; readonly text: string } => {
  const run: Run = { text: "", counts: nothing(), inLinks: nothing(), inBold: nothing() }
  for (const node of nodes) visit(node, isLinked, false, run)
  const { counts, inBold, inLinks } = run
  const text = onOneLine(run.text)
  countText(text, counts)
  counts.blocks = counts.words === 0 ? 0 : 1
  counts.linked = Math.min(inLinks.words, counts.words)
  counts.prose = counts.sentences > 0 && counts.words >= 8 && counts.linked * 3 < counts.words ? counts.words : 0
  return { counts, emphasised: Math.min(inBold.words, counts.words), text }
}

const visit = (node: Node, isLink: boolean, isBold: boolean, run: Run): void => {
  if (isText(node)) {
    const { data } = node
    run.text += data
    if (isLink) countText(data, run.inLinks)
    if (isBold) countText(data, run.inBold)
  } else if (isElement(node)) {
    const name = node.localName
    if (name === "br") run.text += " "
    else if (name === "img") run.counts.images++
    else if (name === "button" || name === "input" || name === "textarea") run.counts.controls++
    else if (name === "a") run.counts.links++
    const link = isLink || name === "a"
    const bold = isBold || emphases.has(name)
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, link, bold, run)
  }
}

const emphases: ReadonlySet<string> = new Set(["b", "strong", "em", "i"])
