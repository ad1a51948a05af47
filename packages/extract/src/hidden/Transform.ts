/** What transforms do to a box: how far they move it, and whether anything is left of it. */
import { screen } from "./Conditions.ts"
import { degreesOf, numberOf, pixelsOf } from "./Length.ts"
import type { Values } from "./Values.ts"

/** Pixels from which on something is out of sight: to the left and above, to the right and below. */
export const far = { before: -999, behind: 9_000 } as const

/** How much smaller a transform draws a box in its smaller direction; 0 if nothing is left of it. */
export const shrinkOf = (transform: string): number => {
  let x = 1
  let y = 1
  for (const [name, args] of functionsOf(transform)) {
    const [first = Number.NaN, second = first] = args.map(numberOf)
    const turn = Math.abs(Math.cos((degreesOf(args.at(-1) ?? "") * Math.PI) / 180))
    const rest = turn < 0.001 ? 0 : 1
    if (name === "scale" || name === "scale3d") {
      x *= first
      y *= second
    } else if (name === "scalex") x *= first
    else if (name === "scaley") y *= first
    else if (name === "matrix") {
      const [a = 1, b = 0, c = 0, d = 1] = args.map(Number)
      x *= Math.abs(a * d - b * c)
    } else if (name === "matrix3d") {
      const [a = 1, b = 0, , , c = 0, d = 1] = args.map(Number)
      x *= Math.abs(a * d - b * c)
    } else if (name === "rotatex") y *= rest
    else if (name === "rotatey") x *= rest
    else if (name === "rotate3d" && Number(args[2]) === 0) y *= rest
    else if (name.startsWith("skew") && rest === 0) y = 0
  }
  const least = Math.min(Math.abs(x), Math.abs(y))
  return Number.isNaN(least) ? 1 : Math.min(1, least)
}

/** How far an element's transform and `translate` move it, in pixels; percentages of an unknown size count as nothing. */
export const shiftOf = (values: Values, fontSize: number): { readonly x: number; readonly y: number } => {
  let x = 0
  let y = 0
  const move = (across: string | undefined, down: string | undefined): void => {
    x += lengthOr(across, fontSize, screen.width)
    y += lengthOr(down, fontSize, 0)
  }
  const translate = values.get("translate")?.value
  if (translate !== undefined) move(translate.split(/\s+/)[0], translate.split(/\s+/)[1])
  for (const [name, args] of functionsOf(values.get("transform")?.value ?? "")) {
    if (name === "translate" || name === "translate3d") move(args[0], args[1])
    else if (name === "translatex") move(args[0], undefined)
    else if (name === "translatey") move(undefined, args[0])
    else if (name === "matrix") move(args[4], args[5])
  }
  return { x, y }
}

// --- private --------------------------------------------------------------------------

const functionsOf = (transform: string): ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>]> =>
  Array.from(
    transform.matchAll(/([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g),
    ([, name = "", inside = ""]) => [name, inside.split(/\s*,\s*|\s+(?![^(]*\))/).filter((part) => part !== "")],
  )

const lengthOr = (value: string | undefined, fontSize: number, percent: number): number => {
  const length = value === undefined ? 0 : pixelsOf(value, { fontSize, percent })
  return Number.isNaN(length) ? 0 : length
}
