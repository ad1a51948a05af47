/**
 * A search that isn't recorded, ranked from the recording: its pages and the hits of its searches, by their titles,
 * snippets and texts. The pages are read once, at the first such search, with the reader of every page.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import {
  DateWindow,
  Deadline,
  PageRow,
  rankDocuments,
  Recorded,
  type Recording,
  Settings,
  type WebBackend,
  WebUrl,
  Words,
} from "@porthole/core"
import { notRecorded } from "./Player.ts"
import type { Contents, Tape } from "./Tape.ts"
import { Peeks, searchScheme } from "./TapeIndex.ts"
import type { Draft } from "./TapeWriter.ts"
import { metadata } from "./Recorder.ts"
import { without } from "./Secrets.ts"

/** Maximum number of pages that are read for the ranking; later ones are found by their hits only. */
export const maxPages = 1_000

/** Maximum characters of a page's text, and of all texts of one ranking, which the kernel's permits allow. */
export const maxText = 20_000
export const maxRanked = 2_000_000

/** The record of a search's hits, without the secrets that they may echo. */
export const draftOf = (
  request: WebBackend.SearchRequest,
  answer: WebBackend.SearchAnswer | ReadonlyArray<unknown>,
  secrets: ReadonlyArray<string>,
): Draft => {
  const rows = "rows" in answer ? answer.rows : answer
  const text = without(JSON.stringify({ query: request.query, rows }), secrets)
  const target = `${searchScheme}${encodeURIComponent(without(request.query, secrets))}`
  return { ...metadata(target, undefined, {}), block: new TextEncoder().encode(text) }
}

/** Ranks searches; what is read for it lives as long as the scope. */
export const make = Effect.fnUntraced(function* (
  tape: Tape,
): Effect.fn.Return<(base: Recording.Backend) => WebBackend.Search, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const readings = new WeakMap<object, Fiber.Fiber<Index>>()

  /** A caller that leaves doesn't stop the reading, for which others may wait. */
  const indexOf = Effect.fnUntraced(function* (extract: WebBackend.Extract) {
    const contents = yield* Effect.mapError(tape.contents, ({ message }) => notRecorded(message))
    const known = readings.get(contents)
    const reading = known ?? (yield* Effect.forkIn(read(contents, extract), scope))
    readings.set(contents, reading)
    return yield* Fiber.join(reading)
  })

  return ({ extract, search }) =>
    (request) =>
      Effect.catchIf(
        search(request),
        ({ reason }) => reason === "not_recorded",
        () => Effect.flatMap(indexOf(extract), (index) => rank(index, request)),
      )
})

// --- private --------------------------------------------------------------------------

/** What is known of a URL. */
interface Document {
  readonly url: string
  readonly title: string
  readonly snippet: string
  readonly text: string
  readonly metadata?: unknown
}

interface Index {
  readonly documents: ReadonlyArray<Document>
  /** The documents that have a stem, in order. */
  readonly postings: ReadonlyMap<string, ReadonlyArray<number>>
}

const decodeHits = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      rows: Schema.Array(
        Schema.Struct({
          title: Schema.String,
          url: Schema.String,
          snippet: Schema.String,
          metadata: Schema.optionalKey(Schema.Unknown),
        }),
      ),
    }),
  ),
)

/** Reads the recording's hits and pages. What can't be read is left out. */
const read = Effect.fnUntraced(
  function* (contents: Contents, extract: WebBackend.Extract): Effect.fn.Return<Index> {
    const found = new Map<string, Document>()
    for (const { block } of yield* Effect.orElseSucceed(contents.searches, () => [])) {
      const { rows } = Option.getOrElse(decodeHits(new TextDecoder().decode(block)), () => ({ rows: [] }))
      for (const row of rows) if (!found.has(row.url)) found.set(row.url, { ...row, text: "" })
    }
    const pages = Array.from(contents.pages).slice(0, maxPages)
    const read = yield* Effect.forEach(pages, (url) => readPage(url, extract), { concurrency: 4 })
    for (const page of read.flatMap(Option.toArray)) {
      const hit = found.get(page.url)
      found.set(page.url, hit === undefined ? page : { ...hit, title: page.title || hit.title, text: page.text })
    }
    const documents = Array.from(found.values())
    return { documents, postings: yield* postingsOf(documents) }
  },
  // It belongs to no call.
  Effect.provideService(Deadline.Deadline, Deadline.at(Number.POSITIVE_INFINITY)),
  Effect.provideService(Recorded.Collector, undefined),
  Effect.provideService(Peeks, true),
)

const readPage = Effect.fnUntraced(
  function* (url: string, extract: WebBackend.Extract) {
    const settings = yield* Settings.Settings
    const target = yield* Effect.fromResult(WebUrl.judge(url, settings))
    const row = yield* Effect.timeoutOption(extract({ url: target.url, target, mode: "markdown" }), "30 seconds")
    const delivery = yield* PageRow.read(Option.getOrUndefined(row))
    return Option.map(delivery, ({ page }): Document => {
      const metadata = page.published_at === undefined ? {} : { metadata: { published_at: page.published_at } }
      const text = page.content.slice(0, maxText)
      return { url: page.url, title: page.title, snippet: text.slice(0, 300).trim(), text, ...metadata }
    })
  },
  Effect.orElseSucceed(() => Option.none<Document>()),
)

const textOf = ({ snippet, text, title }: Document): string =>
  `${title}\n${text.startsWith(snippet) ? "" : `${snippet}\n`}${text}`

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    Words.wordsOf(text)
      .filter((word) => !Words.isStopWord(word))
      .map(Words.stemOf),
  )

const postingsOf = Effect.fnUntraced(function* (documents: ReadonlyArray<Document>) {
  const postings = new Map<string, Array<number>>()
  for (const [at, document] of documents.entries()) {
    for (const stem of stemsOf(textOf(document))) {
      const known = postings.get(stem)
      if (known === undefined) postings.set(stem, [at])
      else known.push(at)
    }
    yield* Effect.yieldNow
  }
  return postings
})

/** The documents that share the rarest words with a question, as many as one ranking may have, the best first. */
const candidates = ({ documents, postings }: Index, question: string): ReadonlyArray<Document> => {
  const scores = new Map<number, number>()
  for (const stem of stemsOf(question)) {
    const having = postings.get(stem) ?? []
    const rarity = Math.log(1 + documents.length / (having.length + 0.5))
    for (const at of having) scores.set(at, (scores.get(at) ?? 0) + rarity)
  }
  let room = maxRanked
  return Array.from(scores)
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .flatMap(([at]) => documents[at] ?? [])
    .slice(0, 1_000)
    .filter((document) => (room -= textOf(document).length) >= 0)
}

/** The fields of a query that no ranking of words can express; the kernel filters by domain and date itself. */
const inexpressible = ["category", "language", "country", "safesearch", ...DateWindow.dateFields] as const

const rank = Effect.fnUntraced(function* (index: Index, request: WebBackend.SearchRequest) {
  const chosen = candidates(index, request.query)
  const order = chosen.length === 0 ? [] : yield* rankDocuments({ query: request.query, documents: chosen.map(textOf) })
  const rows = order.flatMap((at) => {
    const document = chosen[at]
    if (document === undefined) return []
    const { metadata, snippet, title, url } = document
    return [{ title: title || url, url, snippet, ...(metadata === undefined ? {} : { metadata }) }]
  })
  const ignored = inexpressible.filter((field) => request[field] !== undefined)
  const start = ((request.page ?? 1) - 1) * (request.max_results ?? 10)
  return { provider: "recording", rows: rows.slice(start), ignored, isRanked: true as const }
})
