/** Ways to shorten a page for a question. Each returns at most `max` characters. */
import * as Effect from "effect/Effect"
import { Passages, Words } from "@porthole/core"
import type { Text } from "./Pages.ts"

export type Way = (page: Text, question: string, max: number) => Promise<string>

/** Ours: `web_fetch` with a `query`. */
const passages: Way = (page, question, max) =>
  Effect.runPromise(Effect.map(Passages.select(page, question, max), ({ content }) => content))

const head: Way = ({ mainLength, text }, _, max) => Promise.resolve(text.slice(0, Math.min(max, mainLength)))

const headAndTail: Way = ({ mainLength, text }, _, max) => {
  const half = Math.floor(max / 2) - mark.length
  return Promise.resolve(text.slice(0, half) + mark + text.slice(Math.max(half, mainLength - half), mainLength))
}

/** crawl4ai's content filter: BM25 over paragraphs. */
const paragraphs: Way = ({ mainLength, text }, question, max) =>
  Promise.resolve(take(text.slice(0, mainLength).split(/\n{2,}/), question, max))

/** The format of search services: three chunks of 500 characters, whatever the budget. */
const chunks: Way = ({ mainLength, text }, question, max) => {
  const main = text.slice(0, mainLength)
  const parts = Array.from({ length: Math.ceil(main.length / 500) }, (_, n) => main.slice(n * 500, n * 500 + 500))
  return Promise.resolve(take(parts, question, Math.min(max, 3 * 500 + 2 * mark.length)))
}

export const ways = { passages, head, headAndTail, paragraphs, chunks }

// --- private --------------------------------------------------------------------------

const mark = "\n[…]\n"

/** The best parts by BM25 (k1 = 1.2, b = .75) that fit, in the order of the page. */
const take = (parts: ReadonlyArray<string>, question: string, max: number): string => {
  const bags = parts.map((part) => Words.wordsOf(part))
  const average = bags.reduce((sum, { length }) => sum + length, 0) / Math.max(1, bags.length)
  const terms = Array.from(new Set(Words.wordsOf(question))).map((word) => {
    const holding = bags.filter((bag) => bag.includes(word)).length
    return { word, idf: Math.log(1 + (bags.length - holding + 0.5) / (holding + 0.5)) }
  })
  const scores = bags.map((bag) =>
    terms.reduce((sum, { idf, word }) => {
      const frequency = bag.filter((each) => each === word).length
      return sum + (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * bag.length) / average))
    }, 0),
  )
  const chosen: Array<number> = []
  let rest = max
  for (const at of Array.from(scores.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))) {
    const cost = (parts[at]?.length ?? 0) + mark.length
    if (cost > rest || scores[at] === 0) continue
    rest -= cost
    chosen.push(at)
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => parts[at])
    .join(mark)
}
