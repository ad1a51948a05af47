/**
 * The features of a page's blocks: numbers from which the model judges how likely a block is main content. They are
 * about the block's own text, the elements around it, its place on the page and its neighbours.
 */
import { type Block, type Holder, regions } from "./Block.ts"
import { wordsOf } from "./Counts.ts"
import { hintNames } from "./Hints.ts"
import { type Page, pairsOf, ratio, unlikeliness } from "./Page.ts"

/** One row of features a block, in the order of {@link featureNames}. */
export type Rows = ReadonlyArray<Float32Array>

/** Computes the features of all blocks of a page. */
export const featuresOf = (page: Page): Rows => {
  const ofPage = pageFeatures.map(([, of]) => of(page))
  const ofHolders = new Map<Holder, Float32Array>()
  const holderRow = (holder: Holder): Float32Array => {
    const known = ofHolders.get(holder)
    if (known !== undefined) return known
    const row = new Float32Array(holderFeatures.length)
    for (let column = 0; column < row.length; column++) row[column] = holderFeatures[column]?.[1](holder, page) ?? 0
    ofHolders.set(holder, row)
    return row
  }
  const textRows = page.blocks.map((block) => {
    const row = new Float32Array(textFeatures.length)
    for (let column = 0; column < row.length; column++) row[column] = textFeatures[column]?.[1](block) ?? 0
    return row
  })
  const wider = widerIn()
  return page.blocks.map((block, at) => {
    const row = new Float32Array(featureNames.length)
    const place = { page, block, at, own: wordsOf(block.text), item: itemOf(block) }
    let column = 0
    const put = (values: ArrayLike<number>): void => {
      row.set(values, column)
      column += values.length
    }
    put(textRows[at] ?? [])
    for (const [, of] of placeFeatures) row[column++] = of(place)
    for (let bit = 0; bit < regions.length; bit++) row[column++] = (block.holder.regions >> bit) & 1
    for (let bit = 0; bit < hintNames.length; bit++) {
      const hinted = block.holder.hinted[bit]
      row[column++] = hinted === undefined ? 0 : 1 / (1 + block.holder.depth - hinted.depth)
    }
    const holders = wider(block.holder)
    const from = holders[0]?.words === block.words ? 1 : 0
    for (let level = 0; level < levels; level++)
      put(holderRow(holders[from + level] ?? page.root).subarray(0, columnsAt(level)))
    for (const by of neighbours) put(textRows[at + by]?.subarray(0, neighbourColumns) ?? noNeighbour)
    put(ofPage)
    return row
  })
}

// --- private --------------------------------------------------------------------------

type Named<Subject extends ReadonlyArray<unknown>> = readonly [name: string, of: (...subject: Subject) => number]

const flag = (is: boolean): number => (is ? 1 : 0)
const log = (count: number): number => Math.log1p(count)

/** The first of these are also asked of a block's neighbours. */
const textFeatures: ReadonlyArray<Named<[Block]>> = [
  ["words", ({ words }) => log(words)],
  ["linked", ({ linked, words }) => ratio(linked, words)],
  ["sentence share", ({ sentences, words }) => ratio(sentences, words)],
  ["heading", ({ holder }) => (holder.heading === 0 ? 0 : 7 - holder.heading)],
  ["item or cell", ({ holder: { name } }) => flag(name === "li") + 2 * flag(name === "td" || name === "th")],
  ["sentences", ({ sentences }) => Math.min(sentences, 10)],
  ["commas", ({ commas, words }) => ratio(commas, words)],
  ["prices", ({ prices }) => Math.min(prices, 3)],
  ["numbers", ({ numbers, words }) => ratio(numbers, words)],
  ["capitals", ({ capitals, words }) => ratio(capitals, words)],
  ["word length", ({ text, words }) => Math.min(20, ratio(text.length, words))],
  ["links", ({ links }) => Math.min(links, 10)],
  ["emphasised", ({ emphasised, words }) => ratio(emphasised, words)],
  ["controls", ({ controls }) => Math.min(controls, 5)],
  ["images", ({ images }) => Math.min(images, 5)],
  ["last sign", ({ text }) => lastSign(text)],
  ["first sign", ({ text }) => firstSign(text)],
  ["in capitals", ({ text }) => flag(text === text.toUpperCase() && text !== text.toLowerCase())],
  ["copyright", ({ text }) => flag(/©|\(c\)\s?\d{4}/i.test(text))],
  ["date", ({ text }) => flag(date.test(text))],
  ["own line", ({ holder, nodes }) => flag(holder.blocks > 1) + flag(nodes.length > 1)],
]

