/** The best chunks within a budget. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Chunk } from "./Chunks.ts"
import type { ChunkIndex } from "./ChunkIndex.ts"
import { companionsOf } from "./Companions.ts"
import * as Excerpt from "./Excerpt.ts"
import type { Ranking } from "./Ranking.ts"
import { sorted } from "./SlicedSort.ts"

/** A page that was cut, indexed and ranked for a question. */
export interface Ranked extends Excerpt.Page {
  readonly index: ChunkIndex
  readonly ranking: Ranking
  /** The order in which chunks are chosen; those that don't match are absent. */
  readonly order: ReadonlyArray<number>
}

/** A chunk as a document of its own. */
export interface Candidate {
  /** Its index in {@link Ranked.chunks}. */
  readonly at: number
  /** Its Markdown, below its two nearest headings. */
  readonly text: string
}

/** The matching chunks of a ranking, the best first. */
export const orderOf = Effect.fnUntraced(function* (
  chunks: ReadonlyArray<Chunk>,
  ranking: Ranking,
): Effect.fn.Return<ReadonlyArray<number>> {
  const direct = yield* best(chunks, ranking.direct)
  if (ranking.expanded === ranking.direct) return direct
  return yield* withFirst(direct.slice(0, directChunks), yield* best(chunks, ranking.expanded))
})

/** The value of each of the best chunks, comparable between pages, and its approximate cost in characters. */
export const valuesOf = (page: Ranked): ReadonlyArray<{ readonly value: number; readonly cost: number }> =>
  page.order
    .slice(0, maxValues)
    .toSorted((a, b) => a - b)
    .map((at) => {
      const length = lengthOf(page.chunks[at])
      const score = page.ranking.expanded[at] ?? 0
      return { value: worth(page.ranking.shareOf(score), length), cost: length + page.markLength }
    })

/** Selects passages whose Markdown has at most `maxLength` characters; none if no chunk matches the question. */
export const select = Effect.fnUntraced(function* (page: Ranked, maxLength: number): Effect.fn.Return<Excerpt.Excerpt> {
  return yield* spendRest(page, yield* choose(page, maxLength), maxLength)
})

/** The first chunks in the page's order, at most `maxCount`. */
export const candidates = (page: Ranked, maxCount: number): ReadonlyArray<Candidate> =>
  page.order.slice(0, maxCount).map((at) => ({ at, text: documentOf(page, page.chunks[at]) }))

