/**
 * What is asked of a block once all have been judged a first time: how its neighbours and the
 * elements around it fared. Content stands together, and so does what isn't.
 */
import { type Feature, feature, ratio } from "./Feature.ts"

/** Something that holds text. */
export interface Holder {
  readonly words: number
}

/** Where a block is: what holds it, the innermost first, and those of them that hold more than the one before. */
export interface Spot extends Holder {
  readonly chain: ReadonlyArray<Holder>
  readonly wider: ReadonlyArray<Holder>
}

/** The spots of a page and what each was given at first, from 0 to 1. */
export interface Judged {
  readonly spots: ReadonlyArray<Spot>
  readonly chances: ReadonlyArray<number>
  /** Words, and chances weighed by words, of the blocks before each spot; one more than there are spots. */
  readonly words: ReadonlyArray<number>
  readonly likely: ReadonlyArray<number>
  /** Chances weighed by words within a holder. */
  readonly within: ReadonlyMap<Holder, number>
  readonly highest: number
}

/** One spot among those of its page. */
export interface InContext {
  readonly judged: Judged
  readonly at: number
}

/** Sums up a first judgement. */
export const sumUp = (spots: ReadonlyArray<Spot>, chances: ReadonlyArray<number>): Judged => {
  const words = [0]
  const likely = [0]
  const within = new Map<Holder, number>()
  let highest = 0
  spots.forEach((spot, at) => {
    const chance = chances[at] ?? 0
    const own = chance * spot.words
    words.push((words[at] ?? 0) + spot.words)
    likely.push((likely[at] ?? 0) + own)
    for (const holder of spot.chain) within.set(holder, (within.get(holder) ?? 0) + own)
    highest = Math.max(highest, chance)
  })
  return { spots, chances, words, likely, within, highest }
}

/** Features of a spot in context. */
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
    feature<InContext>(`chance around ${level}`, ({ at, judged }) => chanceOf(judged, judged.spots[at]?.wider[level])),
  ),
  feature("chance of page", ({ judged }) => ratio(judged.likely.at(-1) ?? 0, judged.words.at(-1) ?? 0)),
  feature("likely words", ({ judged }) => Math.log1p(judged.likely.at(-1) ?? 0)),
  feature("highest chance", ({ judged }) => judged.highest),
]

// --- private --------------------------------------------------------------------------

/** The mean chance of the words around a spot, -1 where there are none. */
const between = ({ at, judged }: InContext, from: number, to: number): number => {
  const last = judged.spots.length
  const low = Math.min(Math.max(at + from, 0), last)
  const high = Math.min(Math.max(at + to + 1, low), last)
  const words = (judged.words[high] ?? 0) - (judged.words[low] ?? 0)
  return words === 0 ? -1 : ((judged.likely[high] ?? 0) - (judged.likely[low] ?? 0)) / words
}

const chanceOf = ({ within }: Judged, holder: Holder | undefined): number =>
  holder === undefined ? -1 : ratio(within.get(holder) ?? 0, holder.words)
