/** Transforms, clips and clip paths: where they move a box, and whether anything is left of it. */
import { cosineOf, numberOf, numberOr, pixelsOf, screen, type Values, valueOf } from "./Values.ts"

/** How much smaller an element's transforms draw it in its smaller direction; 0 if nothing is left of it. */
export const shrinkOf = (values: Values): number => {
  let x = 1
  let y = 1
  for (const [name, args] of transformsOf(values)) {
    const [first = Number.NaN, second = first] = args.map(numberOf)
    const turned = Math.abs(cosineOf(args.at(-1) ?? "")) < 0.001 ? 0 : 1
    if (/^scale(?:3d|x)?$/.test(name)) x *= first
    if (/^scale(?:3d|y)?$/.test(name)) y *= name === "scaley" ? first : second
    if (name === "rotatey") x *= turned
    if (name === "rotatex" || (name === "rotate3d" && Number(args[2]) === 0)) y *= turned
    if (name === "matrix") {
      const [a = 1, b = 0, c = 0, d = 1] = args.map(Number)
      x *= Math.abs(a * d - b * c)
    }
  }
  return Math.min(1, numberOr(Math.min(Math.abs(x), Math.abs(y)), 1))
}

/** How far an element's transforms move it, in pixels; percentages of its own size count across only. */
export const shiftOf = (values: Values, fontSize: number): readonly [x: number, y: number] => {
  let x = 0
  let y = 0
  for (const [name, args] of transformsOf(values)) {
    const [first = "0", second = "0"] = name === "matrix" ? args.slice(4) : args
    if (/^translate(?:3d|x)?$|^matrix$/.test(name)) x += numberOr(pixelsOf(first, fontSize, screen.width), 0)
    if (/^translate(?:3d|y)?$|^matrix$/.test(name))
      y += numberOr(pixelsOf(name === "translatey" ? first : second, fontSize, 0), 0)
  }
  return [x, y]
}

/** Whether the old `clip` property leaves nothing of a box. */
export const isEmptyClip = (value: string): boolean => {
  const [, inside = ""] = /^rect\(([^()]*)\)$/.exec(value) ?? []
  const sides = inside.trim().split(/[\s,]+/)
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = sides.map((part) =>
    pixelsOf(part, 16, Number.NaN),
  )
  return right - left <= 1 || bottom - top <= 1
}

/** Whether a `clip-path` encloses no area. */
export const isEmptyPath = (value: string): boolean => {
  if (nothing.test(value)) return true
  const [, inside = ""] = /^inset\(([^()]*)\)/.exec(value) ?? []
  const lengths = inside
    .replace(/\bround\b.*/, "")
    .trim()
    .split(/\s+/)
  const [top = Number.NaN, right = top, bottom = top, left = right] = lengths.map((part) => pixelsOf(part, 16, 100))
  return lengths.every((part) => /%$|^0(?:px)?$/.test(part)) && (top + bottom >= 100 || left + right >= 100)
}

// --- private --------------------------------------------------------------------------

/** Shapes all of whose sizes are nothing, and paths that draw no line. */
const nothing =
  /^(?:(?:circle|ellipse|rect|xywh|polygon)\((?:[\s,]|0(?:px|%)?(?![\d.]))+(?:at\b.*)?\)|path\(["']m[\d\s.,]*["']\))/

const known = new WeakMap<Values, ReadonlyArray<Transform>>()
const none: ReadonlyArray<Transform> = []

type Transform = readonly [name: string, args: ReadonlyArray<string>]

/** The functions of `transform`, and the properties `translate`, `scale` and `rotate` as such functions. */
const transformsOf = (values: Values): ReadonlyArray<Transform> => {
  const before = known.get(values)
  if (before !== undefined) return before
  const of = (property: string): ReadonlyArray<string> => valueOf(values, property).split(/\s+(?![^(]*\))/)
  const own = (property: string): ReadonlyArray<Transform> => (values.has(property) ? [[property, of(property)]] : none)
  const rotation = of("rotate")
  const found: ReadonlyArray<Transform> = [
    ...Array.from(
      valueOf(values, "transform").matchAll(/([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g),
      ([, name = "", inside = ""]) =>
        [name, inside.split(/\s*,\s*|\s+(?![^(]*\))/).filter((part) => part !== "")] as const,
    ),
    ...own("translate"),
    ...own("scale"),
    ...(rotation.length < 2
      ? none
      : [[rotation.length === 4 ? "rotate3d" : `rotate${rotation[0]}`, rotation] as const]),
  ]
  known.set(values, found)
  return found
}
