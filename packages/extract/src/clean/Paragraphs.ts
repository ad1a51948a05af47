/** Paragraphs of cleaned content: every run of inline nodes among blocks becomes one. Nodes are detached, in order. */
import { isBreak, isBreakOrBlank, trimBreaks } from "../normalise/Breaks.ts"
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Whether a node is a block. */
export const isBlock = (node: Node): boolean => isElement(node) && Vocabulary.blocks.has(node.localName)

/** Whether a node is a formula on lines of its own, see `Tex.ts`. */
export const isDisplayed = (node: Node): boolean => isElement(node) && node.getAttribute("data-math") === "display"

/** Whether nodes can't all stand within a line. */
export const hasBlocks = (nodes: ReadonlyArray<Node>): boolean =>
  nodes.some((node) => isBlock(node) || isDisplayed(node))

/** Puts every run of inline nodes into a paragraph; two line breaks end a run. */
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
    if (!isElement(node) || !isBlock(node)) return [node]
    const line = flatten(childrenOf(node), document)
    return [document.createTextNode(" "), ...line, document.createTextNode(" ")]
  })
