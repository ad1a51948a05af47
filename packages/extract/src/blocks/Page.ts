/** What is known of a page as a whole when its blocks are judged. */
import { type Blocks, type Block, type Branch, chainOf } from "./Block.ts"
import type { PageKind } from "../kind/Kinds.ts"
import { ratio } from "./Feature.ts"

/** What other stages found out about a page. */
export interface Known {
  readonly url: string
  readonly title: string
  /** How the page describes itself in its head and its structured data. */
  readonly description: string
  /** Types that it declares: `og:` and the value of `og:type`, or those of its structured data, in lower case. */
  readonly types: ReadonlySet<string>
  /** What kind of page it is taken for. */
  readonly kind: PageKind | undefined
  /** What Readability kept, and what is the main part by the standing rules (`MainContent.ts`). */
  readonly readable: ReadonlySet<Element>
  readonly standing: ReadonlySet<Element>
}

/** A page: its blocks, and what is looked up for each of them. */
export interface Page extends Known, Blocks {
  readonly titleWords: ReadonlySet<string>
  readonly descriptionPairs: ReadonlySet<string>
  /** Number of blocks with the same text. */
  readonly copies: ReadonlyMap<string, number>
  /** Place of the first block in an `h1`, -1 for none; and the branches around it. */
  readonly headingAt: number
  readonly headed: ReadonlySet<Branch>
  /** Words within a branch that Readability, or the standing rules, kept. */
  readonly readableIn: ReadonlyMap<Branch, number>
  readonly standingIn: ReadonlyMap<Branch, number>
  /** Path and query of the URL. */
  readonly path: string
}

/** Looks over a page once. */
export const pageOf = (found: Blocks, known: Known): Page => {
  const copies = new Map<string, number>()
  const readableIn = new Map<Branch, number>()
  const standingIn = new Map<Branch, number>()
  for (const block of found.blocks) {
    copies.set(keyOf(block), (copies.get(keyOf(block)) ?? 0) + 1)
    if (known.readable.has(block.branch.element)) addAround(readableIn, block)
    if (known.standing.has(block.branch.element)) addAround(standingIn, block)
  }
  const headingAt = found.blocks.findIndex(({ branch }) => isIn(branch, "h1"))
  const heading = found.blocks[headingAt]
  const url = URL.parse(known.url)
  return {
    ...found,
    ...known,
    titleWords: new Set(plainWords(known.title)),
    descriptionPairs: pairsOf(known.description),
    copies,
    headingAt,
    headed: new Set(heading === undefined ? [] : chainOf(heading.branch)),
    readableIn,
    standingIn,
    path: url === null ? "" : url.pathname + url.search,
  }
}

/** What blocks are compared by. */
export const keyOf = (block: Block): string => block.text.toLowerCase()

/** Words in lower case. */
export const plainWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Share of a text's pairs of words that are among `pairs`. */
export const shareOfPairs = (text: string, pairs: ReadonlySet<string>): number => {
  if (pairs.size === 0) return 0
  const own = pairs2(plainWords(text))
  return ratio(own.filter((pair) => pairs.has(pair)).length, own.length)
}

// --- private --------------------------------------------------------------------------

const addAround = (sums: Map<Branch, number>, { branch, words }: Block): void => {
  for (let at: Branch | undefined = branch; at !== undefined; at = at.parent) sums.set(at, (sums.get(at) ?? 0) + words)
}

const isIn = (branch: Branch, name: string): boolean => {
  for (let at: Branch | undefined = branch; at !== undefined; at = at.parent)
    if (at.element.localName === name) return true
  return false
}

const pairsOf = (text: string): ReadonlySet<string> => new Set(pairs2(plainWords(text)))

const pairs2 = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(1).map((word, at) => `${words[at]} ${word}`)
