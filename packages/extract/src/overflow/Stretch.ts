/** A stretch of an overflow that is told, or not told, as one: all that isn't concealed, or what one element conceals. */
import { blockNames, tableNames, wholeNames } from "../budget/Nesting.ts"
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
  readonly open: Open
}

/** What is open within a stretch. */
export class Open {
  private readonly names: Array<string> = []
  /** Made with the first of them: there are very many stretches in which nothing is open. */
  private counts: Map<string, number> | undefined

  /** Whether an element of this name is. */
  has(name: string): boolean {
    return (this.counts?.get(name) ?? 0) > 0
  }

  /** An element begins; the one before it ends, where it is one that does. */
  begin(name: string): void {
    const last = this.names.at(-1)
    if (last !== undefined && endsWith(last, name)) this.leave(this.names.length - 1)
    this.names.push(name)
    this.counts ??= new Map()
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** What an end tag meets: the innermost element of its name, or one that keeps it from that; nothing where there is neither. */
  met(name: string): string | undefined {
    return this.names[this.indexOf(name)]
  }

  /** Ends the innermost element of this name, and all in it; what its end tag met. */
  end(name: string): string | undefined {
    const at = this.indexOf(name)
    const met = this.names[at]
    if (met === name) this.leave(at)
    return met
  }

  private indexOf(name: string): number {
    const last = this.names.length - 1
    const least = Math.max(0, this.names.length - farthest)
    for (let at = last; at >= least; at--) {
      const open = this.names[at] ?? ""
      if (open === name || keeps(open, name)) return at
    }
    // Further out than any end tag looks.
    return least > 0 && this.has(name) ? least : -1
  }

  private leave(length: number): void {
    while (this.names.length > length) {
      const name = this.names.pop() ?? ""
      this.counts?.set(name, (this.counts.get(name) ?? 0) - 1)
    }
  }
}

/** Whether the end tag of an element doesn't reach over one that is open within it (HTML standard, section 13.2.4.2). */
export const keeps = (open: string, ended: string): boolean => {
  if (tableNames.has(ended)) return open === "table" && ended !== "table"
  return blockNames.has(ended) || wholeNames.has(ended) ? scopes.has(open) : blockNames.has(open)
}

/** What conceals a part within another, each once; what is hidden for certain is, whatever else there is. */
export const together = (around: Stretch["by"], by: Concealed | "legible"): Stretch["by"] => {
  if (by === "itself" || around[0] === "itself") return itself
  if (by === "legible") return around.filter((each) => !isOfLetters(each))
  return around.includes(by) ? around : [...around, by]
}

/** Whether it is over where this begins, its own end tag left out. */
export const isEndedBy = ({ name, open }: Stretch, next: string): boolean => endsWith(name, next) && !holds(name, open)

// --- private --------------------------------------------------------------------------

const scopes: ReadonlySet<string> = new Set("caption td th object marquee applet".split(" "))

const itself = ["itself"] as const

/** Elements that an end tag looks through for its own. */
const farthest = 200
