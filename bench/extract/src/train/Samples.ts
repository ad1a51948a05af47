/** A page of a corpus as something to learn from: what its blocks answer, and how much of each is content. */
import { open } from "../../../../packages/extract/src/blocks/Choice.ts"
import type { Holder, Spot } from "../../../../packages/extract/src/blocks/ContextFeatures.ts"
import { answersOf, type Row } from "../../../../packages/extract/src/blocks/Judge.ts"
import * as Corpus from "../Corpus.ts"
import { wordsOf } from "../Words.ts"
import { aligned } from "./Alignment.ts"
import { readUpTo } from "./UpTo.ts"

/** A page. The arrays have an element for each block. */
export interface Sample extends Corpus.Entry {
  readonly rows: ReadonlyArray<Row>
  readonly spots: ReadonlyArray<Spot>
  /** The blocks' words, and the share of them that is content. */
  readonly words: ReadonlyArray<ReadonlyArray<string>>
  readonly shares: ReadonlyArray<number>
  /** Words of the reviewed content. */
  readonly expected: ReadonlyArray<string>
}

/** Reads a page up to where its blocks are judged. */
export const sampleOf = (folder: string, entry: Corpus.Entry): Sample => {
  const page = Corpus.load(folder, entry.id)
  const expected = wordsOf(page.expected)
  let sample: Sample = { ...entry, rows: [], spots: [], words: [], shares: [], expected }
  readUpTo("blocks", page, (reading) => {
    const opened = open({ ...reading, url: page.url })
    const words = opened.blocks.map(({ text }) => wordsOf(text))
    const { rows, spots } = answersOf(opened)
    sample = { ...sample, rows, spots: withoutTrees(spots), words, shares: sharesOf(words, expected) }
  })
  return sample
}

// --- private --------------------------------------------------------------------------

/** Copies of the spots that keep no document in memory. */
const withoutTrees = (spots: ReadonlyArray<Spot>): ReadonlyArray<Spot> => {
  const copies = new Map<Holder, Holder>()
  const copy = (holder: Holder): Holder => {
    const known = copies.get(holder) ?? { words: holder.words }
    copies.set(holder, known)
    return known
  }
  return spots.map(({ chain, wider, words }) => ({ words, chain: chain.map(copy), wider: wider.map(copy) }))
}

/** Runs of words by which a long block is known wherever the review put it. */
const runLength = 4
const longBlock = 8

const sharesOf = (
  blocks: ReadonlyArray<ReadonlyArray<string>>,
  expected: ReadonlyArray<string>,
): ReadonlyArray<number> => {
  const matched = aligned(blocks.flat(), expected)
  const known = new Set(runsOf(expected))
  let from = 0
  return blocks.map((words) => {
    const own = matched.slice(from, from + words.length).filter(Boolean).length
    from += words.length
    if (words.length === 0) return 0
    const share = own / words.length
    if (words.length < longBlock) return words.length > 2 || share === 1 ? share : 0
    const runs = runsOf(words)
    return Math.max(share, runs.filter((run) => known.has(run)).length / runs.length)
  })
}

const runsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(" "))
