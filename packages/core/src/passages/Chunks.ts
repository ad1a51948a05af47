/**
 * Blocks cut into chunks: the units that are ranked and shown. A short block is one chunk. A long paragraph is cut
 * between sentences and long code between lines, so that the sentence with the answer doesn't cost its whole block.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Block, Blocks, Heading } from "./Blocks.ts"

/** A part of a block, a heading without text, or small blocks. `text.slice(start, end)` is its Markdown. */
export interface Chunk {
  readonly kind: Block["kind"] | "heading"
  readonly start: number
  readonly end: number
  readonly trail: ReadonlyArray<number>
  /** The chunk that introduces it. */
  readonly lead: number | undefined
  readonly isOutside: boolean
  /** The heading that it is, as an index into {@link Blocks.headings}. */
  readonly heading?: number
}

/** The lengths of chunks, in characters. */
export interface Lengths {
  /** Of prose, about; a paragraph up to half as long again stays whole. */
  readonly prose: number
  /** Maximum of neighbours that are one chunk, so that a label meets its value. */
  readonly joined: number
}

/**
 * The chunks of a page, in document order, found in slices of time. Text from `mainLength` on lies outside the main
 * content. Front matter is no chunk.
 */
export const cut = Effect.fnUntraced(function* (
  text: string,
  { blocks, headings }: Blocks,
  mainLength: number,
  lengths = usual,
): Effect.fn.Return<ReadonlyArray<Chunk>> {
  const chunks: Array<Chunk> = []
  // The last chunk of each block, because the end of a paragraph introduces the next block.
  const lastOf: Array<number> = []
  const slice = TimeSlice.begin()
  const bare = new BareHeadings(headings, mainLength)
  const begin = endOfFrontMatter(text)
  for (const block of blocks) {
    for (const chunk of bare.before(block.start)) {
      if (chunk !== undefined) chunks.push(chunk)
      if (slice.spend(unitsOfBlock)) yield* TimeSlice.next
    }
    const lead = block.lead === undefined ? undefined : lastOf[block.lead]
    const isOutside = block.start >= mainLength
    for (let from = Math.max(begin, block.start); from < block.end;) {
      const to = endOfPiece(text, from, block.end)
      for (const [start, end] of partsOf(text, block.kind, from, to, lengths.prose))
        add(chunks, { kind: block.kind, start, end, trail: block.trail, lead, isOutside }, lengths.joined)
      if (slice.spend(to - from + unitsOfBlock)) yield* TimeSlice.next
      from = to
    }
    lastOf.push(chunks.length - 1)
  }
  for (const chunk of bare.before(Number.POSITIVE_INFINITY)) {
    if (chunk !== undefined) chunks.push(chunk)
    if (slice.spend(unitsOfBlock)) yield* TimeSlice.next
  }
  return chunks
})

/** The end of a sentence in every script that has a mark for it, and the end of a line. */
export const sentenceEnd = /[.!?…][)\]"”»'*_]*\s+|[。！？]["”」』]*|\n/g

// --- private --------------------------------------------------------------------------

/** The cost of a block beside that of its characters, and of a heading. */
const unitsOfBlock = 16

/** Maximum characters of a block that are cut into chunks at once. */
const maxPieceLength = 65_536

/** Maximum characters of a chunk, whatever the text; a longer sentence is cut between words. */
const maxLength = 4_096

/** The usual lengths. Measured by `bench/passages`. */
const usual: Lengths = { prose: 340, joined: 0 }

/** Maximum characters of front matter. */
const maxFrontMatterLength = 16_384

/** Maximum characters of a chunk of code. */
const codeLength = 800

/** The headings without text below them, in document order. */
class BareHeadings {
  readonly #headings: ReadonlyArray<Heading>
  readonly #mainLength: number
  #next = 0
  #trail: ReadonlyArray<number> = []

  constructor(headings: ReadonlyArray<Heading>, mainLength: number) {
    this.#headings = headings
    this.#mainLength = mainLength
  }

