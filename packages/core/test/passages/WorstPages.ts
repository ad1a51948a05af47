/** Pages that cost the most, and every function that works on a whole page, so that a test can count its turns. */
import {
  Blocks,
  ChunkIndex,
  Documents,
  English,
  JsonText,
  Outline,
  PageRow,
  Paging,
  Passages,
  Question,
  Quote,
  Sharing,
  ShownPages,
  TimeSlice,
} from "@porthole/core"
import * as Effect from "effect/Effect"
import * as BareText from "../../src/passages/BareText.ts"
import * as Chunks from "../../src/passages/Chunks.ts"
import * as Excerpt from "../../src/passages/Excerpt.ts"
import * as Find from "../../src/passages/Find.ts"
import * as NearWords from "../../src/passages/NearWords.ts"
import * as Ranking from "../../src/passages/Ranking.ts"
import * as Selection from "../../src/passages/Selection.ts"
import * as Sections from "../../src/passages/Sections.ts"
import { sorted } from "../../src/passages/SlicedSort.ts"

/** A page of a size: about 30 times as many characters. */
export interface Page {
  readonly text: string
  readonly links: ReadonlyArray<string>
}

const repeated = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join("")

const linkOf = (n: number): string => `https://example.com/${n}`

/** The pages by their names, each made for a size. */
export const pages: Readonly<Record<string, (size: number) => Page>> = {
  "Latin text": (size) => ({
    text: repeated(
      size / 3,
      (n) => `The ferry ${n} leaves the harbour at ${n % 24} o'clock, and word${n % 97}. ${n % 5 ? "" : "\n\n"}`,
    ),
    links: [],
  }),
  "U+FDFA": (size) => ({ text: repeated(size, () => "\ufdfa ".repeat(5) + "\n\n"), links: [] }),
  "one huge line": (size) => ({ text: repeated(size, (n) => `ferry [word${n}](/${n}) \`code\` harbour. `), links: [] }),
  "sentences of one character": (size) => ({ text: repeated(size, () => `${"字。".repeat(12)}ferry。`), links: [] }),
  headings: (size) => ({ text: repeated(size, (n) => `## Ferry ${n} to the harbour\n`), links: [] }),
  introductions: (size) => ({ text: repeated(size, () => "The harbour:\n\n"), links: [] }),
  links: (size) => ({
    text: repeated(size, (n) => `[ferry ${n}](${linkOf(n)})\n\n`),
    links: Array.from({ length: size }, (_, n) => linkOf(n)),
  }),
}

const question = "when does the ferry to word17 leave the harbour"

/** Names each function, and runs it over a page. */
export type Step = (name: string, run: Effect.Effect<unknown, unknown>) => Effect.Effect<void>

