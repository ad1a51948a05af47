/**
 * Pages of the corpora as training samples: the features of their blocks, and the share of each block that is content.
 */
import { childrenOf, first, isElement, isText } from "@porthole/visibility/dom"
import { type Block, blocksOf } from "../../src/model/Block.ts"
import { featuresOf } from "../../src/model/Features.ts"
import { rangesOf } from "../../src/model/Context.ts"
import { pageOf } from "../../src/model/Page.ts"
import * as Corpus from "../corpora/Corpus.ts"
import { wordsOf } from "../scores/Scores.ts"
import { aligned } from "./Alignment.ts"
import { readUpTo } from "./UpTo.ts"

/** A page. The arrays have an element for each block. */
export interface Sample {
  readonly entry: Corpus.Entry
  readonly texts: ReadonlyArray<string>
  /** Words by the reader's count. */
  readonly words: Float64Array
  /** Words of prose. */
  readonly prose: Float64Array
  /** The features of one block after the other. */
  readonly features: Float32Array
  /** The block ranges of the containers around each block, see `Context.ts`. */
  readonly ranges: Int32Array
  readonly titleAt: number
  /** The share of the block that is content; negative if unknown. */
  readonly shares: Float64Array
}

/** Reads a page up to the judgement of its blocks; `undefined` for one without blocks. */
export const sampleOf = (entry: Corpus.Entry): Sample | undefined => {
  let sample: Sample | undefined
  readUpTo("content", Corpus.load(entry), ({ declared, document, title }) => {
    const page = pageOf(blocksOf(document.body), { title, declared })
    if (page.blocks.length === 0) return
    const texts = page.blocks.map(({ text }) => text)
    sample = {
      entry,
      texts,
      words: Float64Array.from(page.blocks, ({ words }) => words),
      prose: Float64Array.from(page.blocks, ({ prose }) => prose),
      features: featuresOf(page),
      ranges: rangesOf(page.blocks),
      titleAt: page.titleAt,
      shares:
        "text" in entry.truth
          ? sharesOf(page.blocks.map(withoutFormulas), entry.truth.text)
          : labelsOf(texts, entry.truth),
    }
  })
  return sample
}

// --- private --------------------------------------------------------------------------

/** The text of a block without its formulas: the truth writes them in another way. */
const withoutFormulas = ({ nodes, text }: Block): string => {
  const prose = (node: Node): string => {
    if (isText(node)) return node.data
    return isElement(node) && node.hasAttribute("data-math") ? " " : childrenOf(node).map(prose).join(" ")
  }
  return nodes.some(
    (node) => isElement(node) && (node.hasAttribute("data-math") || first(node, "[data-math]") !== null),
  )
    ? nodes.map(prose).join(" ")
    : text
}

const sharesOf = (texts: ReadonlyArray<string>, expected: string): Float64Array => {
  const blocks = texts.map(wordsOf)
  const content = wordsOf(expected)
  const matched = aligned(blocks.flat(), content)
  const known = new Set(runsOf(content))
  const [onPage, inContent] = [countsOf(blocks.flat(), blocks), countsOf(content, blocks)]
  let from = 0
  return Float64Array.from(blocks, (words) => {
    const own = matched.slice(from, from + words.length).filter(Boolean).length
    from += words.length
    if (words.length === 0) return -1
    const share = own / words.length
    if (words.length < longBlock) {
      // The alignment finds no order among equal lines, such as a caption that occurs twice.
      const line = words.join(" ")
      if ((inContent.get(line) ?? 0) >= Math.max(onPage.get(line) ?? 0, 1)) return 1
      return words.length > 2 || share === 1 ? share : 0
    }
    const runs = runsOf(words)
    return Math.max(share, runs.filter((run) => known.has(run)).length / runs.length)
  })
}

/** Runs of words that identify a long block wherever the review put it. */
const runLength = 4
const longBlock = 8

/** How often the words of each short block occur in a text. */
const countsOf = (
  text: ReadonlyArray<string>,
  blocks: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyMap<string, number> => {
  const short = blocks.filter(({ length }) => length > 0 && length < longBlock)
  const counts = new Map(short.map((words) => [words.join(" "), 0]))
  for (const length of new Set(short.map((words) => words.length)))
    for (let at = 0; at + length <= text.length; at++) {
      const run = text.slice(at, at + length).join(" ")
      const count = counts.get(run)
      if (count !== undefined) counts.set(run, count + 1)
    }
  return counts
}

const runsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(" "))

const labelsOf = (
  texts: ReadonlyArray<string>,
  { drop, keep }: { readonly keep: ReadonlyArray<string>; readonly drop: ReadonlyArray<string> },
): Float64Array => {
  const lines = (segments: ReadonlyArray<string>) => segments.map((segment) => segment.replace(/\s+/g, " ").trim())
  const [kept, dropped] = [lines(keep), lines(drop)]
  return Float64Array.from(texts, (text) => {
    const isKept = kept.some((segment) => text.includes(segment) || (text.length >= 20 && segment.includes(text)))
    const isDropped = dropped.some((segment) => text.includes(segment) || (text.length >= 8 && segment.includes(text)))
    return isKept ? 1 : isDropped ? 0 : -1
  })
}
