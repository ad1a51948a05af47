/**
 * The use-case behind `web_search`: validates the query, takes the answer from the cache or calls the backend under a
 * deadline, validates and cleans each row, filters by domain, date and count, stays within the output budget, and
 * reports cuts.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import type * as SearchResult from "../domain/search/SearchResult.ts"
import * as SearchHit from "../domain/search/SearchHit.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as WebError from "../domain/WebError.ts"
import * as HitFilter from "../policy/HitFilter.ts"
import { dateFields, pickDates, readWindow, windowOf } from "../domain/search/DateWindow.ts"
import { SearchQuery, type SearchQueryInput } from "../domain/search/SearchQuery.ts"
import { Settings } from "../domain/settings/Settings.ts"
import { KnownUrls } from "../ports/KnownUrls.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { findAnswer } from "./findAnswer.ts"
import { messageOf } from "./SearchMessage.ts"

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
  const hits: Array<SearchHit.ReadHit> = []
  const leftOut = { outside: 0, unfetchable: 0, elsewhere: 0, excluded: 0, denied: 0, misdated: 0 }
  const seen = new Set<string>()
  const slice = TimeSlice.begin()
  for (const row of answer.rows) {
    if (slice.spend(SearchHit.unitsOf(row))) yield* TimeSlice.next
    const read = SearchHit.fromRow(row, includeMetadata)
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

const decodeQuery = Arguments.decode(SearchQuery)

/**
 * The hits that fit the budget, in characters of everything the model reads; a hit that doesn't fit doesn't hide later
 * ones.
 */
const withinBudget = (hits: ReadonlyArray<SearchHit.ReadHit>, maxLength: number): ReadonlyArray<SearchHit.ReadHit> => {
  let left = maxLength
  return hits.filter(({ hit }) => {
    const cost = JSON.stringify(hit).length
    if (cost > left) return false
    left -= cost
    return true
  })
}