/** Runs each function over a page. */
export const takeAll = Effect.fnUntraced(function* ({ links, text }: Page, step: Step) {
  const page = { text, mainLength: text.length }
  const bare = yield* BareText.make(page)
  const blocks = yield* Blocks.parse(bare.text, bare.mainLength)
  const { headings } = blocks
  const chunks = yield* Chunks.cut(bare.text, blocks, bare.mainLength)
  const index = yield* ChunkIndex.makeIndex(bare.text, chunks, headings)
  const asked = yield* Question.readQuestion(question, index)
  const ranking = yield* Ranking.rank(chunks, index, asked)
  const order = yield* Selection.orderOf(chunks, ranking)
  const markLength = Excerpt.markLengthOf(bare)
  const ranked: Selection.Ranked = { ...bare, chunks, blocks, index, ranking, order, markLength }
  const english = { text: bare.text, chunks, index, question: asked }
  const all = { start: 0, end: bare.text.length }
  const url = "https://example.com/"
  const row = { title: "Page", url, content: text, links, status_code: 200 }
  const stored = { ...row, text_length: text.length, redirected_from: [] }
  const json = JSON.stringify(stored)

  yield* step("BareText.make", BareText.make(page))
  yield* step("Blocks.parse", Blocks.parse(bare.text, bare.mainLength))
  yield* step("Sections.cut", Sections.cut(page.text))
  yield* step("Chunks.cut", Chunks.cut(bare.text, blocks, bare.mainLength))
  yield* step("Chunks.cut, headings", Chunks.cut(bare.text, { blocks: [], headings }, bare.mainLength))
  yield* step("ChunkIndex.makeIndex", ChunkIndex.makeIndex(bare.text, chunks, []))
  yield* step("ChunkIndex.makeIndex, headings", ChunkIndex.makeIndex(bare.text, [], headings))
  yield* step("Question.readQuestion", Question.readQuestion(question, index))
  yield* step("Ranking.rank", Ranking.rank(chunks, index, asked))
  yield* step("English.featuresOf", English.featuresOf(english))
  yield* step("English.unitsOf", English.unitsOf(english))
  yield* step(
    "English.rank",
    English.rank(english, () => Effect.succeed([])),
  )
  yield* step("Passages.rank, Passages.select", Passages.select(page, question, 20_000))
  yield* step("Selection.orderOf", Selection.orderOf(chunks, ranking))
  yield* step(
    "Selection.reorder",
    Selection.reorder({ ...ranked, order: Array.from(bare.text, (_, at) => at) }, [], []),
  )
  const apart = order.filter((at) => at % 2 === 0)
  yield* step("Excerpt.show", Excerpt.show(ranked, apart, TimeSlice.begin()))
  yield* step("Selection.select", Selection.select(ranked, text.length / 2))
  yield* step("Sharing.byRelevance", Sharing.byRelevance([ranked, ranked], 20_000))
  yield* step(
    "SlicedSort.sorted",
    sorted(order, (a, b) => b - a),
  )
  yield* step("Outline.section", Outline.section(headings, text.length, "no such heading"))
  yield* step("Paging.pageAt", Paging.pageAt(bare.text, blocks, all, Math.floor(0.9 * all.end)))
  yield* step("Quote.find, as written", Quote.find(text, "nowhere on the page"))
  yield* step("Quote.find", Quote.find(text, `${text.slice(0, 900)}nowhere`))
  yield* step("NearWords.find", NearWords.find(text, "the ferry stays nowhere on the page"))
  const wanted = { from: 0, maxLength: 4_000 }
  yield* step("Find.find", Find.find({ text, mainLength: text.length }, blocks, "nowhere on the page", wanted))
  yield* step("Documents.order", Documents.order(text.match(/[^]{1,2000}/g) ?? [], question))
  yield* step("PageRow.read", PageRow.read(row))
  yield* step("ShownPages.keep", ShownPages.makeShownPages().keep(url, stored))
  yield* step("JsonText.encode", JsonText.encode(stored))
  yield* step("JsonText.decode", JsonText.decode(json))
})

/** A function's turns with a page, and with one of twice its size. */
export interface Growth {
  readonly once: number
  readonly twice: number
}

/**
 * Whether a function is done in slices: it takes at least so many turns, and more of them for twice the page, unless a
 * constant bounds its work. About twice as many: of `Selection.select` a constant bounds a part.
 */
export const isSliced = ({ once, twice }: Growth, least: number, isBounded = false): boolean =>
  once >= least && (isBounded || twice >= Math.max(1.7 * least, 1.4 * once))

/** The functions of passages whose work a constant bounds, and that constant. */
export const bounded: Readonly<Record<string, string>> = {
  "BareText.whole": "none",
  "Blocks.shown": "a chunk, or the line of a heading",
  "ChunkIndex.rarity": "one word",
  "CodeFence.opening": "the beginning of a line",
  "CodeFence.closes": "the beginning of a line",
  "Excerpt.costOf, Excerpt.headingsOf": "a chunk and two headings",
  "Companions.companionsOf": "five chunks and an introduction",
  "English.open": "the first 6,000 characters",
  "Language.isEnglish": "the first 6,000 characters",
  "Ranking.lookupOf": "64 terms of 1,000 words",
  "Ranking.unitsOfChunk": "one chunk",
  "Ranking.isSameSection": "two chunks",
  "Ranking.hasNumber": "one chunk",
  "Misspelling.isPossible": "the length of a heading",
  "Misspelling.likenessOf": "a heading of at most 80 characters",
  "Outline.countOf": "15,420 headings",
  "PageIndex.use": "none: its work is the caller's",
  "TextWork.hold": "none: its work is the caller's",
  "Outline.make": "15,420 headings",
  "Outline.beside": "40 headings",
  "Excerpt.markBefore, Excerpt.markLengthOf": "one mark",
  "Selection.valuesOf": "2,048 chunks",
  "Selection.candidates": "the candidates of a reranker",
  "Sharing.evenly": "the pages of a call",
  "TextFragment.link": "the ends of a quote",
  "Words.wordsOf": "a chunk, the line of a heading, or a question",
  "Words.normalised": "a chunk, the line of a heading, or a question",
  "Words.stemOf": "one word",
  "Words.isStopWord": "one word",
  "TextSearch.TextSearch": "one unit each time",
  "PlainCharacters.charactersOf": "one character each time",
  "PlainCharacters.endOfCharacter": "one character",
}
