/**
 * The part of a page that looks most like its article: the holder with the best score by paragraphs, the siblings that
 * belong to it, and what in them looks like clutter. The rules are those of Mozilla's Readability, as far as blocks and
 * their counts can say; the model takes them as evidence.
 */
import type { Block, Holder } from "./Block.ts"
import { ratio } from "./Counts.ts"
import { bitsOf, contentBits, scoresOf } from "./Paragraphs.ts"

/** The scores of holders by the paragraphs in and below them, and what they lead to. */
export interface Candidate {
  readonly scores: ReadonlyMap<Holder, number>
  readonly best: Holder
  /** The best holder and its siblings that seem to belong to it. */
  readonly parts: ReadonlySet<Holder>
  /** Lists, boxes and tables within the parts that look like clutter. */
  readonly clutter: ReadonlySet<Holder>
}

/** Finds the candidate. */
export const candidateOf = (blocks: ReadonlyArray<Block>, root: Holder): Candidate => {
  const scores = scoresOf(blocks, startOf)
  const best = bestOf(scores, root)
  const parts = partsOf(best, scores)
  const clutter = new Set<Holder>()
  for (const part of parts) for (const child of part.children) addClutter(child, clutter)
  return { scores, best, parts, clutter }
}

/** Whether a holder is in the candidate: 0 outside, 1 in what looks like clutter within, 2 in the rest of it. */
export const standingIn = ({ clutter, parts }: Candidate, holder: Holder): number => {
  let isClutter = false
  for (let at: Holder | undefined = holder; at !== undefined; at = at.parent) {
    if (clutter.has(at)) isClutter = true
    if (parts.has(at)) return isClutter ? 1 : 2
  }
  return 0
}

/** The score of what a holder stands in, as a share of the best. */
export const scoreIn = ({ best, scores }: Candidate, holder: Holder): number =>
  ratio(scores.get(holder.parent ?? holder) ?? 0, scores.get(best) ?? 0)

// --- private --------------------------------------------------------------------------

const lesserBits = bitsOf("bottom side share advert related comment meta tag")

const starts: ReadonlyMap<string, number> = new Map([
  ...["div"].map((name) => [name, 5] as const),
  ...["pre", "td", "blockquote"].map((name) => [name, 3] as const),
  ...["address", "ol", "ul", "dl", "dd", "dt", "li", "form"].map((name) => [name, -3] as const),
  ...["h1", "h2", "h3", "h4", "h5", "h6", "th"].map((name) => [name, -5] as const),
])

const startOf = (holder: Holder): number => (starts.get(holder.name) ?? 0) + nameWeight(holder)

/** What a holder's own names speak for. */
const nameWeight = (holder: Holder): number => {
  const has = (bit: number): boolean => holder.hinted[bit] === holder
  return (contentBits.some(has) ? 25 : 0) - (lesserBits.some(has) ? 25 : 0)
}

/** The holder with the highest score, or one around it whose score is higher still on the way up. */
const bestOf = (scores: ReadonlyMap<Holder, number>, root: Holder): Holder => {
  let [best, highest] = [root, 0]
  for (const [holder, score] of scores) if (score > highest) [best, highest] = [holder, score]
  const least = highest / 3
  let last = highest
  for (let at = best.parent; at !== undefined && at !== root; at = at.parent) {
    const score = scores.get(at)
    if (score === undefined) continue
    if (score < least) break
    if (score > last) return at
    last = score
  }
  return best
}

const partsOf = (best: Holder, scores: ReadonlyMap<Holder, number>): ReadonlySet<Holder> => {
  const highest = scores.get(best) ?? 0
  const least = Math.max(10, highest * 0.2)
  const parts = new Set([best])
  for (const sibling of best.parent?.children ?? []) {
    const bonus = sibling.kind === best.kind && best.kind !== best.name ? highest * 0.2 : 0
    const score = scores.get(sibling)
    const isText =
      sibling.name === "p" && (sibling.words > 14 ? sibling.linked * 4 < sibling.words : sibling.linked === 0)
    if (isText || (score !== undefined && score + bonus >= least)) parts.add(sibling)
  }
  return parts
}

/** Paragraphs and items in a holder, and words in lists. */
interface Makeup {
  paragraphs: number
  items: number
  listed: number
}

const boxes: ReadonlySet<string> = new Set(["form", "fieldset", "table", "ul", "ol", "div", "section", "aside", "dl"])
const notLines = /^(?:h[1-6]|li|dt|dd|td|th|figcaption|caption|summary|label|legend|button|option|pre|a)$/

/** Blocks from which on a table holds data, and items that a box may hold beside its paragraphs. */
const dataTable = 10
const usualItems = 100

const addClutter = (holder: Holder, clutter: Set<Holder>): Makeup => {
  const makeup: Makeup = { paragraphs: 0, items: 0, listed: 0 }
  let inner = 0
  for (const child of holder.children) {
    const { items, listed, paragraphs } = addClutter(child, clutter)
    makeup.paragraphs += paragraphs
    makeup.items += items
    makeup.listed += listed
    inner += child.blocks
  }
  const lines = holder.blocks - inner
  if (holder.name === "p" || !notLines.test(holder.name)) makeup.paragraphs += lines
  if (holder.name === "li") makeup.items += 1
  if (holder.name === "ul" || holder.name === "ol") makeup.listed = holder.words
  if (boxes.has(holder.name) && isClutter(holder, makeup)) clutter.add(holder)
  return makeup
}

/** Readability's signs of a box that isn't part of an article. */
const isClutter = (holder: Holder, { items, listed, paragraphs }: Makeup): boolean => {
  if (holder.name === "table" && holder.blocks > dataTable) return false
  const weight = nameWeight(holder)
  if (weight < 0) return true
  if (holder.commas >= 10) return false
  const isList = listed > holder.words * 0.9
  const linked = ratio(holder.linked, holder.words)
  return (
    (holder.images > 1 && paragraphs < holder.images * 0.5) ||
    (!isList && items - usualItems > paragraphs) ||
    holder.controls > Math.floor(paragraphs / 3) ||
    (!isList && linked > (weight > 0 ? 0.5 : 0.2))
  )
}
