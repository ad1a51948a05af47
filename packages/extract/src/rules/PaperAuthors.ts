/**
 * The authors of a paper. Their names, affiliations and addresses have no sentence, and a number between two names says
 * who works where.
 */
import { patternOf } from "../classes/ClassNames.ts"
import type { Holder } from "../model/Block.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps them before the text. */
export const paperAuthors: UnitRule = {
  name: "paperAuthors",
  case: "The authors of a paper and their affiliations stand between title and abstract.",
  phase: "unit",
  reads: { attributes: ["class"], classes: ["paperAuthors"] },
  run: ({ kept, page: { blocks, titleAt } }) => {
    const end = Math.min(blocks.length, titleAt + maxDistance)
    for (let at = titleAt + 1; at < end; at++) {
      const block = blocks[at]
      if (block !== undefined && isInAuthors(block.holder)) kept[at] = true
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The maximum number of blocks between a title and its authors, and of elements around a name. */
const maxDistance = 60
const maxSteps = 4

const paperAuthorsClass = patternOf("paperAuthors")

const isInAuthors = (holder: Holder): boolean => {
  let at: Holder | undefined = holder
  for (let step = 0; at?.parent !== undefined && step <= maxSteps; step++) {
    if (at.kind !== at.name && paperAuthorsClass.test(at.element.getAttribute("class") ?? "")) return true
    at = at.parent
  }
  return false
}
