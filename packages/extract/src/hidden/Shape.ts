/** Transforms, clips and clip paths: where they move a box, and whether any of it stays visible. */
import { functionsOf, partsOf } from "./Syntax.ts"
import { numberOf, numberOr, cachedByValues, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** The factor by which an element's transforms shrink it in its smaller direction; 0 if nothing of it stays visible. */
export const shrinkOf = cachedByValues((values) => {
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
    const [first = "0", second = "0"] = name === "matrix" ? args.slice(4) : args
    const isVertical = name === "translatey"
    if (!/^translate(?!z)|^matrix$/.test(name)) continue
    if (!isVertical) x += numberOr(pixelsOf(first, fontSize, screen.width), 0)
    y += numberOr(pixelsOf(isVertical ? first : name === "translatex" ? "0" : second, fontSize, 0), 0)
  }
  return { x, y }
}

/** Whether the old `clip` property clips a whole box. */
export const isEmptyClip = (value: string): boolean => {
  const sides = sidesOf(value, "rect").map((side) => pixelsOf(side, 16, Number.NaN))
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = sides
  return right - left <= 1 || bottom - top <= 1
}

/** Whether a `clip-path` encloses no area. */
export const isEmptyPath = (value: string): boolean => {
  const sides = sidesOf(value, "inset").map((side) => (side.endsWith("%") ? numberOf(side) : 0))
  const [top = 0, right = top, bottom = top, left = right] = sides
  return nothing.test(value) || top + bottom >= 1 || left + right >= 1
}

// --- private --------------------------------------------------------------------------

/** A smaller factor makes a box invisible. */
const minFactor = 0.0005

/** Shapes whose sizes are all zero, and paths that draw no line. */
const nothing =
  /^(?:(?:circle|ellipse|rect|xywh|polygon)\((?:[\s,]|0(?:px|%)?(?![\d.]))+(?:at\b.*)?\)|path\(["']m[\d\s.,]*["']\))/

/** The sides of a shape, without its corners. */
const sidesOf = (value: string, shape: string): ReadonlyArray<string> => {
  const [name, args = []] = functionsOf(value)[0] ?? []
  const corners = args.indexOf("round")
  return name === shape ? args.slice(0, corners === -1 ? undefined : corners) : []
}

/** The functions of `transform`, and the properties `translate`, `scale` and `rotate` as such functions. */
const transformsOf = cachedByValues((values): ReturnType<typeof functionsOf> => {
  const rotation = partsOf(valueOf(values, "rotate"))
  return [
    ...functionsOf(valueOf(values, "transform")),
    ["translate", partsOf(valueOf(values, "translate"))],
    ["scale", values.has("scale") ? partsOf(valueOf(values, "scale")) : ["1"]],
    [rotation.length === 4 ? "rotate3d" : `rotate${rotation[0] ?? ""}`, rotation],
  ]
})
