/**
 * What a mutant is: the product with one check of its boundary or of its limits taken out, and the tests that
 * notice.
 *
 * A check that another one covers for may be missed by nobody. Then `coveredBy` names the mutant in
 * which both are gone; that one has to be noticed.
 */

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
  /** The mutant without this check and the one that covers for it. */
  readonly coveredBy?: string
}

/** A condition that never holds, which the compiler doesn't know: what it guards stays well typed. */
export const never = "Number.NaN > 0"

/** Files of the product and of its tests, by their shortest names. */
export const policy = (name: string): string => `packages/core/src/policy/${name}.ts`
export const domain = (name: string): string => `packages/core/src/domain/${name}.ts`
export const usecase = (name: string): string => `packages/core/src/usecases/${name}.ts`
export const port = (name: string): string => `packages/core/src/ports/${name}.ts`
export const store = (name: string): string => `packages/core/src/stores/${name}.ts`
export const chain = (name: string): string => `packages/core/src/chain/${name}.ts`
export const limit = (name: string): string => `packages/core/src/limits/${name}.ts`
export const disk = (name: string): string => `packages/store-disk/src/${name}.ts`
export const redis = (name: string): string => `packages/store-redis/src/${name}.ts`
export const transport = (name: string): string => `packages/backend-fetch/src/${name}.ts`
export const reader = (name: string): string => `packages/extract/src/${name}.ts`
export const coreTest = (name: string): string => `packages/core/test/${name}.test.ts`
export const fetchTest = (name: string): string => `packages/backend-fetch/test/${name}.test.ts`
export const readerTest = (name: string): string => `packages/extract/test/${name}.test.ts`
export const toolsTest = (name: string): string => `packages/tools/test/${name}.test.ts`
export const diskTest = (name: string): string => `packages/store-disk/test/${name}.test.ts`
export const redisTest = (name: string): string => `packages/store-redis/test/${name}.test.ts`
export const netTest = (name: string): string => `packages/test-net/test/${name}.test.ts`

/** Whether a test file needs a network of its own: root and `unshare`. */
export const needsNetwork = (test: string): boolean => test.startsWith("packages/test-net/")
