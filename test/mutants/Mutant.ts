/** A mutant: the product without one check of its boundary, and the tests that must fail. */

/**
 * One replacement. `find` occurs exactly once in the file, else the row is an error, so the table can't become stale
 * unnoticed.
 */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** One check removed. */
export interface Mutant {
  /** The check's name in the table; unique. */
  readonly name: string
  /** The attack on an operator that the missing check allows, in one line. */
  readonly protects: string
  readonly edits: readonly [Edit, ...ReadonlyArray<Edit>]
  /** Test files, from the root of the repository; at least one of their tests must fail. */
  readonly tests: readonly [string, ...ReadonlyArray<string>]
}

/** Whether a test file needs its own network namespace: root and `unshare`. */
export const needsNetwork = (test: string): boolean => test.startsWith("packages/test-net/")
