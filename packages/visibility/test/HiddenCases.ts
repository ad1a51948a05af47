/**
 * The truth set of hidden text: articles with one marked sentence each, and whether a browser shows the sentence. The
 * cases are in `cases.ndjson`, one a line; `judge.ts` asks the browser.
 */
import { readFileSync, writeFileSync } from "node:fs"

/** One page. `{T}` in its body, head or style sheet stands for the sentence. */
export interface HiddenCase {
  readonly name: string
  /** The page's style sheet. */
  readonly css?: string
  /** Further markup for the head. */
  readonly head?: string
  /** The markup around the sentence. */
  readonly body: string
  /** Why the reader deliberately disagrees with the browser; such a page isn't counted. */
  readonly policy?: string
  /** Whether the browser shows the sentence. */
  readonly isSeen: boolean
  /** Whether the reader is known to disagree. */
  readonly isMissed?: boolean
}

/** Reads all cases. */
export const read = (): ReadonlyArray<HiddenCase> =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

/** Writes all cases. */
export const write = (cases: ReadonlyArray<HiddenCase>): void =>
  writeFileSync(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(""))

/** The cases on which reader and browser should agree. */
export const counted = (): ReadonlyArray<HiddenCase> => read().filter(({ policy }) => policy === undefined)

/** The page of a case. */
export const pageOf = ({ body, css, head = "", name }: HiddenCase, sentence: string): string => {
  const fill = (text: string): string => text.replaceAll("{T}", sentence)
  const style = css === undefined ? "" : `<style>${css}</style>`
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A walk by the harbour</title>${fill(head)}${fill(style)}</head>` +
    `<body><main><article><h1>A walk by the harbour</h1>${paragraph(name, 0)}${paragraph(name, 1)}${paragraph(name, 2)}` +
    `${fill(body)}${paragraph(name, 3)}${paragraph(name, 4)}</article></main></body></html>`
  )
}

/** A sentence for a case, the same in every run. */
export const sentenceOf = (name: string): string => {
  const random = numbersOf(name)
  const words = Array.from({ length: 7 }, () => vocabulary[random() % vocabulary.length] ?? "")
  return `${words.join(" ").replace(/^./, (letter) => letter.toUpperCase())}.`
}

/** Whether a reader's text holds the sentence of a case. */
export const isKept = ({ name }: HiddenCase, text: string): boolean =>
  text.replaceAll(/\s+/g, " ").includes(sentenceOf(name))

/** The same letters in another order, so that only their look changes. */
export const permuted = (sentence: string): string =>
  sentence.replace(/[a-z]+/gi, (word) => Array.from(word).toReversed().join(""))

// --- private --------------------------------------------------------------------------

const file = new URL("cases.ndjson", import.meta.url)

const vocabulary = (
  "amber anchor basket candle copper distant eleven fabric garden harvest island jacket kettle lantern marble narrow " +
  "orchard pebble quiet ribbon saddle timber umbrella velvet window yellow zigzag bridge cellar drifting engine feather " +
  "glacier hollow ivory jasmine keeper ladder meadow needle olive parcel quarry river silver tunnel uncle valley walnut"
).split(" ")

const prose = [
  "The path follows the water for a mile, past the boats, the nets and the old wooden huts of the fishermen.",
  "In the morning the market opens early, and people come from the hills with bread, cheese and late apples.",
  "A small museum shows how ropes were made, and a guide explains each of the machines to anyone who asks.",
  "When the weather turns, the café at the end of the pier is a good place to wait, although it closes at six.",
  "Buses leave from the square every half hour; the last one goes at ten, and on Sundays there are fewer.",
]

const paragraph = (name: string, at: number): string => {
  const start = numbersOf(name)() % prose.length
  return `<p>${prose[(start + at) % prose.length]} ${prose[(start + at + 2) % prose.length]}</p>`
}

const numbersOf = (seed: string): (() => number) => {
  let state = 0x81_1c_9d_c5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9
    return (state ^ (state >>> 13)) >>> 0
  }
}
