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
  readonly rows: ReadonlyArray<Row>
}

/** Answers in the order of the features. */
export type Row = ArrayLike<number>

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
  const rows = places.map((place) => {
    const row = new Float64Array(names.length)
    let at = 0
    for (const { of } of texts) row[at++] = of(place.block)
    for (const { of } of inPlace) row[at++] = of(place)
    return row
  })
  const neighbours = neighbourFeatures((name, at) => rows[at]?.[columns.get(name) ?? -1])
  amid(places).forEach((one, index) => {
    const row = rows[index]
    if (row === undefined) return
    let at = texts.length + inPlace.length
    for (const { of } of neighbours) row[at++] = of(one)
    row.set(ofPage, at)
    at += ofPage.length
    const onPage = { kind: page.kind, answer: (name: string) => row[columns.get(name) ?? -1] }
    for (const { of } of kindFeatures) row[at++] = of(onPage)
  })
  const spots = places.map(({ block, chain, wider }) => ({ words: block.words, chain, wider }))
  return { spots, rows }
}

/** Asks the features of the second model: those of the first, and {@link contextNames} behind them. */
export const inContext = (
  rows: Answers["rows"],
  spots: Answers["spots"],
  chances: ReadonlyArray<number>,
): ReadonlyArray<Row> => {
  const judged = sumUp(spots, chances)
  return rows.map((row, at) => {
    const wider = new Float64Array(row.length + contexts.length)
    wider.set(row)
    const here = { judged, at }
    contexts.forEach(({ of }, index) => {
      wider[row.length + index] = of(here)
    })
    return wider
  })
}

/** The chance that a model gives a row of answers. */
export const chanceOf = ({ bias, weights }: Model, row: Row): number => {
  let sum = bias
  for (let at = 0; at < weights.length; at++) {
    const known = weights[at]
    if (known === undefined || known[2] === 0) continue
    const deviation = ((row[at] ?? 0) - known[0]) / known[1]
    sum += known[2] * Math.min(Math.max(deviation, -bound), bound)
  }
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
