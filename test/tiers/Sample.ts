/**
 * Samples of rows whose kind one row proves. `pnpm test` runs a sample, and the run prints its seed; the file of the
 * same name that ends in `.long.test.ts` runs all rows.
 */

/** The variable that repeats the samples of an earlier run. */
export const seedVariable = "PORTHOLE_TEST_SEED"

/** The seed of this run: a number from 0 to 2^32 - 1. */
export const seed: number = (() => {
  const given = process.env[seedVariable]
  if (given === undefined) return Math.floor(Math.random() * 2 ** 32)
  const number = Number(given)
  if (!Number.isInteger(number) || number < 0 || number >= 2 ** 32) {
    throw new Error(`${seedVariable} must be an integer from 0 to 4294967295.`)
  }
  return number
})()

/** `count` rows of the list in its order, drawn by the run's seed; all of them if there are fewer. */
export const sampleOf = <Row>(rows: ReadonlyArray<Row>, count: number, by = seed): ReadonlyArray<Row> => {
  const next = randomBy(by)
  let open = count
  return rows.filter((_, at) => {
    const isDrawn = next() < open / (rows.length - at)
    if (isDrawn) open--
    return isDrawn
  })
}

// --- private --------------------------------------------------------------------------

/** Numbers in [0, 1) by a seed (mulberry32, Tommy Ettinger, public domain). */
const randomBy = (start: number): (() => number) => {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