const neighbours = [-2, -1, 1, 2]
const neighbourColumns = 5
const noNeighbour = new Float32Array(neighbourColumns).fill(-1)

const date =
  /\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|\b(?:19|20)\d\d[-/.年]\s?\d{1,2}|\b\d{1,2}\.?\s(?:\p{L}{2,10}\.?,?\s)(?:de\s)?(?:19|20)\d\d\b|\p{L}{3,10}\.?\s\d{1,2},?\s(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/u

const lastSign = (text: string): number => {
  const end = /[.!?。！？…]["'”’»)\]]?$/.test(text)
  return end ? 1 : /[:：]$/.test(text) ? 2 : /["'”’»)\]]$/.test(text) ? 3 : /[\u203a\u2192>»…+]$/.test(text) ? 4 : 0
}

const firstSign = (text: string): number =>
  /^["'“„«‘]/.test(text) ? 1 : /^\p{Ll}/u.test(text) ? 2 : /^\p{N}/u.test(text) ? 3 : /^\p{L}/u.test(text) ? 0 : 4

interface Place {
  readonly page: Page
  readonly block: Block
  readonly at: number
  /** Its words in lower case. */
  readonly own: ReadonlyArray<string>
  /** The nearest holder that stands among its like, at least three. */
  readonly item: Holder | undefined
}

const itemOf = ({ holder }: Block): Holder | undefined => {
  for (let at: Holder | undefined = holder; at !== undefined; at = at.parent) if (at.like >= 3) return at
  return undefined
}

/** The place of a number before (negative) or behind another, by its logarithm. */
const signed = (distance: number): number => Math.sign(distance) * log(Math.abs(distance))

/** Words, and the share of links and of prose, from one block up to before another. */
const stretch = ({ sums }: Page, from: number, to: number) => {
  const last = sums.words.length - 1
  const [low, high] = [Math.min(Math.max(from, 0), last), Math.min(Math.max(to, 0), last)]
  const words = (sums.words[high] ?? 0) - (sums.words[low] ?? 0)
  return {
    words,
    linked: ratio((sums.linked[high] ?? 0) - (sums.linked[low] ?? 0), words),
    prose: ratio((sums.prose[high] ?? 0) - (sums.prose[low] ?? 0), words),
  }
}

const window = (from: number, to: number): ReadonlyArray<Named<[Place]>> => {
  const name = `${from} to ${to}`
  return [
    [`words ${name}`, ({ at, page }) => log(stretch(page, at + from, at + to + 1).words)],
    [`linked ${name}`, ({ at, page }) => stretch(page, at + from, at + to + 1).linked],
    [`prose ${name}`, ({ at, page }) => stretch(page, at + from, at + to + 1).prose],
  ]
}

const section =
  (of: (section: ReturnType<typeof stretch>) => number) =>
  ({ at, page }: Place) =>
    of(stretch(page, (page.headingBefore[at] ?? -1) + 1, page.headingAfter[at] ?? page.blocks.length))

const placeFeatures: ReadonlyArray<Named<[Place]>> = [
  ["title share", ({ own, page }) => shareIn(own, page.titleWords)],
  ["described", ({ own, page }) => (page.describedPairs.size === 0 ? -1 : shareIn(pairsOf(own), page.describedPairs))],
  ["copies", ({ block, page }) => Math.min(page.copies.get(block.text) ?? 1, 20)],
  ["depth", ({ block }) => block.holder.depth],
  ["words before", ({ block }) => log(block.before)],
  ["words after", ({ block, page }) => log(page.root.words - block.before)],
  ["share before", ({ block, page }) => ratio(block.before, page.root.words)],
  ["blocks behind title", ({ at, page }) => (page.titleAt < 0 ? 0 : signed(at - page.titleAt))],
  ["words behind title", ({ block, page }) => signed(block.before - (page.blocks[page.titleAt]?.before ?? 0))],
  ["steps to title", ({ block, page }) => stepsTo(block.holder, page.titled)],
  ["is title", ({ at, page }) => flag(at === page.titleAt)],
  ["steps to best", ({ block, page }) => stepsTo(block.holder, page.aroundBest)],
  ["in best", ({ block, page }) => flag(isIn(block.holder, page.best))],
  ["behind first prose", ({ at, page }) => signed(at - page.proseFrom)],
  ["behind last prose", ({ at, page }) => signed(at - page.proseTo)],
  ["prose before", ({ at, page }) => log(at - (page.proseBefore[at] ?? -1))],
  ["prose after", ({ at, page }) => log((page.proseAfter[at] ?? page.blocks.length) - at)],
  ["unlikely", ({ block }) => unlikeliness(block.holder)],
  [
    "heading before",
    ({ at, page }) => ((page.headingBefore[at] ?? -1) < 0 ? -1 : log(at - (page.headingBefore[at] ?? 0))),
  ],
  ["its level", ({ at, page }) => page.blocks[page.headingBefore[at] ?? -1]?.holder.heading ?? 0],
  ["its words", ({ at, page }) => page.blocks[page.headingBefore[at] ?? -1]?.words ?? 0],
  ["its links", ({ at, page }) => page.blocks[page.headingBefore[at] ?? -1]?.linked ?? 0],
  ["its steps", ({ at, block, page }) => stepsBetween(block, page.blocks[page.headingBefore[at] ?? -1])],
  ["section words", section(({ words }) => log(words))],
  ["section linked", section(({ linked }) => linked)],
  ["section prose", section(({ prose }) => prose)],
  ...window(-3, -1),
  ...window(1, 3),
  ...window(-10, -1),
  ...window(1, 10),
  ["item of", ({ item }) => log(item?.like ?? 0)],
  ["item place", ({ item }) => log(item?.place ?? 0)],
  ["item words", ({ item }) => log(item?.words ?? 0)],
  ["item linked", ({ item }) => (item === undefined ? -1 : ratio(item.linked, item.words))],
  ["item prose", ({ item }) => (item === undefined ? -1 : ratio(item.prose, item.words))],
  ["items share", ({ item, page }) => ratio(item?.parent?.words ?? 0, page.root.words)],
  ["items linked", ({ item }) => ratio(item?.parent?.linked ?? 0, item?.parent?.words ?? 0)],
  ["items prose", ({ item }) => ratio(item?.parent?.prose ?? 0, item?.parent?.words ?? 0)],
]

const shareIn = (own: ReadonlyArray<string>, all: ReadonlySet<string>): number =>
  all.size === 0 ? -1 : ratio(own.filter((one) => all.has(one)).length, own.length)

const isIn = (holder: Holder, outer: Holder): boolean => {
  for (let at: Holder | undefined = holder; at !== undefined && at.depth >= outer.depth; at = at.parent)
    if (at === outer) return true
  return false
}

/** Steps up from a holder to the first of some holders; -1 where there are none. */
const stepsTo = (holder: Holder, some: ReadonlySet<Holder>): number => {
  if (some.size === 0) return -1
  let steps = 0
  for (let at: Holder | undefined = holder; at !== undefined && !some.has(at); at = at.parent) steps++
  return steps
}

/** Steps up from a block to the first holder that also holds another block; -1 where there is none. */
const stepsBetween = (block: Block, other: Block | undefined): number => {
  if (other === undefined) return -1
  let [at, there, steps] = [block.holder as Holder | undefined, other.holder as Holder | undefined, 0]
  while (at !== there && at !== undefined && there !== undefined) {
    if (at.depth >= there.depth) {
      at = at.parent
      steps++
    } else there = there.parent
  }
  return steps
}

const levels = 4

/** The first of these are asked of all holders around a block, the others of the {@link nearLevels} nearest alone. */
const holderFeatures: ReadonlyArray<Named<[Holder, Page]>> = [
  ["words", ({ words }) => log(words)],
  ["linked", ({ linked, words }) => ratio(linked, words)],
  ["sentences", ({ sentences, words }) => ratio(sentences, words)],
  ["words a block", ({ blocks, words }) => log(ratio(words, blocks))],
  ["share", ({ words }, { root }) => ratio(words, root.words)],
  ["prose", ({ prose }, { root }) => ratio(prose, root.prose)],
  ["prose share", ({ prose, words }) => ratio(prose, words)],
  ["like", ({ like }) => log(like)],
  ["place", ({ place }) => log(place)],
  ["score", (holder, { best, scores }) => ratio(scores.get(holder) ?? 0, scores.get(best) ?? 0)],
  ["headings", ({ blocks, children }) => ratio(children.filter(({ heading }) => heading > 0).length, blocks)],
  ["commas", ({ commas, words }) => ratio(commas, words)],
  ["prices", ({ prices, words }) => ratio(prices, words)],
  ["images", ({ blocks, images }) => Math.min(5, ratio(images, blocks))],
  ["controls", ({ blocks, controls }) => Math.min(5, ratio(controls, blocks))],
]
const nearLevels = 2
const farColumns = 11

const columnsAt = (level: number): number => (level < nearLevels ? holderFeatures.length : farColumns)

/** The holders around a block, each with more words than the one before. */
const widerIn = () => {
  const known = new Map<Holder, ReadonlyArray<Holder>>()
  const wider = (holder: Holder): ReadonlyArray<Holder> => {
    const before = known.get(holder)
    if (before !== undefined) return before
    const above = holder.parent === undefined ? [] : wider(holder.parent)
    const own = above[0]?.words === holder.words ? above : [holder, ...above.slice(0, levels)]
    known.set(holder, own)
    return own
  }
  return wider
}

const pageFeatures: ReadonlyArray<Named<[Page]>> = [
  ["declares article", ({ types }) => flag([...types].some((type) => /article|blogposting|og:blog/.test(type)))],
  ["declares product", ({ types }) => flag([...types].some((type) => /product|offer/.test(type)))],
  ["declares discussion", ({ types }) => flag([...types].some((type) => /discussion|qapage|question/.test(type)))],
  ["declares list", ({ types }) => flag([...types].some((type) => /collection|itemlist|searchresult/.test(type)))],
  [
    "path steps",
    ({ path }) =>
      path
        .split("?", 1)[0]
        ?.split("/")
        .filter((step) => step !== "").length ?? 0,
  ],
]

const names = (features: ReadonlyArray<readonly [name: string, of: unknown]>): ReadonlyArray<string> =>
  features.map(([name]) => name)

/** The names of the features, in order. */
export const featureNames: ReadonlyArray<string> = [
  ...names(textFeatures),
  ...names(placeFeatures),
  ...regions.map(([name]) => `in ${name}`),
  ...hintNames.map((name) => `hint ${name}`),
  ...Array.from({ length: levels }, (_, level) =>
    names(holderFeatures.slice(0, columnsAt(level))).map((name) => `around ${level} ${name}`),
  ).flat(),
  ...neighbours.flatMap((by) =>
    names(textFeatures.slice(0, neighbourColumns)).map((name) => `neighbour ${by} ${name}`),
  ),
  ...names(pageFeatures),
]