/** The page with its candidates ordered by their scores, the highest first, before all other chunks. */
export const reorder = Effect.fnUntraced(function* (
  page: Ranked,
  candidates: ReadonlyArray<Candidate>,
  scores: ReadonlyArray<number>,
): Effect.fn.Return<Ranked> {
  const best = Array.from(candidates.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const first = best.map((each) => candidates[each]?.at ?? 0)
  return { ...page, order: yield* withFirst(first, page.order) }
})

// --- private --------------------------------------------------------------------------

/** Maximum number of chunks that {@link spendRest} tries to add. */
const maxTries = 24

/** The number of chunks that are chosen by their own match with the question. */
const directChunks = 4

/** Length normalisation: a chunk's score is divided by its length to this power. */
const lengthPower = 0.25

/** Minimum length in that division: shorter chunks count as this long. */
const minLength = 80

/** A chunk that shares this part of its words with a better one is a duplicate. */
const duplicateShare = 0.85

/** Maximum number of chosen chunks that a chunk is compared with. */
const maxComparedChunks = 32

/** Maximum number of a page's chunks that decide about its share of a budget. */
const maxValues = 2_048

/** The costs of weighing a chunk's worth, of trying a chunk, and of reading a word of it. */
const unitsOfWorth = 8
const unitsOfTry = 32
const unitsOfWord = 32

/** The chunks in their order, but some of them first. */
const withFirst = Effect.fnUntraced(function* (
  first: ReadonlyArray<number>,
  order: ReadonlyArray<number>,
): Effect.fn.Return<ReadonlyArray<number>> {
  const moved = new Set(first)
  return [...moved, ...(yield* TimeSlice.filter(order, unitsOfWorth, (at) => !moved.has(at)))]
})

const worth = (score: number, length: number): number => score / Math.max(minLength, length) ** lengthPower

const documentOf = ({ blocks, text }: Ranked, chunk: Chunk | undefined): string =>
  chunk === undefined
    ? ""
    : [
        ...chunk.trail.slice(-2).map((each) => blocks.headings[each]?.text ?? ""),
        text.slice(chunk.start, chunk.end),
      ].join("\n")

/** The chunks with a positive score, the best first. */
const best = Effect.fnUntraced(function* (
  chunks: ReadonlyArray<Chunk>,
  scores: ReadonlyArray<number>,
): Effect.fn.Return<ReadonlyArray<number>> {
  const matching: Array<number> = []
  const values = yield* TimeSlice.map(
    scores,
    () => unitsOfWorth,
    (score, at) => {
      if (score > 0) matching.push(at)
      return score > 0 ? worth(score, lengthOf(chunks[at])) : 0
    },
  )
  return yield* sorted(matching, (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
})

/**
 * The first chunks that fit. The cost of a chunk is an upper bound: adjacent chunks, or chunks with shared headings,
 * cost less.
 */
const choose = Effect.fnUntraced(function* (page: Ranked, maxLength: number): Effect.fn.Return<ReadonlySet<number>> {
  const chosen = new Set<number>()
  const headings = new Set<number>()
  const said = new Said(page.index)
  const slice = TimeSlice.begin()
  let rest = maxLength
  for (const at of page.order) {
    if (slice.spend(unitsOfTry)) yield* TimeSlice.next
    if (rest < page.markLength) break
    if (chosen.has(at) || lengthOf(page.chunks[at]) > rest) continue
    if (slice.spend(unitsOfWord * (page.index.chunks[at]?.length ?? 0))) yield* TimeSlice.next
    const added = companionsOf(page, at)?.filter((other) => !chosen.has(other))
    if (added === undefined) continue
    const cost = added.reduce((sum, other) => sum + Excerpt.costOf(page, other, headings), 0)
    if (cost > rest) continue
    if (slice.spend(said.unitsOf(at, chosen.size))) yield* TimeSlice.next
    if (said.has(at, chosen)) continue
    rest -= cost
    for (const other of added) {
      chosen.add(other)
      for (const heading of Excerpt.headingsOf(page, page.chunks[other])) headings.add(heading)
    }
  }
  return chosen
})

/** Tries more chunks, because the costs are upper bounds, and adds those that fit into the remaining budget. */
const spendRest = Effect.fnUntraced(function* (
  page: Ranked,
  chosen: ReadonlySet<number>,
  maxLength: number,
): Effect.fn.Return<Excerpt.Excerpt> {
  const said = new Said(page.index)
  const slice = TimeSlice.begin()
  let best = Array.from(chosen)
  let shown = yield* Excerpt.show(page, best, slice)
  const maxRest = maxLength - shown.content.length
  let tries = 0
  for (const at of page.order) {
    if (slice.spend(unitsOfWorth)) yield* TimeSlice.next
    if (chosen.has(at) || lengthOf(page.chunks[at]) >= maxRest) continue
    if (++tries > maxTries) break
    if (slice.spend(unitsOfTry + said.unitsOf(at, best.length))) yield* TimeSlice.next
    if (said.has(at, best)) continue
    if (slice.spend(unitsOfWord * (page.index.chunks[at]?.length ?? 0))) yield* TimeSlice.next
    const added = companionsOf(page, at)?.filter((other) => !best.includes(other))
    if (added === undefined || page.chunks[at]?.kind === "heading") continue
    const more = [...best, ...added]
    const longer = yield* Excerpt.show(page, more, slice)
    if (longer.content.length <= maxLength) [best, shown] = [more, longer]
  }
  return shown
})

/** What chosen chunks say: their words, each chunk's once. */
class Said {
  readonly #index: ChunkIndex
  readonly #words = new Map<number, ReadonlySet<number>>()

  constructor(index: ChunkIndex) {
    this.#index = index
  }

  /** Whether one of the first chosen chunks says the same as a chunk; also if that has no words. */
  has(at: number, chosen: Iterable<number>): boolean {
    const words = new Set(this.#index.chunks[at])
    if (words.size === 0) return true
    let compared = 0
    for (const other of chosen) {
      if (++compared > maxComparedChunks) return false
      const theirs = this.#wordsOf(other)
      let common = 0
      for (const word of words) if (theirs.has(word)) common++
      if (common >= duplicateShare * Math.max(words.size, theirs.size)) return true
    }
    return false
  }

  /** The cost of {@link has}. */
  unitsOf(at: number, chosen: number): number {
    return (this.#index.chunks[at]?.length ?? 0) * Math.min(maxComparedChunks, chosen)
  }

  #wordsOf(at: number): ReadonlySet<number> {
    const words = this.#words.get(at) ?? new Set(this.#index.chunks[at])
    this.#words.set(at, words)
    return words
  }
}

const lengthOf = (chunk: Chunk | undefined): number => (chunk === undefined ? 0 : chunk.end - chunk.start)
