/** Ways to shorten a page for a question. Each returns at most `max` characters. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Passages, Similarity, type WebError, Words } from "@porthole/core"
import { make } from "@porthole/vectors-en"
import type { Text } from "./Pages.ts"

export type Way = (page: Text, question: string, max: number) => Promise<string>

/** Opened once for all questions. */
const vectors = Layer.succeed(Similarity.Similarity, Effect.runSync(Effect.cached(make)))

const select = (page: Text, question: string, max: number): Effect.Effect<string, WebError.WebError> =>
  Effect.map(Passages.select(page, question, max), ({ content }) => content)

/** The passages with word vectors, and where they are. */
export const selectPassages = (page: Text, question: string, max: number) =>
  Effect.runPromise(Effect.provide(Passages.select(page, question, max), vectors))

/** Ours: `web_fetch` with a `query`. */
const passages: Way = (page, question, max) => selectPassages(page, question, max).then(({ content }) => content)

/** The same without word vectors. */
const words: Way = (page, question, max) => Effect.runPromise(select(page, question, max))

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

/** Naive BM25 over units of 500 characters: blocks joined up to that length, longer ones cut between words. */
const units: Way = ({ mainLength, text }, question, max) =>
  Promise.resolve(take(unitsOf(text.slice(0, mainLength)), question, max))

export const ways = { passages, words, head, headAndTail, paragraphs, units, chunks }

// --- private --------------------------------------------------------------------------

const mark = "\n[…]\n"

const unitLength = 500

const unitsOf = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let unit = ""
  for (const block of text.split(/\n{2,}/)) {
    if (unit.length + block.length > unitLength) {
      found.push(unit)
      unit = ""
    }
    let rest = block
    while (rest.length > unitLength) {
      const space = rest.lastIndexOf(" ", unitLength)
      const end = space > unitLength / 2 ? space : unitLength
      found.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    unit = unit === "" ? rest : `${unit}\n\n${rest}`
  }
  return [...found, unit].filter((each) => each.trim() !== "")
}

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
