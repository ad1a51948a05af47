/** What is asked of the place of a block: the elements around it, what they are called and what else they hold. */
import type { Block, Branch } from "./Block.ts"
import { type Feature, feature, flag, ratio } from "./Feature.ts"
import { hintNames } from "./Hints.ts"
import { keyOf, type Page, plainWords, shareOfPairs } from "./Page.ts"

/** A block in its page. */
export interface Placed {
  readonly page: Page
  readonly block: Block
  /** Its number, from 0. */
  readonly at: number
  /** The branches around it, the innermost first. */
  readonly chain: ReadonlyArray<Branch>
  /** Those of them that hold more words than the one before. */
  readonly wider: ReadonlyArray<Branch>
  /** The nearest branch that stands among its like, at least three. */
  readonly item: Branch | undefined
}

/** Places a block. */
export const placed = (page: Page, block: Block, at: number, chain: ReadonlyArray<Branch>): Placed => {
  const wider: Array<Branch> = []
  let words = block.words
  for (const branch of chain)
    if (branch.words > words || (wider.length === 0 && branch.blocks > 1)) {
      wider.push(branch)
      words = branch.words
    }
  return { page, block, at, chain, wider, item: chain.find((branch) => branch.like >= 3 && branch.blocks >= 2) }
}

/** Features of a place. */
export const placeFeatures = (): ReadonlyArray<Feature<Placed>> => [
  ...named,
  ...hints,
  ...Array.from({ length: levels }, (_, level) => around(level)).flat(),
  ...position,
]

/** The level of a heading that a block stands in, 0 for none. */
export const headingLevel = (chain: ReadonlyArray<Branch>): number => {
  for (const { element } of chain.slice(0, 3)) {
    const level = /^h([1-6])$/.exec(element.localName)?.[1]
    if (level !== undefined) return Number(level)
  }
  return 0
}

// --- private --------------------------------------------------------------------------

const levels = 5

const within = (name: string, names: string, role?: string): Feature<Placed> => {
  const set = new Set(names.split(" "))
  return flag(`in ${name}`, ({ chain }) =>
    chain.some(
      ({ element }) => set.has(element.localName) || (role !== undefined && element.getAttribute("role") === role),
    ),
  )
}

const own = (name: string, names: string): Feature<Placed> => {
  const set = new Set(names.split(" "))
  return flag(`is ${name}`, ({ chain }) => chain.slice(0, 2).some(({ element }) => set.has(element.localName)))
}

const named: ReadonlyArray<Feature<Placed>> = [
  own("paragraph", "p blockquote"),
  own("item", "li"),
  own("cell", "td th"),
  own("code", "pre"),
  own("definition", "dt dd"),
  own("label", "label legend option summary button"),
  own("caption", "figcaption caption"),
  feature("heading", ({ chain }) => (7 - headingLevel(chain)) % 7),
  within("main", "main", "main"),
  within("article", "article", "article"),
  within("nav", "nav", "navigation"),
  within("header", "header", "banner"),
  within("footer", "footer", "contentinfo"),
  within("aside", "aside", "complementary"),
  within("form", "form select"),
  within("table", "table"),
  within("list", "ul ol"),
  within("dialog", "dialog", "dialog"),
  within("details", "details", "tabpanel"),
  within("link", "a"),
  within("figure", "figure"),
  feature("title", ({ block, page }) => {
    const words = plainWords(block.text)
    return ratio(words.filter((word) => page.titleWords.has(word)).length, words.length)
  }),
  feature("description", ({ block, page }) => shareOfPairs(block.text, page.descriptionPairs)),
  feature("copies", ({ block, page }) => Math.log(page.copies.get(keyOf(block)) ?? 1)),
]

const hints: ReadonlyArray<Feature<Placed>> = hintNames.flatMap((name, bit) => [
  feature(`hint ${name}`, ({ block }) => {
    const branch = block.branch.hinted[bit]
    return branch === undefined ? 0 : 1 / (1 + block.branch.depth - branch.depth)
  }),
  feature(`hint ${name} share`, ({ block, page }) => {
    const branch = block.branch.hinted[bit]
    return branch === undefined ? 0 : ratio(branch.words, page.root.words)
  }),
])

const around = (level: number): ReadonlyArray<Feature<Placed>> => {
  const on = (name: string, of: (branch: Branch, page: Page) => number): Feature<Placed> =>
    feature(`around ${level} ${name}`, ({ page, wider }) => of(wider[level] ?? page.root, page))
  return [
    on("words", ({ words }) => Math.log1p(words)),
    on("linked", ({ linked, words }) => ratio(linked, words)),
    on("sentences", ({ sentences, words }) => ratio(sentences, words)),
    on("words a block", ({ blocks, words }) => Math.log1p(ratio(words, blocks))),
    on("prices", ({ prices, words }) => ratio(prices, words)),
    on("images", ({ blocks, images }) => Math.min(5, ratio(images, blocks))),
    on("controls", ({ blocks, controls }) => Math.min(5, ratio(controls, blocks))),
    on("share", ({ words }, page) => ratio(words, page.root.words)),
    on("prose", ({ prose }, page) => ratio(prose, page.root.prose)),
    on("prose share", ({ prose, words }) => ratio(prose, words)),
    on("standing", (branch, page) => ratio(page.standingIn.get(branch) ?? 0, branch.words)),
    on("readable", (branch, page) => ratio(page.readableIn.get(branch) ?? 0, branch.words)),
    on("like", ({ like }) => Math.log(like)),
    on("place", ({ place }) => Math.log1p(place)),
  ]
}

const position: ReadonlyArray<Feature<Placed>> = [
  flag("standing", ({ block, page }) => page.standing.has(block.branch.element)),
  flag("readable", ({ block, page }) => page.readable.has(block.branch.element)),
  feature("item of", ({ item }) => Math.log(item?.like ?? 1)),
  feature("item place", ({ item }) => Math.log1p(item?.place ?? 0)),
  feature("item words", ({ item }) => Math.log1p(item?.words ?? 0)),
  feature("item linked", ({ item }) => (item === undefined ? 0 : ratio(item.linked, item.words))),
  feature("items share", ({ item, page }) => ratio(item?.parent?.words ?? 0, page.root.words)),
  feature("depth", ({ chain }) => Math.min(chain.length, 40)),
  feature("words before", ({ block }) => Math.log1p(block.before)),
  feature("words after", ({ block, page }) => Math.log1p(page.root.words - block.before)),
  feature("share before", ({ block, page }) => ratio(block.before, page.root.words)),
  feature("blocks behind title", ({ at, page }) =>
    page.headingAt < 0 ? 0 : Math.sign(at - page.headingAt) * Math.log1p(Math.abs(at - page.headingAt)),
  ),
  feature("levels to title", ({ page, wider }) => {
    const level = wider.findIndex((branch) => page.headed.has(branch))
    return page.headingAt < 0 || level < 0 ? -1 : Math.min(level, 12)
  }),
  feature("share with title", ({ page, wider }) => {
    const branch = page.headingAt < 0 ? undefined : wider.find((one) => page.headed.has(one))
    return branch === undefined ? -1 : ratio(branch.words, page.root.words)
  }),
]
