/**
 * Chosen chunks as an excerpt of a page: passages in document order, each a verbatim slice under its headings, with
 * `[… start]` for omissions.
 */
import * as Effect from "effect/Effect"
import type { Passage } from "../domain/page/Page.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { BareText } from "./BareText.ts"
import type { Blocks, Heading } from "./Blocks.ts"
import type { Chunk } from "./Chunks.ts"
import { sorted } from "./SlicedSort.ts"

/** Passages, and the Markdown that shows them. */
export interface Excerpt {
  readonly passages: ReadonlyArray<Passage>
  readonly content: string
}

/** A page in chunks. */
export interface Page extends BareText {
  readonly chunks: ReadonlyArray<Chunk>
  readonly blocks: Blocks
  /** Maximum characters of a mark, see {@link markLengthOf}. */
  readonly markLength: number
}

/** Shows chunks. */
export const show = Effect.fnUntraced(function* (
  page: Page,
  chosen: ReadonlyArray<number>,
  slice: TimeSlice.TimeSlice,
): Effect.fn.Return<Excerpt> {
  const { blocks, text } = page
  const passages: Array<Passage> = []
  const parts: Array<string> = []
  const shown = new Set<number>()
  for (const { chunks, first, last } of yield* runsOf(page, chosen, slice)) {
    const above = headingsOf(page, first).filter((each) => !shown.has(each))
    for (const { heading = -1, trail } of chunks) for (const each of [...trail, heading]) shown.add(each)
    const lines = above.map((each) => lineOf(text, blocks.headings[each]))
    const start = page.offsetOf(first.start)
    if (parts.length > 0) parts.push(markBefore(first.isOutside ? undefined : start))
    parts.push([...lines, text.slice(first.start, last.end)].join("\n\n"))
    const heading = blocks.headings[first.trail.at(-1) ?? -1]
    passages.push({
      start,
      end: page.offsetOf(last.end),
      ...(heading === undefined ? {} : { heading: heading.text }),
      ...(first.isOutside ? { outside: true } : {}),
    })
    if (slice.spend(unitsOfShown * (last.end - first.start) + unitsOfTry * chunks.length)) yield* TimeSlice.next
  }
  return { passages, content: parts.join("") }
})

/** Maximum characters that a chunk adds to an excerpt with these headings; adjacent chunks cost less. */
export const costOf = (page: Page, at: number, shown: ReadonlySet<number>): number => {
  const chunk = page.chunks[at]
  if (chunk === undefined) return 0
  const headings = headingsOf(page, chunk).filter((heading) => !shown.has(heading))
  return headings.reduce(
    (sum, heading) => sum + lengthOf(page.blocks.headings[heading]) + 2,
    lengthOf(chunk) + page.markLength,
  )
}

/** The two nearest headings show where a passage comes from. */
export const headingsOf = ({ blocks }: Pick<Page, "blocks">, chunk: Chunk | undefined): ReadonlyArray<number> => {
  const [outer, ...nearest] = chunk?.trail.slice(-2) ?? []
  if (outer === undefined) return []
  return nearest.length === 0 || lengthOf(blocks.headings[outer]) <= maxOuterLength ? [outer, ...nearest] : nearest
}

/** The mark of an omission before text that begins at an offset; beyond the main content nothing reads on. */
export const markBefore = (start?: number): string => `\n\n[…${start === undefined ? "" : ` ${start}`}]\n\n`

/** Maximum characters of a mark in a text: the offsets in it have no more digits than its end. */
export const markLengthOf = ({ offsetOf, text }: BareText): number => markBefore(offsetOf(text.length)).length

// --- private --------------------------------------------------------------------------

/** Maximum characters of the heading above the nearest one, with its marks. A longer one isn't worth its cost. */
const maxOuterLength = 30

/** The costs of trying a chunk, and of showing a character once more. */
const unitsOfTry = 32
const unitsOfShown = 2

const lineOf = (text: string, heading: Heading | undefined): string =>
  heading === undefined ? "" : text.slice(heading.start, heading.end).trim()

/** Consecutive chunks: one passage. */
interface Run {
  readonly first: Chunk
  last: Chunk
  readonly chunks: Array<Chunk>
}

const runsOf = Effect.fnUntraced(function* (
  page: Page,
  chosen: ReadonlyArray<number>,
  slice: TimeSlice.TimeSlice,
): Effect.fn.Return<ReadonlyArray<Run>> {
  const runs: Array<Run> = []
  let before = -1
  for (const at of yield* sorted(chosen, (a, b) => a - b)) {
    const chunk = page.chunks[at]
    const run = runs.at(-1)
    if (chunk === undefined) continue
    if (slice.spend(unitsOfTry)) yield* TimeSlice.next
    if (run !== undefined && before === at - 1 && canJoin(page, run.last, chunk)) {
      run.last = chunk
      run.chunks.push(chunk)
    } else runs.push({ first: chunk, last: chunk, chunks: [chunk] })
    before = at
  }
  return runs
})

/** Whether the text between two chunks costs no more than a mark and the second one's headings. */
const canJoin = (page: Page, a: Chunk, b: Chunk): boolean => {
  const headings = headingsOf(page, b).filter((each) => !headingsOf(page, a).includes(each))
  const maxGap = headings.reduce((sum, each) => sum + lengthOf(page.blocks.headings[each]) + 2, page.markLength)
  return a.isOutside === b.isOutside && b.start - a.end <= maxGap
}

const lengthOf = (part: Heading | Chunk | undefined): number => (part === undefined ? 0 : part.end - part.start)
