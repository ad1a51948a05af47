/**
 * Units of a page: blocks that are kept or dropped together. The rules of the phase `block` join blocks into units, and
 * each block that none of them takes is a unit of its own.
 */
import type { Piece } from "../records/Cells.ts"
import type { Parts } from "../records/Parts.ts"
import type { Records } from "../records/Records.ts"

/** Some blocks, by their indexes. */
export interface Unit {
  readonly members: ReadonlyArray<number>
  readonly words: number
  readonly prose: number
  /** The mean of its words' chances, unless a rule knows better. */
  chance: number
  /** What it consists of, if a rule asks: cells or code, or the items of a list. */
  readonly kind?: "data" | "items" | undefined
  /** The index of the unit without which this one is useless. */
  readonly core?: number | undefined
  /** The blocks of it that name authors, and the posts of the thread that it is of. */
  readonly authors?: ReadonlyArray<number>
  readonly posts?: ReadonlyArray<Element>
}

/** How a unit is joined. */
export interface Options extends Pick<Unit, "authors" | "core" | "kind" | "posts"> {
  /** The blocks by which it is judged, if not all of its own. */
  readonly judged?: ReadonlyArray<number>
  /** The maximum chance. */
  readonly most?: number
}

/** A page whose blocks are being joined. */
export interface Joining {
  readonly blocks: ReadonlyArray<Piece>
  /** The chance of each block. */
  readonly chances: Array<number>
  readonly records: Records
  /** The rules that split the records of a list. */
  readonly columnRules: ReadonlyArray<{ readonly run: (parts: Parts) => void }>
  readonly units: ReadonlyArray<Unit>
  /** Whether a block is in no unit yet. */
  readonly isFree: (at: number) => boolean
  /** Makes a unit of some blocks. It is no likelier than its core. */
  readonly join: (members: ReadonlyArray<number>, options?: Options) => void
}

/** Begins to join the blocks of a page. */
export const joiningOf = ({
  blocks,
  chances,
  ...page
}: Pick<Joining, "blocks" | "chances" | "columnRules" | "records">): Joining => {
  const units: Array<Unit> = []
  const isFree = blocks.map(() => true)
  return {
    ...page,
    blocks,
    chances,
    units,
    isFree: (at) => isFree[at] === true,
    join: (members, { judged, most = 1, ...rest } = {}) => {
      for (const at of members) isFree[at] = false
      const { chance: own, prose, words } = meanOf(members, blocks, chances)
      const chance = judged === undefined ? own : meanOf(judged, blocks, chances).chance
      const limit = Math.min(most, rest.core === undefined ? 1 : (units[rest.core]?.chance ?? 1))
      units.push({ members, words, prose, chance: Math.min(chance, limit), ...rest })
    },
  }
}

// --- private --------------------------------------------------------------------------

const meanOf = (members: ReadonlyArray<number>, pieces: ReadonlyArray<Piece>, chances: ReadonlyArray<number>) => {
  let words = 0
  let prose = 0
  let likely = 0
  for (const at of members) {
    prose += pieces[at]?.prose ?? 0
    words += pieces[at]?.words ?? 0
    likely += (pieces[at]?.words ?? 0) * (chances[at] ?? 0)
  }
  return { words, prose, chance: words === 0 ? 0 : likely / words }
}