  /**
   * Each heading before the next block, which begins at `end`; it is the text of the last one. A heading with text is
   * `undefined`.
   */
  *before(end: number): Generator<Chunk | undefined> {
    for (let heading; (heading = this.#headings[this.#next]) !== undefined && heading.start < end;) {
      const at = this.#next++
      const { start, text } = heading
      const isOutside = start >= this.#mainLength
      const above = this.#trail.filter((each) => this.#isAbove(each, heading))
      this.#trail = [...above, at]
      const next = this.#headings[this.#next]
      const hasText = (next?.start ?? Number.POSITIVE_INFINITY) > end && isOutside === end >= this.#mainLength
      const isBare = text !== "" && !hasText && (next === undefined || !this.#isAbove(at, next))
      yield isBare
        ? { kind: "heading", start, end: heading.end, trail: above, lead: undefined, isOutside, heading: at }
        : undefined
    }
  }

  #isAbove(at: number, { level, start }: Heading): boolean {
    const heading = this.#headings[at]
    return (
      heading !== undefined && heading.level < level && start >= this.#mainLength === heading.start >= this.#mainLength
    )
  }
}

/** Adds a chunk, or joins it to the one before it, if it is of the same kind, section and introduction. */
const add = (chunks: Array<Chunk>, chunk: Chunk, maxJoined: number): void => {
  const at = chunks.length - 1
  const before = chunks[at]
  const isNear = before?.trail === chunk.trail && before.isOutside === chunk.isOutside && before.kind === chunk.kind
  const isLed = chunk.lead === before?.lead || chunk.lead === at
  if (isNear && isLed && chunk.end - before.start <= maxJoined) chunks[at] = { ...before, end: chunk.end }
  else chunks.push(chunk)
}

/** The end of the YAML between two lines of hyphens with which many Markdown documents begin; 0 without. */
const endOfFrontMatter = (text: string): number => {
  const end = text.startsWith("---\n") ? text.slice(0, maxFrontMatterLength).indexOf("\n---\n", 3) : -1
  return end === -1 ? 0 : end + 5
}

type Range = readonly [start: number, end: number]

/** The end of the piece of a block that begins at `start`: after a line or a word if one ends near. */
const endOfPiece = (text: string, start: number, end: number): number => {
  const maxEnd = start + maxPieceLength
  if (maxEnd >= end) return end
  const earliest = maxEnd - maxPieceLength / 4
  const window = text.slice(earliest, maxEnd)
  const line = window.lastIndexOf("\n")
  const after = line === -1 ? window.lastIndexOf(" ") : line
  return after === -1 ? wholeCharacter(text, maxEnd) : earliest + after + 1
}

const partsOf = (
  text: string,
  kind: Block["kind"],
  start: number,
  end: number,
  proseLength: number,
): ReadonlyArray<Range> => {
  if (kind === "code") return end - start <= codeLength ? [[start, end]] : linesOf(text, start, end)
  return end - start <= proseLength * 1.5 ? [[start, end]] : sentencesOf(text, start, end, proseLength)
}

const sentencesOf = (text: string, start: number, end: number, proseLength: number): ReadonlyArray<Range> => {
  const parts: Array<Range> = []
  let from = start
  let last = start
  const block = text.slice(start, end)
  for (const match of block.matchAll(sentenceEnd)) {
    const at = start + match.index + match[0].length
    if (at - from > proseLength && last > from) {
      if (last - from > maxLength) from = pushWords(parts, text, from, last, proseLength)
      push(parts, text, from, last)
      from = last
    }
    last = at
  }
  if (end - from > proseLength * 1.3 && last > from && last < end) {
    if (last - from > maxLength) from = pushWords(parts, text, from, last, proseLength)
    push(parts, text, from, last)
    from = last
  }
  from = pushWords(parts, text, from, end, proseLength)
  push(parts, text, from, end)
  return parts
}

/** Cuts a text without sentences between words, and returns where the rest of it begins. */
const pushWords = (parts: Array<Range>, text: string, start: number, end: number, proseLength: number): number => {
  let from = start
  while (end - from > proseLength * 3) {
    const space = text.slice(from + 1, from + proseLength + 1).lastIndexOf(" ")
    const to = space === -1 ? wholeCharacter(text, from + proseLength) : from + 1 + space
    push(parts, text, from, to)
    from = to
  }
  return from
}

const linesOf = (text: string, start: number, end: number): ReadonlyArray<Range> => {
  const parts: Array<Range> = []
  let from = start
  while (end - from > codeLength) {
    const window = text.slice(from, from + codeLength)
    const blank = window.lastIndexOf("\n\n")
    const line = blank > codeLength / 3 ? blank : window.lastIndexOf("\n")
    const to = line > codeLength / 4 ? from + line : wholeCharacter(text, from + codeLength)
    push(parts, text, from, to)
    from = to
  }
  push(parts, text, from, end)
  return parts
}

/** Adds a part without white space at its ends; indentation of the first line stays with the part before. */
const push = (parts: Array<Range>, text: string, start: number, end: number): void => {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  const to = start + part.trimEnd().length
  if (to > from) parts.push([from, to])
}

/** The next offset that isn't within a surrogate pair. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}
