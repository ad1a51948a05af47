/** Matrices of a page (ISO 32000-1, section 8.3.3). */

/** `[a, b, c, d, e, f]`: scale and rotation, then the origin. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `inner` first. */
export const multiplied = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** The largest factor of a matrix, without its origin. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.max(...[a, b, c, d].map(Math.abs))

/** A matrix that pdf.js reports as an array or a typed array. */
export const matrixOf = (value: unknown): Matrix | undefined => {
  const numbers = Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(Object.values(value), Number) : []
  const [a, b, c, d, e, f] = numbers
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? undefined
    : [a, b, c, d, e, f]
}
