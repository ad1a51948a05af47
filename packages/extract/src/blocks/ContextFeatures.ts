/**
 * What is asked of a block once all have been judged a first time: how its neighbours and the
 * elements around it fared. Content stands together, and so does what isn't.
 */
import { type Feature, feature, ratio } from "./Feature.ts"
import type { Branch } from "./Block.ts"
import type { Placed } from "./PlaceFeatures.ts"

/** The places of a page and what each was given at first, from 0 to 1. */
export interface Judged {
  readonly places: ReadonlyArray<Placed>
  readonly chances: ReadonlyArray<number>
  /** Words, and chances weighed by words, of the blocks before each place; one more than there are places. */
  readonly words: ReadonlyArray<number>
  readonly likely: ReadonlyArray<number>
  /** Chances weighed by words within a branch. */
  readonly within: ReadonlyMap<Branch, number>
  readonly highest: number
}

/** One place among those of its page. */
export interface InContext {
  readonly judged: Judged
  readonly at: number
}

/** Sums up a first judgement. */
export const sumUp = (places: ReadonlyArray<Placed>, chances: ReadonlyArray<number>): Judged => {
  const words = [0]
  const likely = [0]
  const within = new Map<Branch, number>()
  let highest = 0
  places.forEach(({ block, chain }, at) => {
    const chance = chances[at] ?? 0
    const own = chance * block.words
    words.push((words[at] ?? 0) + block.words)
    likely.push((likely[at] ?? 0) + own)
    for (const branch of chain) within.set(branch, (within.get(branch) ?? 0) + own)
    highest = Math.max(highest, chance)
  })
  return { places, chances, words, likely, within, highest }
}

/** Features of a place in context. */
export const contextFeatures = (): ReadonlyArray<Feature<InContext>> => [
  feature("chance", ({ at, judged }) => judged.chances[at] ?? 0),
  ...[
    [-1, -1],
    [1, 1],
    [-5, -1],
    [1, 5],
    [-3, 3],
    [-8, 8],
    [-20, 20],
  ].map(([from = 0, to = 0]) => feature<InContext>(`chance ${from} to ${to}`, (subject) => between(subject, from, to))),
  ...[0, 1, 2, 3].map((level) =>
    feature<InContext>(`chance around ${level}`, ({ at, judged }) => chanceOf(judged, judged.places[at]?.wider[level])),
  ),
  feature("chance of page", ({ judged }) => ratio(judged.likely.at(-1) ?? 0, judged.words.at(-1) ?? 0)),
  feature("likely words", ({ judged }) => Math.log1p(judged.likely.at(-1) ?? 0)),
  feature("highest chance", ({ judged }) => judged.highest),
]

// --- private --------------------------------------------------------------------------

/** The mean chance of the words around a place, -1 where there are none. */
const between = ({ at, judged }: InContext, from: number, to: number): number => {
  const last = judged.places.length
  const low = Math.min(Math.max(at + from, 0), last)
  const high = Math.min(Math.max(at + to + 1, low), last)
  const words = (judged.words[high] ?? 0) - (judged.words[low] ?? 0)
  return words === 0 ? -1 : ((judged.likely[high] ?? 0) - (judged.likely[low] ?? 0)) / words
}

const chanceOf = ({ within }: Judged, branch: Branch | undefined): number =>
  branch === undefined ? -1 : ratio(within.get(branch) ?? 0, branch.words)
