/** Which blocks of a page are kept: what the rules of the phase `unit` change. */
import type { Declared } from "../metadata/Declared.ts"
import type { Judged } from "../model/Model.ts"
import type { Records } from "../records/Records.ts"
import type { Unit } from "./Joining.ts"

/** The choice so far. */
export interface Choice {
  /** The page, as the model judged it. */
  readonly page: Judged
  readonly declared: Declared
  readonly records: Records
  readonly units: ReadonlyArray<Unit>
  /** The chance of each block after the rules of the phase `block`. */
  readonly chances: ReadonlyArray<number>
  /** For each block whether it is kept; at first those of the units that were chosen. */
  kept: Array<boolean>
  /** The blocks of lists of products. */
  offers: ReadonlySet<number>
  /** A block that stays with its list. */
  needed: number | undefined
  /** Pictures and marks without words that go with the blocks that aren't kept. */
  readonly wordless: Array<ChildNode>
}
