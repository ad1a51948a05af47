/** What a mutant is: the product with one check of its boundary taken out, and the tests that notice. */

/**
 * One replacement. `find` occurs exactly once in the file, else the row is an error: the table can't rot in silence.
 */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** One check removed. */
export interface Mutant {
  /** The check, as a row of the table calls it; unique. */
  readonly name: string
  /** What could be done to whoever runs us without it, in a line. */
  readonly protects: string
  readonly edits: readonly [Edit, ...ReadonlyArray<Edit>]
  /** Test files, from the root of the repository, at least one test of which has to turn red. */
  readonly tests: readonly [string, ...ReadonlyArray<string>]
}

/** Whether a test file needs a network of its own: root and `unshare`. */
export const needsNetwork = (test: string): boolean => test.startsWith("packages/test-net/")
