/** Transforms, clips and clip paths: where they move a box, and whether any of it stays visible. */
import { functionsOf, partsOf } from "./css/Syntax.ts"
import { cachedBy, numberOf, numberOr, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** The factor by which an element's transforms shrink it in its smaller direction; 0 if nothing of it stays visible. */
export const shrinkOf = cachedBy((values: Values) => {
  let x = 1
  let y = 1
  for (const [name, args] of transformsOf(values)) {
    const [first = Number.NaN, second = first, third = 0, fourth = 1] = args.map(numberOf)
    const cosine = /^rotate(?:x|y|3d)$/.test(name) ? numberOf(`cos(${args.at(-1) ?? ""})`) : 1
    if (/^scale(?:3d|x)?$/.test(name)) x *= first
    if (/^scale(?:3d|y)?$/.test(name)) y *= name === "scaley" ? first : second
    if (name === "rotatey") x *= cosine
    if (name === "rotatex" || (name === "rotate3d" && third === 0)) y *= cosine
    if (name === "matrix") x *= first * fourth - second * third
    // The first two rows and columns of the matrix in three dimensions.
    const [, , , , fifth = 0, sixth = 1] = args.map(numberOf)
    if (name === "matrix3d") x *= first * sixth - second * fifth
    // Skewed by a right angle, a box has no width or no height.
    if (/^skew(?:x|y)?$/.test(name)) for (const angle of args) x *= numberOf(`cos(${angle})`)
  }
  const least = Math.min(1, numberOr(Math.min(Math.abs(x), Math.abs(y)), 1))
  return least < minFactor ? 0 : least
})

/**
 * The distance by which an element's transforms move it, in pixels. A percentage is a share of the element's size,
 * which isn't known: across, the screen's width stands for it, and down it counts as 0.
 */
export const shiftOf = (values: Values, fontSize: number): { readonly x: number; readonly y: number } => {
  let x = 0
  let y = 0
  for (const [name, args] of transformsOf(values)) {
    const [first = "0", second = "0"] = name === "matrix" ? args.slice(4) : name === "matrix3d" ? args.slice(12) : args
    const isVertical = name === "translatey"
    if (!/^translate(?!z)|^matrix(?:3d)?$/.test(name)) continue
    if (!isVertical) x += numberOr(pixelsOf(first, fontSize, screen.width), 0)
    y += numberOr(pixelsOf(isVertical ? first : name === "translatex" ? "0" : second, fontSize, 0), 0)
  }
  return { x, y }
}

/** Whether the old `clip` property clips a whole box. */
export const isEmptyClip = (value: string): boolean => {
  const sides = sidesOf(value, "rect").map((side, at) =>
    side === "auto" ? (at === 1 || at === 2 ? Infinity : 0) : pixelsOf(side, 16, Number.NaN),
  )
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = sides
  return right - left <= 1 || bottom - top <= 1
}

/** Whether a `clip-path` encloses no area, or less than a pixel. */
export const isEmptyPath = (value: string): boolean => {
  const [name = "", args = []] = functionsOf(value)[0] ?? []
  return emptyPaths.get(name)?.(args.map((part) => part.trim())) === true
}

// --- private --------------------------------------------------------------------------

/** A smaller factor makes a box invisible. */
const minFactor = 0.000_001

/** The side of a box that percentages of a `clip-path` are of, in pixels: that of a large box. */
const box = 1_000

/** Cuts from one direction, in pixels, that leave nothing of any text across and down. */
const wholeCut = { across: screen.width, down: 5_000 } as const

const lengthsOf = (parts: ReadonlyArray<string>): ReadonlyArray<number> => parts.map((part) => pixelsOf(part, 16, box))

/** The sizes of a shape, before its position. */
const sizesOf = (parts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const at = parts.indexOf("at")
  return lengthsOf(at === -1 ? parts : parts.slice(0, at))
}

const isSmallRound = (parts: ReadonlyArray<string>): boolean =>
  sizesOf(parts).some((radius) => radius <= 1) ||
  lengthsOf(parts.slice(parts.indexOf("at") + 1)).some((at) => parts.includes("at") && at <= -2 * box)

const isInsetEmpty = (parts: ReadonlyArray<string>): boolean => {
  const corners = parts.indexOf("round")
  const sides = parts.slice(0, corners === -1 ? undefined : corners)
  const [top = "0", right = top, bottom = top, left = right] = sides
  return isWholeCut(top, bottom, wholeCut.down) || isWholeCut(left, right, wholeCut.across)
}

/** Whether cuts from both sides of a box meet. */
const isWholeCut = (one: string, other: string, cut: number): boolean => {
  const shares = [one, other].map((side) => (side.endsWith("%") ? numberOf(side) : 0))
  const pixels = [one, other].map((side) => numberOr(pixelsOf(side, 16, 0), 0))
  return sumOf(shares) >= 1 || sumOf(pixels) >= cut
}

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)

/** Whether the points of a polygon enclose less than a pixel. */
const isFlatPolygon = (parts: ReadonlyArray<string>): boolean => {
  const numbers = lengthsOf(parts.filter((part) => !/^(?:nonzero|evenodd)$/.test(part)))
  if (numbers.some(Number.isNaN)) return false
  let area = 0
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x = 0, y = 0] = numbers.slice(at)
    const [nextX = 0, nextY = 0] = at + 3 < numbers.length ? numbers.slice(at + 2) : numbers
    area += x * nextY - nextX * y
  }
  return Math.abs(area) / 2 <= 1
}

/** Whether a path has no numbers but zeros, or moves in one direction only. */
const isFlatDrawing = (parts: ReadonlyArray<string>): boolean => {
  const drawn = parts.join(" ")
  return !/[1-9]/.test(drawn) || !/[a-gi-ln-y]/.test(drawn) || !/[a-ln-uw-y]/.test(drawn)
}

/** Whether the arguments of a shape enclose nothing. */
const emptyPaths: ReadonlyMap<string, (parts: ReadonlyArray<string>) => boolean> = new Map([
  ["circle", isSmallRound],
  ["ellipse", isSmallRound],
  ["inset", isInsetEmpty],
  ["polygon", isFlatPolygon],
  ["path", isFlatDrawing],
  ["shape", (parts) => !/[1-9]/.test(parts.join(" "))],
  [
    "rect",
    (parts) => {
      const [top = 0, right = 0, bottom = 0, left = 0] = lengthsOf(parts)
      return right - left <= 1 || bottom - top <= 1
    },
  ],
  ["xywh", (parts) => lengthsOf(parts.slice(2, 4)).some((size) => size <= 1)],
])

/** The sides of a rectangle. */
const sidesOf = (value: string, shape: string): ReadonlyArray<string> => {
  const [name, args = []] = functionsOf(value)[0] ?? []
  return name === shape ? args : []
}

/** The functions of `transform`, and the properties `translate`, `scale` and `rotate` as such functions. */
const transformsOf = cachedBy((values: Values): ReturnType<typeof functionsOf> => {
  const rotation = partsOf(valueOf(values, "rotate"))
  return [
    ...functionsOf(valueOf(values, "transform")),
    ["translate", partsOf(valueOf(values, "translate"))],
    ["scale", values.has("scale") ? partsOf(valueOf(values, "scale")) : ["1"]],
    [rotation.length === 4 ? "rotate3d" : `rotate${rotation[0] ?? ""}`, rotation],
  ]
})
