/** What an element's box is known to measure without layout. */
import type { Context } from "./Context.ts"
import { pixelsOf } from "./Length.ts"
import type { Values } from "./Values.ts"

/** Everything about an element that its causes depend on. */
export interface Box {
  readonly element: Element
  readonly values: Values
  readonly context: Context
  /** The number of the element among its parent's children, from 0. */
  readonly index: number
}

/** Whether an element takes no room where it stands. */
export const isOutOfFlow = (values: Values): boolean => /^(?:absolute|fixed)$/.test(values.get("position")?.value ?? "")

/** Whether offsets move an element. */
export const isPositioned = (values: Values): boolean =>
  !/^(?:static|initial|unset|)$/.test(values.get("position")?.value ?? "")

/** A number, or another where it is none. */
export const numberOr = (number: number, other: number): number => (Number.isNaN(number) ? other : number)
/** The number that a value begins with. */
export const numberIn = (values: Values, name: string): number => Number.parseFloat(values.get(name)?.value ?? "")

/** A length in pixels; `percent` is what a percentage is of. */
export const lengthIn = ({ context, values }: Box, name: string, percent: number): number =>
  pixelsOf(values.get(name)?.value ?? "", { fontSize: context.fontSize, percent })

/** Whether what lies outside of a box is cut off in one direction. */
export const clips = (values: Values, axis: "x" | "y"): boolean => {
  const own = values.get(`overflow-${axis}`)?.value ?? "visible"
  const other = values.get(`overflow-${axis === "x" ? "y" : "x"}`)?.value ?? "visible"
  if (/paint|strict|content/.test(values.get("contain")?.value ?? "")) return true
  return /hidden|auto|scroll|overlay|clip/.test(own) || /hidden|auto|scroll|overlay/.test(other)
}
