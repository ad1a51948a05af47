/**
 * The use-case behind `web_search`: validates the query, takes the answer from the cache or calls the backend under a
 * deadline, validates and cleans each row, filters by domain, date and count, stays within the output budget, and
 * reports cuts.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as Arguments from "../domain/call/Arguments.ts"
import { Conversation } from "../domain/Conversation.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as SearchResult from "../domain/search/SearchResult.ts"
import {
  dateFields,
  type DateWindow,
  pickDates,
  readWindow,
  SearchQuery,
  type SearchQueryInput,
  windowOf,
} from "../domain/search/SearchQuery.ts"
import { Settings, type SettingsShape, VERSION } from "../domain/settings/Settings.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as WebError from "../domain/WebError.ts"
import * as HitFilter from "../policy/HitFilter.ts"
import type { Fault } from "../policy/HitFilter.ts"
import { KnownUrls } from "../ports/ConversationMemory.ts"
import * as Economy from "../ports/Economy.ts"
import { type SearchRequest, WebBackend } from "../ports/WebBackend.ts"
import { type Reply, keyOf, throughCache } from "./throughCache.ts"

/**
 * Searches the web. `max_results` is clamped into 1–100; the default is the backend's choice. One bad row among the
 * first 200 fails the call with `invalid_backend_response`; later rows are ignored. No hits is a success.
 *
 * It uses `SearchCache` and `RequestBudget`, if provided.
 *
 * ```ts
 * import { Effect } from "effect"
 * import { WebBackend, webSearch } from "@porthole/core"
 *
 * const backend = WebBackend.layer({
 *   search: Effect.succeed(() => Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "" }])),
 *   extract: WebBackend.unavailable,
 * })
 * const { hits } = await Effect.runPromise(webSearch({ query: "high water" }).pipe(Effect.provide(backend)))
 * console.log(hits[0]?.url) // https://tides.example/
 * ```
 */
export const webSearch = (
  input: SearchQueryInput,
): Effect.Effect<SearchResult.SearchResult, WebError.WebError, WebBackend> =>
  Trace.call("webSearch")(Effect.flatMap(decodeQuery(input), (query) => findHits(query)))

/** A filter for hits, and their maximum number. */
export interface HitSelection {
  readonly admits: (url: string) => boolean
  readonly maxHits: number
}

/** The same for a decoded query. With `selection`, other hits are dropped and reported. */
export const findHits = Effect.fnUntraced(function* (
  decoded: SearchQuery,
  selection?: HitSelection,
): Effect.fn.Return<SearchResult.SearchResult, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const domains = yield* Effect.fromResult(HitFilter.readDomains(decoded.domains ?? []))
  const excluded = yield* Effect.fromResult(HitFilter.readDomains(decoded.exclude_domains ?? [], "exclude_domains"))
  const window = yield* Effect.fromResult(readWindow(decoded, now))
  const query = canonical(decoded, domains.length === 0 ? HitFilter.allowedDomains(settings) : domains, excluded)
  const { cached, value: answer } = yield* Deadline.within(findAnswer(query, window, settings), {
    duration: settings.search_timeout,
    orElse: () => Effect.fail(Deadline.searchTimeoutError),
  })
  yield* Trace.annotate({
    "porthole.cached": cached,
    "porthole.count": answer.rows.length,
    "porthole.provider": answer.provider,
  })
  const ignored = answer.ignored ?? []
  const filter: HitFilter.HitFilter = {
    domains,
    excluded,
    lists: settings,
    window: windowOf(pickDates(query, ignored), now),
  }
  const includeMetadata = query.include_metadata ?? false
  const hits: Array<SearchResult.ReadHit> = []
  const leftOut = { outside: 0, unfetchable: 0, elsewhere: 0, excluded: 0, denied: 0, misdated: 0 }
  const seen = new Set<string>()
  const slice = TimeSlice.begin()
  for (const row of answer.rows) {
    if (slice.spend(SearchResult.unitsOf(row))) yield* TimeSlice.next
    const read = SearchResult.fromRow(row, includeMetadata)
    const { hit, publishedAt } = read
    if (seen.has(hit.url)) continue
    seen.add(hit.url)
    const fault = selection?.admits(hit.url) === false ? "outside" : HitFilter.faultOf(filter, hit.url, publishedAt)
    if (fault === undefined) hits.push(read)
    else leftOut[fault]++
  }
  const wanted = hits.slice(0, selection?.maxHits ?? query.max_results)
  const shown = withinBudget(wanted, settings.max_length)
  const unusable = answer.unusable ?? 0
  const isDated = dateFields.some((field) => query[field] !== undefined)
  const message = messageOf({ found: answer.rows.length, unusable, isDated, leftOut, wanted, shown })
  const untold = HitFilter.stillIgnored(
    ignored,
    query,
    shown.every(({ publishedAt }) => publishedAt !== undefined),
  )
  if (settings.known_urls_only) {
    const known = yield* KnownUrls
    yield* known.add(
      shown.map(({ hit }) => hit.url),
      "web",
    )
  }
  return {
    hits: shown.map(({ hit }) => hit),
    count: shown.length,
    provider: answer.provider,
    ...(message === undefined ? {} : { message }),
    ...(untold.length === 0 ? {} : { ignored: untold }),
    ...(includeMetadata && answer.attempts !== undefined ? { attempts: answer.attempts } : {}),
  }
})

