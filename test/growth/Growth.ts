/**
 * Whether a function's processor time grows with its input or faster: for eight times the text, linear time takes eight
 * times as long and quadratic time 64 times. What lies below the geometric mean of both counts as linear: no load makes
 * a program's own processor time, the least of some runs, that much longer for one text than for the other.
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

/** The ratio of the texts' lengths. */
const span = 8

/** The growth from which on a function isn't linear. */
export const limit = span ** 1.5

/**
 * The factor by which eight times the input costs more; 1 if a text costs so little that quadratic time over a text of
 * `length` characters would cost next to nothing. The first try that shows linear time decides.
 */
export const growthOf = (run: (text: string) => unknown, shape: Shape, length: number): number => {
  const [short, long] = [shape.of(length / 4), shape.of((length / 4) * span)]
  if (timeOf(run, short, 1) < measurable) return 1
  let growth = Infinity
  for (let tries = 0; tries < 5 && growth >= limit; tries++) {
    // The long text comes first, so that the code is compiled for the short one, too.
    const most = timeOf(run, long, 1)
    growth = Math.min(growth, most / Math.max(timeOf(run, short, 3), 1))
  }
  return growth
}

/** Prints the function's name, so that it is known which one has no end, and the first of the texts over which it grows. */
export const report = (
  name: string,
  run: (text: string) => unknown,
  shapes: ReadonlyArray<Shape>,
  length: number,
): void => {
  process.stdout.write(`at ${name}\n`)
  for (const shape of shapes) {
    const growth = growthOf(run, shape, length)
    if (growth < limit) continue
    process.stdout.write(`grows ${name} over ${shape.name}: ${growth}\n`)
    return
  }
}

// --- private --------------------------------------------------------------------------

/** In microseconds of processor time: over four times the text, quadratic time takes 10 ms. */
const measurable = 10_000 / 16

const timeOf = (run: (text: string) => unknown, text: string, runs: number): number => {
  let least = Infinity
  for (let at = 0; at < runs; at++) {
    // clock: processor time of this program alone, compared with a margin that no load reaches
    const before = process.cpuUsage()
    run(text)
    // clock: as above
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, system + user)
  }
  return least
}
