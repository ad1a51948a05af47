/** Boxes, matrices and paths of a page (ISO 32000-1, section 8.3). */

/** A box with its sides parallel to the page's, in points. */
export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** `[a, b, c, d, e, f]`: scale and rotation, then the origin. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A box that contains every page. */
export const pageWide: Box = { left: -1e6, bottom: -1e6, right: 1e6, top: 1e6 }

/** The matrix that applies `inner` first. */
export const multiplied = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** The smallest box around points that a matrix maps. */
export const boxAround = ([a, b, c, d, e, f]: Matrix, points: ReadonlyArray<readonly [x: number, y: number]>): Box => {
  const xs = points.map(([x, y]) => a * x + c * y + e)
  const ys = points.map(([x, y]) => b * x + d * y + f)
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

/** A box that a matrix maps. */
export const mapped = (matrix: Matrix, { bottom, left, right, top }: Box): Box =>
  boxAround(matrix, [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ])

/** What two boxes have in common; its sides are in the wrong order if that is nothing. */
export const overlap = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
})

export const intersects = (one: Box, other: Box): boolean => {
  const { bottom, left, right, top } = overlap(one, other)
  return left < right && bottom < top
}

export const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && outer.bottom <= inner.bottom && outer.right >= inner.right && outer.top >= inner.top

/** The numbers of an array or a typed array; none for any other value. */
export const numbersOf = (value: unknown): ReadonlyArray<number> =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(Object.values(value), Number) : []

export const boxOf = (value: unknown): Box | undefined => {
  const [left, bottom, right, top] = numbersOf(value)
  return left === undefined || bottom === undefined || right === undefined || top === undefined
    ? undefined
    : { left, bottom, right, top }
}

export const matrixOf = (value: unknown): Matrix | undefined => {
  const [a, b, c, d, e, f] = numbersOf(value)
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? undefined
    : [a, b, c, d, e, f]
}

/** Whether a path of pdf.js is one rectangle with its sides parallel to the page's. */
export const isRectangle = (path: unknown, [a, b, c, d]: Matrix): boolean => {
  const numbers = numbersOf(Array.isArray(path) ? path[0] : path)
  const points: Array<readonly [number, number]> = []
  let at = 0
  for (; at < numbers.length && numbers[at] !== closePath; at += 3) {
    if (numbers[at] !== (at === 0 ? moveTo : lineTo) || points.length > 5) return false
    points.push([numbers[at + 1] ?? 0, numbers[at + 2] ?? 0])
  }
  const isParallel = (b === 0 && c === 0) || (a === 0 && d === 0)
  const [first, ...others] = points
  const last = others.at(-1)
  const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
  const corners = isClosed ? points.slice(0, -1) : points
  return (
    isParallel &&
    at >= numbers.length - 1 &&
    corners.length === 4 &&
    corners.every(([x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % 4] ?? [x, y]
      return (x === nextX) !== (y === nextY)
    })
  )
}

// --- private --------------------------------------------------------------------------

/** Codes of pdf.js in the numbers of a path. */
const [moveTo, lineTo, closePath] = [0, 1, 4]
