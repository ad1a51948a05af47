/**
 * The order of the files of a run. Where vitest has no times of an earlier run, as in a fresh clone, it begins with the
 * largest file. But a file of a few lines runs a suite that lies elsewhere, and some files start programs that take
 * long: begun at the end, they would leave the other workers without work. So they come first.
 */
import { statSync } from "node:fs"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { longest } from "./longest.ts"

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of a sequencer
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

// --- private --------------------------------------------------------------------------

/** The size of a file of a few lines, in bytes. */
const fewLines = 750

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  if (at >= 0) return at
  return statSync(moduleId).size < fewLines ? longest.length : longest.length + 1
}
