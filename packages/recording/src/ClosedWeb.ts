/**
 * A search that isn't recorded, ranked from the recording: its pages and the hits of its searches, by their titles,
 * snippets and texts. The pages are read once, at the first such search, with the reader of every page.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import {
  DateWindow,
  Deadline,
  HttpUrl,
  PageRow,
  Recorded,
  type Recording,
  Settings,
  type WebBackend,
  WebError,
  WebUrl,
} from "@porthole/core"
import { notRecorded } from "./Player.ts"
import type { Contents, Tape } from "./Tape.ts"
import { Peeks, searchScheme } from "./TapeIndex.ts"
import * as WebIndex from "./WebIndex.ts"
import type { Draft } from "./TapeWriter.ts"
import { metadata } from "./Recorder.ts"
import { without } from "./Secrets.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** Maximum number of pages that are read for the ranking; later ones are found by their hits only. */
export const maxPages = 1_000

/** Maximum characters of a page's text that are ranked. */
export const maxText = 20_000

/** The record of a search's hits, without the secrets that they may echo. */
export const draftOf = (
  request: WebBackend.SearchRequest,
  answer: WebBackend.SearchAnswer | ReadonlyArray<unknown>,
  secrets: ReadonlyArray<string>,
): Draft => {
  const rows = "rows" in answer ? answer.rows : answer
  const provider = "provider" in answer ? { provider: answer.provider } : {}
  const text = without(JSON.stringify({ query: request.query, ...provider, rows }), secrets)
  const target = targetOf(without(request.query, secrets))
  return { ...metadata(target, undefined, {}), block: new TextEncoder().encode(text) }
}

/** Says why a search has no recorded answer: a set of providers may be another one than that of the recording. */
export const explained =
  (tape: Tape) =>
  ({ search }: Recording.Backend): WebBackend.Search =>
  (request) =>
    Effect.catchIf(
      search(request),
      ({ reason }) => reason === "not_recorded",
      () =>
        Effect.flatMap(whyMissing(tape, request.query), (words) =>
          Effect.fail(notRecorded(words, "web_search_unavailable")),
        ),
    )

/** Ranks searches; what is read for it lives as long as the scope. */
export const make = Effect.fnUntraced(function* (
  tape: Tape,
): Effect.fn.Return<(base: Recording.Backend) => WebBackend.Search, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const readings = new WeakMap<object, Fiber.Fiber<WebIndex.WebIndex>>()

  /** A caller that leaves doesn't stop the reading, for which others may wait. */
  const indexOf = Effect.fnUntraced(function* (extract: WebBackend.Extract) {
    const contents = yield* Effect.mapError(tape.contents, ({ message }) => notRecorded(message))
    const known = readings.get(contents)
    const reading = known ?? (yield* Effect.forkIn(read(contents, extract), scope))
    readings.set(contents, reading)
    return yield* Deadline.ownTime(Fiber.join(reading), {
      duration: readingTime,
      orElse: () => Effect.fail(stillReading),
    })
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

/** How long a search waits for the pages to be read, beside its own time. The next one finds what was read. */
const readingTime = Duration.minutes(5)

const stillReading = WebError.make({
  error: "timeout",
  message:
    "The recording's pages are still being read for searches that it doesn't hold. Try again later, in the same " +
    "process.",
})

const decodeHits = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      provider: Schema.optionalKey(Schema.String),
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

const targetOf = (query: string): string => `${searchScheme}${encodeURIComponent(query)}`

const whyMissing = Effect.fnUntraced(function* (tape: Tape, query: string): Effect.fn.Return<string> {
  const searches = yield* Effect.orElseSucceed(
    Effect.flatMap(tape.contents, (contents) => contents.searches),
    () => [],
  )
  const same = searches.find((record) => WarcRecord.fieldOf(record, "WARC-Target-URI") === targetOf(query))
  if (same === undefined) return "The recording doesn't hold this search."
  const { provider = "" } = Option.getOrElse(decodeHits(new TextDecoder().decode(same.block)), () => ({ provider: "" }))
  const by = /^[a-z][a-z0-9+]{0,99}$/.test(provider) ? provider : "another provider"
  return `The recording holds this search by ${by}, or with other arguments. Set the providers that it was made with.`
})

/** Whether a hit's URL is one that the kernel accepts: one other would fail the whole answer. */
const isWeb = (url: string): boolean => HttpUrl.normalise(url) !== undefined

/** Reads the recording's hits and pages. What can't be read is left out. */
const read = Effect.fnUntraced(
  function* (contents: Contents, extract: WebBackend.Extract): Effect.fn.Return<WebIndex.WebIndex> {
    const found = new Map<string, WebIndex.Document>()
    for (const { block } of yield* Effect.orElseSucceed(contents.searches, () => [])) {
      const { rows } = Option.getOrElse(decodeHits(new TextDecoder().decode(block)), () => ({ rows: [] }))
      for (const row of rows) if (isWeb(row.url) && !found.has(row.url)) found.set(row.url, { ...row, text: "" })
    }
    if (contents.pages.size > maxPages)
      yield* Effect.logWarning(`Searches are ranked from the first ${maxPages} of ${contents.pages.size} pages.`)
    const pages = Array.from(contents.pages).slice(0, maxPages)
    const read = yield* Effect.forEach(pages, (url) => readPage(url, extract), { concurrency: 4 })
    for (const page of read.flatMap(Option.toArray)) {
      const hit = found.get(page.url)
      found.set(page.url, hit === undefined ? page : { ...hit, title: page.title || hit.title, text: page.text })
    }
    return yield* WebIndex.make(Array.from(found.values()))
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
    return Option.map(delivery, ({ page }): WebIndex.Document => {
      const metadata = page.published_at === undefined ? {} : { metadata: { published_at: page.published_at } }
      const text = ownText(page.content.slice(0, maxText))
      return { url: page.url, title: ownText(page.title), snippet: text.slice(0, 300).trim(), text, ...metadata }
    })
  },
  Effect.orElseSucceed(() => Option.none<WebIndex.Document>()),
)

/** A text of its own: a part of a page's would keep the whole page in memory. */
const ownText = (text: string): string => Buffer.from(text).toString()

/** The fields of a query that no ranking of words can express; the kernel filters by domain and date itself. */
const inexpressible = ["category", "language", "country", "safesearch", ...DateWindow.dateFields] as const

const rowOf = ({ metadata, snippet, title, url }: WebIndex.Document): object => {
  const row = { title: title || url, url, snippet }
  return metadata === undefined ? row : { ...row, metadata }
}

const rank = Effect.fnUntraced(function* (index: WebIndex.WebIndex, request: WebBackend.SearchRequest) {
  const documents = yield* WebIndex.rank(index, request.query)
  const rows = documents.map(rowOf)
  const ignored = inexpressible.filter((field) => request[field] !== undefined)
  const start = ((request.page ?? 1) - 1) * (request.max_results ?? 10)
  return { provider: "recording", rows: rows.slice(start), ignored, isRanked: true as const }
})
