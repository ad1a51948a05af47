/**
 * A page's text without the targets of its links and images: `[text]` for `[text](https://…)`. Passages are slices of
 * it, and targets count for nothing there. Code keeps every character.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as CodeFence from "./CodeFence.ts"

/** A page's text: the main content, then from `mainLength` on the text outside it. Lengths are in UTF-16 units. */
export interface PageText {
  readonly text: string
  readonly mainLength: number
}

/** A text without targets. */
export interface BareText extends PageText {
  /** The offset in the page's own text; just after a target that was left out, that of its end. */
  readonly offsetOf: (offset: number) => number
}

/** The text with its targets. */
export const whole = (page: PageText): BareText => ({ ...page, offsetOf: (offset) => offset })

/** Leaves the targets out, in slices of time. */
export const make = Effect.fnUntraced(function* ({ mainLength, text }: PageText): Effect.fn.Return<BareText> {
  const parts: Array<string> = []
  const cuts = new Cuts()
  const slice = TimeSlice.begin()
  let fence: string | undefined
  let from = 0
  let bareMain = mainLength
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start)
    if (from <= mainLength && start >= mainLength) [fence, bareMain] = [undefined, mainLength - cuts.removed]
    const line = text.slice(start, end)
    const mark = fence === undefined ? CodeFence.opening(line) : undefined
    if (fence !== undefined) fence = CodeFence.closes(line, fence) ? undefined : fence
    else if (mark !== undefined) fence = mark
    else if (line.includes("](")) {
      for (const [begin, stop] of targetsIn(line)) {
        parts.push(text.slice(from, start + begin))
        from = start + stop
        cuts.add(start + begin, stop - begin)
      }
    }
    if (slice.spend(line.length + unitsOfLine)) yield* TimeSlice.next
    start = end + 1
  }
  parts.push(text.slice(from))
  return { text: parts.join(""), mainLength: bareMain, offsetOf: (offset) => cuts.offsetOf(offset) }
})

// --- private --------------------------------------------------------------------------

/** The cost of a line beside that of its characters. */
const unitsOfLine = 16

/** The target of a link, with at most one level of parentheses, and its title; or code within a line. */
const targetOrCode = /`[^`]*`|(?<=[^\\]\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]{0,300}")?\)/g

const targetsIn = (line: string): ReadonlyArray<readonly [start: number, end: number]> =>
  Array.from(line.matchAll(targetOrCode), ({ 0: { length }, index }) => [index, index + length] as const).filter(
    ([start]) => line[start] === "(",
  )

const endOfLine = (text: string, start: number): number => {
  const end = text.indexOf("\n", start)
  return end === -1 ? text.length : end
}

/** Parts that were left out of a text, in order. */
class Cuts {
  removed = 0
  /** For each part, its offset in the bare text, and the number of characters left out up to its end. */
  readonly #at: Array<number> = []
  readonly #removed: Array<number> = []

  add(start: number, length: number): void {
    this.#at.push(start - this.removed)
    this.removed += length
    this.#removed.push(this.removed)
  }

  offsetOf(offset: number): number {
    let low = 0
    let high = this.#at.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#at[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return offset + (this.#removed[low - 1] ?? 0)
  }
}
