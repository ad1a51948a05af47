/**
 * Line breaks of cleaned content stand between texts. At the end of emphasis or of a link Markdown would lose them
 * and glue what follows, so they are moved out of it; at the ends of a block they show nothing; and where two stand in
 * a row a paragraph ends, and with it the emphasis.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"

/** Whether a node is a line break. */
export const isBreak = (node: Node): boolean => isElement(node) && node.localName === "br"

/** Whether a node is a break or the white space around one. */
export const isBreakOrBlank = (node: Node): boolean => isBreak(node) || (isText(node) && node.data.trim() === "")

/** Whether two breaks in a row part nodes. */
export const isParted = (nodes: ReadonlyArray<ChildNode>): boolean =>
  nodes.some(isBreak) && runsOf(nodes).slice(1, -1).some(parts)

/** The nodes without the breaks at both ends. */
export const trimBreaks = (nodes: ReadonlyArray<ChildNode>): ReadonlyArray<ChildNode> => {
  const start = nodes.findIndex((node) => !isBreakOrBlank(node))
  return start === -1 ? [] : nodes.slice(start, nodes.findLastIndex((node) => !isBreakOrBlank(node)) + 1)
}

/** Moves breaks out of the inline elements of a document, and ends emphasis where two of them end a paragraph. */
export const partAtBreaks = (root: Element): void => {
  // Inner ones first: what is moved out of one may stand at the end of the next.
  for (const element of select(root, inline).toReversed()) {
    if (first(element, "br") === null || nearest(element, "pre, code") !== null) continue
    moveOut(element)
    if (element.localName !== "a" && isParted(childrenOf(element))) part(element)
  }
}

// --- private --------------------------------------------------------------------------

const inline = "a, b, strong, em, i, u, span, font, small, mark, del, s, ins, cite"

/** Moves the breaks at both ends of an element out of it. */
const moveOut = (element: Element): void => {
  const runs = runsOf(childrenOf(element))
  const [first = []] = runs
  const last = runs.at(-1) ?? []
  if (first.some(isBreak)) element.before(...first)
  if (last !== first && last.some(isBreak)) element.after(...last)
}

/** Makes an element for each paragraph of it. */
const part = (element: Element): void => {
  let piece: Node | undefined
  for (const run of runsOf(childrenOf(element))) {
    if (parts(run)) {
      element.before(...run)
      piece = undefined
      continue
    }
    if (piece === undefined) {
      piece = element.cloneNode(false)
      element.before(piece)
    }
    for (const node of run) piece.appendChild(node)
  }
  element.remove()
}

/** Nodes in runs: breaks with the white space around them, and the nodes between. */
const runsOf = (nodes: ReadonlyArray<ChildNode>): ReadonlyArray<ReadonlyArray<ChildNode>> => {
  const runs: Array<Array<ChildNode>> = []
  let isBetween: boolean | undefined
  for (const child of nodes) {
    const isBlank = isBreakOrBlank(child)
    if (isBlank !== isBetween) runs.push([])
    runs.at(-1)?.push(child)
    isBetween = isBlank
  }
  return runs
}

const parts = (run: ReadonlyArray<ChildNode>): boolean => run.filter(isBreak).length > 1
