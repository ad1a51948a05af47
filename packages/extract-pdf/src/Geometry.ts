/** Transformation matrices of a page (ISO 32000-1, section 8.3). */

/** `[a, b, c, d, e, f]`: scale and rotation, then the origin. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The matrix that applies `inner` first. */
export const multiplied = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** A matrix of pdf.js; `undefined` if the value is none. */
export const matrixOf = (value: unknown): Matrix | undefined => {
  const [a, b, c, d, e, f] = numbersOf(value)
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? undefined
    : [a, b, c, d, e, f]
}

// --- private --------------------------------------------------------------------------

/** The numbers of an array or a typed array; none for any other value. */
const numbersOf = (value: unknown): ReadonlyArray<number> =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(Object.values(value), Number) : []
