/** How high a block stands among headings. */
import { headingLevel, isElement } from "@porthole/visibility/dom"
import type { Block } from "./Block.ts"

/** The level of text, below all headings. */
export const textLevel = 7

/** A heading's level, 1 to 6; else that of text. */
export const levelOf = (block: Pick<Block, "element" | "nodes"> | undefined): number => {
  if (block === undefined) return textLevel
  const { element, nodes } = block
  const inner = nodes[0]
  const own = inner !== undefined && nodes.length === 1 && isElement(inner) ? headingLevel(inner.localName) : 0
  const outer = own || headingLevel(element.localName) || headingLevel(element.parentElement?.localName ?? "")
  return outer || textLevel
}
