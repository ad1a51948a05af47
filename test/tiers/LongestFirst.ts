/**
 * The order of the files of a run. Where vitest has no times of an earlier run, as in a fresh clone, it begins with the
 * largest file. But a file of a few lines runs a suite that lies elsewhere, and some of these take long: begun at the
 * end, they would leave the other workers without work. So they come first.
 */
import { statSync } from "node:fs"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The size of a file of a few lines, in bytes. */
const fewLines = 250

/** Whether a file has only a few lines. */
const isSuite = ({ moduleId }: TestSpecification): boolean => statSync(moduleId).size < fewLines

export class SuitesFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of a sequencer
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isSuite(other)) - Number(isSuite(one)))
  }
}
