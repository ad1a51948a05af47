/**
 * A page's text without the targets of its links and images: `[text]` for `[text](https://…)`. Passages are slices of
 * it, and targets count for nothing there. Code keeps every character.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
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
    const prefix = line.slice(0, CodeFence.maxLineLength)
    const mark = fence === undefined ? CodeFence.opening(prefix) : undefined
    let spent = 0
    if (fence !== undefined) fence = CodeFence.closes(prefix, fence) ? undefined : fence
    else if (mark !== undefined) fence = mark
    else if (line.includes("](")) {
      for (const [begin, stop, isTarget] of partsOf(line)) {
        if (isTarget) {
          parts.push(text.slice(from, start + begin))
          from = start + stop
          cuts.add(start + begin, stop - begin)
        }
        if (slice.spend(stop - spent + unitsOfPart)) yield* TimeSlice.next
        spent = stop
      }
    }
    if (slice.spend(end - start - spent + unitsOfLine)) yield* TimeSlice.next
    start = end + 1
  }
  parts.push(text.slice(from))
  return { text: parts.join(""), mainLength: bareMain, offsetOf: (offset) => cuts.offsetOf(offset) }
})

// --- private --------------------------------------------------------------------------

/** The costs of a line, and of a part of it, beside those of their characters. */
const unitsOfLine = 16
const unitsOfPart = 32

/** The target of a link, with at most one level of parentheses, and its title. */
const target = /^\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]{0,300}")?\)/

/** The targets of links in a line, and between them what else may be one: code, and brackets without a target. */
function* partsOf(line: string): Generator<readonly [start: number, end: number, isTarget: boolean]> {
  let link = line.indexOf("](")
  let code = link === -1 ? -1 : line.indexOf("`")
  while (link !== -1) {
    const isCode = code !== -1 && code < link
    const start = isCode ? code : link + 1
    const end = isCode ? line.indexOf("`", code + 1) + 1 : start + targetLength(line, start)
    const next = Math.max(end, start + 1)
    yield [start, next, !isCode && end > start]
    if (code !== -1 && code < next) code = line.indexOf("`", next)
    if (link < next) link = line.indexOf("](", next - 1)
  }
}

/** The length of the target that begins at an offset, behind a bracket that isn't escaped; 0 if none does. */
const targetLength = (line: string, start: number): number =>
  start < 2 || line[start - 2] === "\\" ? 0 : (target.exec(line.slice(start, start + maxTargetLength))?.[0].length ?? 0)

/** Maximum characters of a target; a longer text is no URL. */
const maxTargetLength = HttpUrl.maxLength

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
