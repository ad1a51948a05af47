/**
 * Paragraphs of cleaned content: every run of inline nodes among blocks becomes one, and two consecutive line breaks
 * end one. Breaks at the ends of a block have no effect. Nodes are detached, in order.
 */
import { childrenOf, isElement, isText } from "@porthole/visibility/dom"
import * as Vocabulary from "./Vocabulary.ts"

/** Whether a node is a block. */
export const isBlock = (node: Node): boolean => isElement(node) && Vocabulary.blocks.has(node.localName)

/** Whether a node is a line break. */
export const isBreak = (node: Node): boolean => isElement(node) && node.localName === "br"

/** Whether a node is a formula on lines of its own, see `Formula.ts`. */
const isDisplayed = (node: Node): boolean => isElement(node) && node.getAttribute("data-math") === "display"

/** Whether nodes can't share one paragraph. */
export const isMulti = (nodes: ReadonlyArray<ChildNode>): boolean => nodes.some(isBlock) || hasParagraphBreak(nodes)

/** Whether two consecutive breaks, or a formula on lines of its own, separate nodes. */
export const hasParagraphBreak = (nodes: ReadonlyArray<ChildNode>): boolean => {
  if (nodes.some(isDisplayed)) return true
  if (!nodes.some(isBreak)) return false
  let isAfterBreak = false
  return trimBreaks(nodes).some((node) => {
    if (isBreak(node) && isAfterBreak) return true
    if (!isBreakOrBlank(node) || isBreak(node)) isAfterBreak = isBreak(node)
    return false
  })
}

/** The nodes without the breaks at both ends. */
export const trimBreaks = (nodes: ReadonlyArray<ChildNode>): ReadonlyArray<ChildNode> => {
  const start = nodes.findIndex((node) => !isBreakOrBlank(node))
  return start === -1 ? [] : nodes.slice(start, nodes.findLastIndex((node) => !isBreakOrBlank(node)) + 1)
}

/** Makes an inline element of nodes. Breaks at both ends stay outside; inside, Markdown would join the texts. */
export const insideBreaks = (
  nodes: ReadonlyArray<ChildNode>,
  make: (inner: ReadonlyArray<ChildNode>) => ReadonlyArray<ChildNode>,
): ReadonlyArray<ChildNode> => {
  if (!nodes.some(isBreak)) return make(nodes)
  const inner = trimBreaks(nodes)
  const [start] = inner
  if (start === undefined) return nodes
  const at = nodes.indexOf(start)
  return [...nodes.slice(0, at), ...make(inner), ...nodes.slice(at + inner.length)]
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
    const isAlone = isDisplayed(node)
    if (isBlock(node) || isAlone) close()
    if (isBlock(node)) made.push(node)
    else {
      run.push(node)
      if (isAlone || (isBreak(node) && isAfterBreak)) close()
      else if (!isText(node) || node.data.trim() !== "") isAfterBreak = isBreak(node)
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
