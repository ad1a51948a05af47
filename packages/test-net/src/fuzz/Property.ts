/** A property under fuzzing: it holds for every input, or fails with the smallest input found and the seed. */
import * as fc from "fast-check"

/** The number of inputs to try, and the seed. */
export interface RunOptions {
  readonly runs: number
  readonly seed: number
}

export interface Property {
  readonly name: string
  /** Whether one input costs milliseconds: whole fetches and pages. */
  readonly isExpensive: boolean
  /** Resolves to the number of inputs tried, or throws. */
  readonly run: (options: RunOptions) => Promise<number>
}

/** A property over inputs of one kind. */
export const make = <A>(
  name: string,
  inputs: fc.Arbitrary<A>,
  check: (input: A) => void | Promise<void>,
  isExpensive = false,
): Property => ({
  name,
  isExpensive,
  run: async ({ runs, seed }) => {
    let tried = 0
    const property = fc.asyncProperty(inputs, async (input) => {
      tried++
      await check(input)
    })
    await fc.assert(property, { numRuns: runs, seed })
    return tried
  },
})

/** Throws an error that names the expectation, unless it holds. */
export const expect = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`expected: ${what}`)
}
