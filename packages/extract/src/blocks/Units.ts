/** What is taken or left as one: a block, or all blocks of a table of data, which would be nothing in parts. */
import type { Block, Branch } from "./Block.ts"
import type { Candidate } from "./Selection.ts"

/** Some blocks, by their numbers; the chance is the mean of their words' chances. */
export interface Unit extends Candidate {
  readonly members: ReadonlyArray<number>
}

/** Joins blocks to units, in order of the first of each. */
export const unitsOf = (blocks: ReadonlyArray<Block>, chances: ReadonlyArray<number>): ReadonlyArray<Unit> => {
  const units = new Map<Branch | number, Array<number>>()
  blocks.forEach((block, at) => {
    const key = dataTableOf(block.branch) ?? at
    const members = units.get(key)
    if (members === undefined) units.set(key, [at])
    else members.push(at)
  })
  return Array.from(units.values(), (members) => {
    const words = members.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0)
    const likely = members.reduce((sum, at) => sum + (blocks[at]?.words ?? 0) * (chances[at] ?? 0), 0)
    return { members, words, chance: words === 0 ? 0 : likely / words }
  })
}

// --- private --------------------------------------------------------------------------

/** Words a block up to which a table's cells are data. */
const cellWords = 12

/** The outermost table around a branch, if it has short cells only and no table within. */
const dataTableOf = (branch: Branch): Branch | undefined => {
  let table: Branch | undefined
  let tables = 0
  for (let at: Branch | undefined = branch; at !== undefined; at = at.parent)
    if (at.element.localName === "table") {
      table = at
      tables++
    }
  return table !== undefined && tables === 1 && table.words <= table.blocks * cellWords ? table : undefined
}
