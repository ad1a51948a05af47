/**
 * A text in sections: the units of an index of documentation. A section has the text below one heading, or a part of
 * it that ends between two blocks; code stays whole.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as Blocks from "./Blocks.ts"

/** A section; `text.slice(start, end)` begins with its heading if it is the first one below that. */
export interface Section {
  readonly start: number
  readonly end: number
  /** The headings above it and its own, the outermost first. */
  readonly trail: ReadonlyArray<string>
}

/** Cuts a text, in slices of time. */
export const cut = Effect.fnUntraced(function* (text: string): Effect.fn.Return<ReadonlyArray<Section>> {
  const { blocks, headings } = yield* Blocks.parse(text, text.length)
  const sections: Array<{ start: number; end: number; trail: ReadonlyArray<number> }> = []
  const slice = TimeSlice.begin()
  for (const { end, start, trail } of blocks) {
    const open = sections.at(-1)
    const isNew = open?.trail !== trail
    if (slice.spend(unitsOfBlock)) yield* TimeSlice.next
    if (!isNew && end - open.start <= maxLength) open.end = end
    else {
      const heading = isNew ? headings[trail.at(-1) ?? -1] : undefined
      for (const [from, to] of piecesOf(text, start, end))
        sections.push({ start: from === start ? (heading?.start ?? from) : from, end: to, trail })
    }
  }
  return yield* TimeSlice.map(
    sections,
    ({ trail }) => unitsOfBlock * (trail.length + 1),
    ({ end, start, trail }) => ({
      start,
      end,
      trail: trail.map((at) => wordsOf(text, headings[at])).filter((heading) => heading !== ""),
    }),
  )
})

// --- private --------------------------------------------------------------------------

/** Maximum characters of a section of several blocks. Measured by `bench/docs`. */
const maxLength = 1_400

/** Maximum characters of a section that is one block. */
const maxBlockLength = 4_000

/** The cost of a block, and of a heading of a section. */
const unitsOfBlock = 8

/** A heading's words, with the underscores of identifiers, which `Blocks` takes for emphasis. */
const wordsOf = (text: string, heading: Blocks.Heading | undefined): string =>
  heading === undefined
    ? ""
    : text
        .slice(heading.start, Math.min(heading.end, heading.start + Blocks.maxHeadingLength))
        .replace(Blocks.linkTarget, "]")
        .replace(/^ *#+/, "")
        .replace(/ #+ *$/, "")
        .replaceAll(/[`*\\[\]]/g, "")
        .trim()

/** A block in pieces that end after a line, where there is one. */
const piecesOf = (text: string, start: number, end: number): ReadonlyArray<readonly [number, number]> => {
  const pieces: Array<readonly [number, number]> = []
  for (let from = start; from < end;) {
    const line = text.lastIndexOf("\n", from + maxBlockLength)
    const to = end - from <= maxBlockLength ? end : line > from ? line + 1 : from + maxBlockLength
    pieces.push([from, to])
    from = to
  }
  return pieces
}
