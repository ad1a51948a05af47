/**
 * Line breaks of content stand between texts. At the end of emphasis or of a link Markdown would lose them and glue the
 * texts together, so they move out of it. At the ends of a block they show nothing. Two in a row end a paragraph, and
 * with it the emphasis.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { nearest } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

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
export const partAtBreaks = (candidates: Candidates): void => {
  const around = new Set<Element>()
  for (const end of candidates.of("br")) {
    if (nearest(end, "pre, code") !== null) continue
    for (let outer = end.parentElement; outer !== null && !around.has(outer); outer = outer.parentElement)
      around.add(outer)
  }
  // Inner ones first: a break that is moved out of one may stand at the end of the next.
  for (const element of inDepth(around)) {
    moveOut(element)
    if (element.localName !== "a" && isParted(childrenOf(element))) part(element)
  }
}

// --- private --------------------------------------------------------------------------

const inline: ReadonlySet<string> = new Set("a b strong em i u span font small mark del s ins cite".split(" "))

/** The inline elements among others, the deepest first. */
const inDepth = (elements: ReadonlySet<Element>): ReadonlyArray<Element> =>
  Array.from(elements)
    .filter((element) => inline.has(element.localName))
    .map((element) => ({ element, depth: depthOf(element) }))
    .toSorted((one, other) => other.depth - one.depth)
    .map(({ element }) => element)

const depthOf = (element: Element): number => {
  let depth = 0
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) depth++
  return depth
}

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
