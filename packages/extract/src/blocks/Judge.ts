/**
 * How likely each block of a page is to be main content.
 *
 * Two linear models, one after the other: the first sees each block by itself and in its place, and
 * what Readability made of it; the second sees that again and how the first judged what is around.
 * Their weights are in `Tables.ts`, made by `bench/extract/train.ts` from pages with reviewed
 * content. They are sums of weighted answers, so that each weight can be read.
 */
import { chainOf } from "./Block.ts"
import { contextFeatures, type Spot, sumUp } from "./ContextFeatures.ts"
import { kindFeatures } from "./KindFeatures.ts"
import { amid, neighbourFeatures } from "./NeighbourFeatures.ts"
import type { Page } from "./Page.ts"
import { pageFeatures } from "./PageFeatures.ts"
import { placed, placeFeatures } from "./PlaceFeatures.ts"
import { textFeatures } from "./TextFeatures.ts"
import { firstTable, secondTable } from "./Tables.ts"
import { type Model, modelOf } from "./Weights.ts"

/** What was asked of a page's blocks: a row of answers for each. */
export interface Answers {
  readonly spots: ReadonlyArray<Spot>
  readonly rows: ReadonlyArray<ReadonlyArray<number>>
}

/** Chances from 0 to 1, in the order of the blocks. */
export const chancesOf = (page: Page): ReadonlyArray<number> => {
  const answers = answersOf(page)
  const before = answers.rows.map((row) => chanceOf(first, row))
  return inContext(answers.rows, answers.spots, before).map((row) => chanceOf(second, row))
}

/** Asks all features of the first model, {@link names}. */
export const answersOf = (page: Page): Answers => {
  const places = page.blocks.map((block, at) => placed(page, block, at, chainOf(block.branch)))
  const ofPage = pageFeatures.map(({ of }) => of(page))
  const own = places.map((place) => [...texts.map(({ of }) => of(place.block)), ...inPlace.map(({ of }) => of(place))])
  const neighbours = neighbourFeatures((name, at) => own[at]?.[columns.get(name) ?? -1])
  const rows = amid(places).map((one, at) => {
    const inSection = (own[at] ?? []).concat(neighbours.map(({ of }) => of(one)))
    const onPage = { kind: page.kind, answer: (name: string) => inSection[columns.get(name) ?? -1] }
    return inSection.concat(
      ofPage,
      kindFeatures.map(({ of }) => of(onPage)),
    )
  })
  const spots = places.map(({ block, chain, wider }) => ({ words: block.words, chain, wider }))
  return { spots, rows }
}

/** Asks the features of the second model: those of the first, and {@link contextNames} behind them. */
export const inContext = (
  rows: Answers["rows"],
  spots: Answers["spots"],
  chances: ReadonlyArray<number>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const judged = sumUp(spots, chances)
  return rows.map((row, at) => [...row, ...contexts.map(({ of }) => of({ judged, at }))])
}

/** The chance that a model gives a row of answers. */
export const chanceOf = ({ bias, weights }: Model, row: ReadonlyArray<number>): number => {
  let sum = bias
  weights.forEach(([mean, scale, weight], at) => {
    const deviation = ((row[at] ?? 0) - mean) / scale
    sum += weight * Math.min(Math.max(deviation, -bound), bound)
  })
  return 1 / (1 + Math.exp(-sum))
}

/** How far an answer counts, in standard deviations: a page is hostile, and so are its numbers. */
export const bound = 6

// --- private --------------------------------------------------------------------------

const texts = textFeatures
const inPlace = placeFeatures()
const contexts = contextFeatures()
const columns: ReadonlyMap<string, number> = new Map(
  [...texts, ...inPlace, ...neighbourFeatures(() => undefined)].map(({ name }, at) => [name, at]),
)

/** The names of the first model's features, in order. */
export const names: ReadonlyArray<string> = [
  ...texts,
  ...inPlace,
  ...neighbourFeatures(() => undefined),
  ...pageFeatures,
  ...kindFeatures,
].map(({ name }) => name)

/** The names of what the second model asks beside them. */
export const contextNames: ReadonlyArray<string> = contexts.map(({ name }) => name)

const first = modelOf(firstTable, names)
const second = modelOf(secondTable, [...names, ...contextNames])