/** The counts of an answer. */
export interface AnswerCounts {
  /** The number of the provider's rows that can be hits, and of those that can't. */
  readonly found: number
  readonly unusable: number
  /** Whether the query has dates. */
  readonly isDated: boolean
  /** The number of hits left out by fault; `outside` is outside the site to which the call is limited. */
  readonly leftOut: Readonly<Record<Fault | "outside", number>>
  /** The requested hits, and those of them that fit. */
  readonly wanted: ReadonlyArray<SearchResult.ReadHit>
  readonly shown: ReadonlyArray<SearchResult.ReadHit>
}

/** The message; `undefined` if there is nothing to report. */
export const messageOf = (counts: AnswerCounts): string | undefined => {
  const { leftOut, shown, unusable, wanted } = counts
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(wanted.length === 0 ? [whyNone(counts)] : []),
    ...(unusable > 0 ? [`Results without a title or a web address are left out (${unusable} here).`] : []),
    ...(leftOut.unfetchable > 0
      ? [`Hits that lead to private addresses or hold credentials are left out (${leftOut.unfetchable} here).`]
      : []),
    ...(wanted.length === 0 ? [] : aboutShown(counts, cut)),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

// --- private --------------------------------------------------------------------------

/** The query as backends get it: domains in canonical form, and without empty filters. */
const canonical = (
  decoded: SearchQuery,
  domains: HitFilter.DomainRules,
  excluded: HitFilter.DomainRules,
): SearchQuery => {
  const { page = 1, ...rest } = Struct.omit(decoded, ["domains", "exclude_domains"])
  return {
    ...rest,
    ...(page === 1 ? {} : { page }),
    ...(domains.length === 0 ? {} : { domains }),
    ...(excluded.length === 0 ? {} : { exclude_domains: excluded }),
  }
}

/**
 * The answer, from the cache or from the backend, under one deadline. Its key is the query, regardless of the order of
 * its parts, the days that it means today, and the settings that choose the provider. Keys and addresses of providers
 * aren't part of it.
 */
const findAnswer = Effect.fnUntraced(function* (query: SearchQuery, window: DateWindow, settings: SettingsShape) {
  const cache = yield* Economy.SearchCache
  const conversation = yield* Conversation
  return yield* throughCache<SearchResult.ReadAnswer, WebBackend>(cache, {
    of: "search",
    key: keyOf(
      conversation,
      VERSION,
      [settings.provider, settings.search_mode],
      Object.entries(query)
        .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      window,
    ),
    timeout: settings.search_timeout,
    timeoutError: Deadline.searchTimeoutError,
    admits: () => true,
    pay: Economy.spend(settings.search_timeout),
    ask: () => ask(query),
  })
})

const ask = Effect.fnUntraced(function* (
  request: SearchRequest,
): Effect.fn.Return<Reply<SearchResult.ReadAnswer>, WebError.WebError, WebBackend> {
  const backend = yield* WebBackend
  const value = yield* Effect.flatMap(backend.search(request), (answer) => SearchResult.read(answer))
  // An overloaded engine also returns no rows, so an empty answer isn't stored.
  return { value, cached: false, storable: value.rows.length > 0 }
})

const decodeQuery = Arguments.decode(SearchQuery)

/**
 * The hits that fit the budget, in characters of everything the model reads; a hit that doesn't fit doesn't hide later
 * ones.
 */
const withinBudget = (
  hits: ReadonlyArray<SearchResult.ReadHit>,
  maxLength: number,
): ReadonlyArray<SearchResult.ReadHit> => {
  let left = maxLength
  return hits.filter(({ hit }) => {
    const cost = JSON.stringify(hit).length
    if (cost > left) return false
    left -= cost
    return true
  })
}

const aboutShown = ({ leftOut, shown, wanted }: AnswerCounts, cut: number): ReadonlyArray<string> => [
  ...(leftOut.outside > 0 ? [`Hits outside the site are left out (${leftOut.outside} here).`] : []),
  ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
  ...(cut > 0 ? [`Snippets are cut at ${SearchResult.maxSnippetLength} characters (${cut} here).`] : []),
  ...(leftOut.denied > 0 ? [`Hits from blocked domains are left out (${leftOut.denied} here).`] : []),
  ...(leftOut.misdated > 0 ? [`Hits with other dates are left out (${leftOut.misdated} here).`] : []),
]

const whyNone = ({ found, isDated, leftOut, unusable }: AnswerCounts): string => {
  if (found === 0) {
    return isDated && unusable === 0
      ? "No results. Few search engines can filter by date: try without dates."
      : "No results. Try other words."
  }
  if (leftOut.outside > 0) return `No results within the site (${leftOut.outside} outside it). Try other words.`
  if (leftOut.denied > 0) return "No results in the domains that the settings allow. Try other words."
  if (leftOut.misdated > 0) return "No results with these dates. Try without dates."
  if (leftOut.unfetchable === found) return "No usable results. Try other words."
  return leftOut.elsewhere > 0
    ? "No results in these domains. Try without domains."
    : "No results outside the excluded domains. Try without exclude_domains."
}
