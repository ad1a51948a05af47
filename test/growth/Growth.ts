/**
 * Whether a function's processor time grows no faster than its input: for twice the input less than three times, where
 * quadratic time takes four times. The minimum of some runs leaves out other programs and the garbage collector.
 */

/** A hostile text of about a length. */
export interface Shape {
  readonly name: string
  readonly of: (length: number) => string
}

/** A piece repeated between a start and an end. */
export const repeated = (piece: string, start = "", end = ""): Shape => ({
  name: JSON.stringify(start === "" && end === "" ? piece : [start, piece, end]),
  of: (length) => `${start}${piece.repeat(Math.ceil(length / piece.length))}${end}`,
})

/**
 * The factor by which twice the input costs more; 1 if a text of `length` characters costs next to nothing. Where a
 * quarter of the text costs less than a sixteenth of what is measurable, quadratic time over all of it costs too little.
 */
export const growthOf = (run: (text: string) => unknown, shape: Shape, length: number): number => {
  if (timeOf(run, shape.of(length / 4), 1) < measurable / 16) return 1
  const [once, twice] = [shape.of(length), shape.of(2 * length)]
  if (timeOf(run, once, 1) < measurable) return 1
  let growth = Infinity
  // The code may have been compiled in the first run, and a busy machine disturbs one measurement.
  for (let tries = 0; tries < 3 && growth >= limit; tries++) {
    const least = timeOf(run, once, 3)
    growth = least < measurable ? 1 : timeOf(run, twice, 3) / least
  }
  return growth
}

/** The growth from which on a function isn't linear. */
export const limit = 3

// --- private --------------------------------------------------------------------------

/** In microseconds of processor time. */
const measurable = 10_000

const timeOf = (run: (text: string) => unknown, text: string, runs: number): number => {
  let least = Infinity
  for (let at = 0; at < runs; at++) {
    const before = process.cpuUsage()
    run(text)
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, system + user)
  }
  return least
}
