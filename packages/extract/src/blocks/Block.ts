/**
 * A document as a list of blocks of text, each with the branches that it hangs on: what the choice of
 * the main content is made of.
 *
 * A block is a run of inline content between the edges of block elements, in the order of the document.
 * A branch is an element that holds blocks. Both are counted in one walk, so that the cost grows with
 * the document and not with its depth.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { add, type Counts, countsOf, type Marks, nothing } from "./Counts.ts"
import { hintCount, hintsOf } from "./Hints.ts"

/** An element that holds blocks. Its counts are those of all blocks within. */
export interface Branch extends Counts {
  readonly element: Element
  readonly parent: Branch | undefined
  readonly depth: number
  readonly children: ReadonlyArray<Branch>
  /** For each group of hints, the nearest branch that gives it, itself or one around it. */
  hinted: ReadonlyArray<Branch | undefined>
  /** Siblings with the same name and first class, itself included; and its place among them. */
  like: number
  place: number
}

/** A run of inline content. */
export interface Block extends Counts {
  /** The element whose text it is. */
  readonly branch: Branch
  /** The nodes that it is made of: all of the element's, or a run of them. */
  readonly nodes: ReadonlyArray<ChildNode>
  /** Its text on one line. */
  readonly text: string
  /** Words of the document before it. */
  readonly before: number
}

/** The blocks of a body, in order. */
export interface Blocks {
  /** The whole. */
  readonly root: Branch
  readonly blocks: ReadonlyArray<Block>
  /** Runs without a word but with an image, each with the number of blocks before it. */
  readonly pictures: ReadonlyArray<{ readonly nodes: ReadonlyArray<ChildNode>; readonly at: number }>
}

/** Takes a body apart. */
export const blocksOf = (body: Element): Blocks => {
  const lines = ownLines(body)
  const blocks: Array<Block> = []
  const pictures: Array<Blocks["pictures"][number]> = []
  let words = 0
  const walk = (element: Element, parent: Branch | undefined): Branch => {
    const children: Array<Branch> = []
    const depth = parent === undefined ? 0 : parent.depth + 1
    const branch: Branch = { ...nothing(), element, parent, depth, children, hinted: unhinted, like: 1, place: 0 }
    branch.hinted = hintedBy(branch)
    let run: Array<ChildNode> = []
    const close = (): void => {
      const { marks, text } = read(run, branch.element.localName === "a")
      const counts = countsOf(text, marks)
      if (counts.words > 0) {
        blocks.push({ ...counts, branch, nodes: run, text, before: words })
        words += counts.words
      } else if (marks.images > 0) pictures.push({ nodes: run, at: blocks.length })
      add(branch, counts)
      run = []
    }
    for (const child of childrenOf(element)) {
      if (isElement(child) && lines.has(child)) {
        close()
        const inner = walk(child, branch)
        children.push(inner)
        add(branch, inner)
      } else run.push(child)
    }
    close()
    compare(children)
    if (element.localName === "a") branch.linked = branch.words
    return branch
  }
  return { root: walk(body, undefined), blocks, pictures }
}

/** A branch and those around it, the innermost first. */
export const chainOf = (branch: Branch): ReadonlyArray<Branch> => {
  const chain: Array<Branch> = []
  for (let at: Branch | undefined = branch; at !== undefined; at = at.parent) chain.push(at)
  return chain
}

// --- private --------------------------------------------------------------------------

const lineNames: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol option p pre search section select summary " +
    "table tbody td tfoot th thead tr ul"
  ).split(" "),
)

/** The elements that stand on lines of their own, or hold one that does. */
const ownLines = (body: Element): ReadonlySet<Element> => {
  const found = new Set<Element>([body])
  const visit = (element: Element): boolean => {
    let is = lineNames.has(element.localName)
    for (let child = element.firstChild; child !== null; child = child.nextSibling)
      if (isElement(child) && visit(child)) is = true
    if (is) found.add(element)
    return is
  }
  visit(body)
  return found
}

const unhinted: ReadonlyArray<undefined> = Array.from({ length: hintCount }, () => undefined)

/** The body's own names say nothing of its parts. */
const hintedBy = (branch: Branch): ReadonlyArray<Branch | undefined> => {
  const around = branch.parent?.hinted ?? unhinted
  const own = branch.parent === undefined ? 0 : hintsOf(branch.element)
  return own === 0 ? around : around.map((other, bit) => ((own & (2 ** bit)) === 0 ? other : branch))
}

const read = (nodes: ReadonlyArray<ChildNode>, isLinked: boolean): { readonly marks: Marks; readonly text: string } => {
  const marks = { images: 0, controls: 0, links: 0, linkText: "" }
  const texts: Array<string> = []
  const linkTexts: Array<string> = []
  const visit = (node: Node, inLink: boolean): void => {
    if (isText(node)) {
      texts.push(node.data)
      if (inLink) linkTexts.push(node.data)
    }
    if (!isElement(node)) return
    const name = node.localName
    if (name === "br") texts.push(" ")
    else if (name === "img") marks.images += 1
    else if (name === "button" || name === "input" || name === "textarea") marks.controls += 1
    else if (name === "a") marks.links += 1
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, inLink || name === "a")
    if (inLink || name === "a") linkTexts.push(" ")
  }
  for (const node of nodes) visit(node, isLinked)
  return { marks: { ...marks, linkText: linkTexts.join("") }, text: texts.join("").replace(/\s+/g, " ").trim() }
}

const compare = (children: ReadonlyArray<Branch>): void => {
  const seen = new Map<string, number>()
  const key = ({ element }: Branch): string =>
    `${element.localName}.${(element.getAttribute("class") ?? "").trim().split(/\s+/, 1)[0] ?? ""}`
  for (const child of children) {
    child.place = seen.get(key(child)) ?? 0
    seen.set(key(child), child.place + 1)
  }
  for (const child of children) child.like = seen.get(key(child)) ?? 1
}
