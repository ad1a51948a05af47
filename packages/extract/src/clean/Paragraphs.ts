/**
 * Paragraphs of cleaned content: every run of inline nodes among blocks becomes one, and two line breaks in a row end
 * one. Breaks at the ends of a block show nothing. Nodes are detached, in order.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Whether a node is a block. */
export const isBlock = (node: Node): boolean => isElement(node) && Vocabulary.blocks.has(node.localName)

/** Whether a node is a formula on lines of its own, see `Tex.ts`. */
export const isDisplayed = (node: Node): boolean => isElement(node) && node.getAttribute("data-math") === "display"

/** Whether nodes can't all stand within a line. */
export const hasBlocks = (nodes: ReadonlyArray<Node>): boolean =>
  nodes.some((node) => isBlock(node) || isDisplayed(node))

/** Whether a node is a line break. */
export const isBreak = (node: Node): boolean => isElement(node) && node.localName === "br"

/** Whether two breaks in a row part nodes. */
export const isParted = (nodes: ReadonlyArray<ChildNode>): boolean =>
  nodes.some(isBreak) && runsOf(nodes).slice(1, -1).some(parts)

/** The nodes without the breaks at both ends. */
export const trimBreaks = (nodes: ReadonlyArray<ChildNode>): ReadonlyArray<ChildNode> => {
  const start = nodes.findIndex((node) => !isBreakOrBlank(node))
  return start === -1 ? [] : nodes.slice(start, nodes.findLastIndex((node) => !isBreakOrBlank(node)) + 1)
}

/**
 * Makes inline elements of the nodes between breaks. Breaks at both ends stay outside, because Markdown would lose them
 * there and glue the texts together. Two in a row end the element, unless it is `whole`.
 */
export const betweenBreaks = (
  nodes: ReadonlyArray<ChildNode>,
  make: (piece: ReadonlyArray<ChildNode>) => ReadonlyArray<ChildNode>,
  whole = false,
): ReadonlyArray<ChildNode> => {
  if (!nodes.some(isBreak)) return make(nodes)
  const made: Array<ReadonlyArray<ChildNode>> = []
  let piece: Array<ChildNode> = []
  const runs = runsOf(nodes)
  const close = (): void => {
    if (piece.length > 0) made.push(make(piece))
    piece = []
  }
  for (const run of runs) {
    const isEnd = run === runs[0] || run === runs.at(-1)
    if (run.some(isBreak) && (isEnd || (!whole && parts(run)))) {
      close()
      made.push(run)
    } else for (const node of run) piece.push(node)
  }
  close()
  return made.flat()
}

/** Puts every run of inline nodes into a paragraph. */
export const intoParagraphs = (nodes: ReadonlyArray<ChildNode>, document: Document): ReadonlyArray<ChildNode> => {
  if (nodes.every(isBlock)) return nodes
  const made: Array<ChildNode> = []
  let run: Array<ChildNode> = []
  let isAfterBreak = false
  const close = (): void => {
    if (!run.every(isBreakOrBlank)) {
      const paragraph = document.createElement("p")
      for (const node of trimBreaks(run)) paragraph.append(node)
      made.push(paragraph)
    }
    run = []
    isAfterBreak = false
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      close()
      made.push(node)
    } else if (isDisplayed(node)) {
      close()
      run.push(node)
      close()
    } else {
      run.push(node)
      if (isBreak(node) && isAfterBreak) close()
      if (!isText(node) || node.data.trim() !== "") isAfterBreak = isBreak(node)
    }
  }
  close()
  return made
}

/** Makes one line of nodes: blocks and breaks become spaces. */
export const flatten = (nodes: ReadonlyArray<ChildNode>, document: Document): ReadonlyArray<ChildNode> =>
  nodes.flatMap((node) => {
    if (isBreak(node)) return [document.createTextNode(" ")]
    if (!isBlock(node)) return [node]
    const line = flatten(childrenOf(node), document)
    return [document.createTextNode(" "), ...line, document.createTextNode(" ")]
  })

// --- private --------------------------------------------------------------------------

const isBreakOrBlank = (node: Node): boolean => isBreak(node) || (isText(node) && node.data.trim() === "")

/** Nodes in runs: breaks with the white space around them, and the nodes between. */
const runsOf = (nodes: ReadonlyArray<ChildNode>): ReadonlyArray<ReadonlyArray<ChildNode>> => {
  const runs: Array<Array<ChildNode>> = []
  let isBetween: boolean | undefined
  for (const child of nodes) {
    if (isBreakOrBlank(child) !== isBetween) runs.push([])
    runs.at(-1)?.push(child)
    isBetween = isBreakOrBlank(child)
  }
  return runs
}

const parts = (run: ReadonlyArray<ChildNode>): boolean => run.filter(isBreak).length > 1
