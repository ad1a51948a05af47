/** Code. */
import type { BlockRule } from "../phases/Rule.ts"

/** Tells code blocks from other ones. */
export const codeBlocks: BlockRule = {
  name: "codeBlocks",
  case: "Code isn't judged as prose is.",
  phase: "block",
  reads: { elements: ["pre"] },
  run: ({ blocks, isFree, join }) => {
    blocks.forEach(({ element }, at) => {
      if (isFree(at) && element.localName === "pre") join([at], { kind: "data" })
    })
  },
}
