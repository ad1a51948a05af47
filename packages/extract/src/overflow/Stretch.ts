/** A stretch of an overflow that is told, or not told, as one: all that isn't concealed, or what one element conceals. */
import { endsWith, holds } from "./ImpliedEnds.ts"
import { type Concealed, isOfLetters } from "./Styling.ts"
import type { Writer } from "./Writer.ts"

/** One that isn't over. */
export interface Stretch {
  readonly name: string
  /** What conceals it, and what it stands in. */
  readonly by: ReadonlyArray<Concealed>
  readonly writer: Writer
  readonly links: Array<string>
  /** What is open within, and how much more is, deeper than is told apart. */
  readonly open: Array<string>
  deeper: number
}

/** What conceals a part within another, each once; what is hidden for certain is, whatever else there is. */
export const together = (around: Stretch["by"], by: Concealed | "legible"): Stretch["by"] => {
  if (by === "itself" || around[0] === "itself") return itself
  if (by === "legible") return around.filter((each) => !isOfLetters(each))
  return around.includes(by) ? around : [...around, by]
}

/** Tells that an element begins within it. */
export const enter = (stretch: Stretch, name: string): void => {
  const last = stretch.open.at(-1)
  if (last !== undefined && endsWith(last, name)) stretch.open.pop()
  if (stretch.open.length < deepestWithin) stretch.open.push(name)
  else stretch.deeper++
}

/** Whether it is over where this begins, its own end tag left out. */
export const isEndedBy = ({ name, open }: Stretch, next: string): boolean => endsWith(name, next) && !holds(name, open)

// --- private --------------------------------------------------------------------------

const itself = ["itself"] as const

/** Elements that are told apart: each end tag looks through them. */
const deepestWithin = 32
