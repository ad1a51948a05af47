/**
 * The use-case behind `web_search`: validate the query, take the answer from the cache or ask the
 * backend under a deadline, trust none of its rows, keep to the domains and the count that were asked
 * for, stay within the output budget, and say what was cut.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as Arguments from "../domain/Arguments.ts"
import { Conversation } from "../domain/Conversation.ts"
import * as SearchHit from "../domain/SearchHit.ts"
import { SearchQuery, type SearchQueryInput } from "../domain/SearchQuery.ts"
import type { SearchResult } from "../domain/SearchResult.ts"
import { Settings, type SettingsShape } from "../domain/Settings.ts"
import { VERSION } from "../domain/Version.ts"
import * as WebError from "../domain/WebError.ts"
import * as DomainRules from "../policy/DomainRules.ts"
import { KnownUrls } from "../ports/KnownUrls.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import { SearchCache } from "../ports/SearchCache.ts"
import { type SearchAnswer, type SearchRequest, WebBackend } from "../ports/WebBackend.ts"
import { badAnswer, readAnswer } from "./readAnswer.ts"
import { type Asked, keyOf, throughCache } from "./throughCache.ts"

/**
 * Searches the web. `max_results` is clamped into 1–100 and, when absent, left to the backend. One
 * bad row fails the call with `invalid_backend_response`; no hits is a success.
 */
export const webSearch = Effect.fn("webSearch")(function* (
  input: SearchQueryInput,
): Effect.fn.Return<SearchResult, WebError.WebError, WebBackend> {
  return yield* findHits(yield* decodeQuery(input))
})

/** Which hits a call wants of those that the query finds: those admitted, and at most so many. */
export interface Wanted {
  readonly admits: (url: string) => boolean
  readonly most: number
}

/** The same for a query that has been decoded. With `only`, the hits that aren't admitted are dropped and told. */
export const findHits = Effect.fnUntraced(function* (
  decoded: SearchQuery,
  only?: Wanted,
): Effect.fn.Return<SearchResult, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const asked = yield* Effect.fromResult(DomainRules.read(decoded.domains ?? []))
  const domains = asked.length === 0 ? DomainRules.allowed(settings) : asked
  const query: SearchQuery = domains.length === 0 ? Struct.omit(decoded, ["domains"]) : { ...decoded, domains }
  const { value: answer } = yield* Effect.timeoutOrElse(findAnswer(query, settings), {
    duration: settings.search_timeout,
    orElse: () => Effect.fail(late),
  })
  const includeMetadata = query.include_metadata ?? false
  const hits: Array<SearchHit.ReadHit> = []
  let outside = 0
  let denied = 0
  for (const row of answer.rows) {
    const read = SearchHit.fromRow(row, includeMetadata)
    if (Option.isNone(read)) return yield* Effect.fail(badAnswer)
    const { url } = read.value.hit
    if (!DomainRules.admits(asked, url) || only?.admits(url) === false) outside++
    else if (DomainRules.permits(settings, url)) hits.push(read.value)
    else denied++
  }
  const wanted = hits.slice(0, only?.most ?? query.max_results)
  const shown = withinBudget(wanted, settings.max_length)
  const message = messageOf({
    found: answer.rows.length,
    outside: only === undefined ? 0 : outside,
    denied,
    wanted,
    shown,
  })
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
    ...(answer.ignored === undefined || answer.ignored.length === 0 ? {} : { ignored: answer.ignored }),
    ...(includeMetadata && answer.attempts !== undefined ? { attempts: answer.attempts } : {}),
  }
})

// --- private --------------------------------------------------------------------------

/** The answer, out of the cache or from the backend; the whole of it under one deadline. */
const findAnswer = Effect.fnUntraced(function* (query: SearchQuery, settings: SettingsShape) {
  const cache = yield* Effect.serviceOption(SearchCache)
  const who = yield* Conversation
  const now = yield* Clock.currentTimeMillis
  const endsAt = now + Duration.toMillis(settings.search_timeout)
  return yield* throughCache<SearchAnswer, WebBackend>(Option.getOrUndefined(cache), {
    key: keyOf(
      who,
      VERSION,
      [settings.provider, settings.search_mode],
      Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    timeout: Duration.toMillis(settings.search_timeout),
    endsAt,
    late,
    admits: () => true,
    pay: RequestBudget.spend(endsAt, settings.search_timeout),
    ask: () => ask({ ...query, endsAt }),
  })
})

const ask = Effect.fnUntraced(function* (
  request: SearchRequest,
): Effect.fn.Return<Asked<SearchAnswer>, WebError.WebError, WebBackend> {
  const backend = yield* WebBackend
  const value = yield* Effect.flatMap(backend.search(request), (answer) => readAnswer(answer))
  // An engine that is out of breath answers with nothing, too: that isn't worth keeping, nor is a bad row.
  const storable = value.rows.length > 0 && value.rows.every((row) => Option.isSome(SearchHit.fromRow(row, false)))
  return { value, cached: false, storable }
})

const decodeQuery = Arguments.decode(SearchQuery)

const late = WebError.make({ error: "timeout", message: "The search took too long." })

/** The hits that fit the budget, in characters of everything the model reads of them; one that doesn't hides none behind it. */
const withinBudget = (hits: ReadonlyArray<SearchHit.ReadHit>, maxLength: number): ReadonlyArray<SearchHit.ReadHit> => {
  let left = maxLength
  return hits.filter(({ hit }) => {
    const cost = JSON.stringify(hit).length
    if (cost > left) return false
    left -= cost
    return true
  })
}

const messageOf = ({
  denied,
  found,
  outside,
  shown,
  wanted,
}: {
  readonly found: number
  /** Hits left out because they lie outside of the site that the call is pinned to. */
  readonly outside: number
  /** Hits left out because their domains aren't allowed here. */
  readonly denied: number
  readonly wanted: ReadonlyArray<SearchHit.ReadHit>
  readonly shown: ReadonlyArray<SearchHit.ReadHit>
}): string | undefined => {
  if (wanted.length === 0) {
    if (found === 0) return "No results."
    if (outside > 0) return `No results within the site (${outside} outside of it).`
    return denied > 0 ? "No results in the domains that are allowed here." : "No results in the domains asked for."
  }
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(outside > 0 ? [`Hits outside of the site are left out (${outside} here).`] : []),
    ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
    ...(cut > 0 ? [`Snippets are cut at ${SearchHit.maxSnippetLength} characters (${cut} here).`] : []),
    ...(denied > 0 ? [`Hits from domains that aren't allowed here are left out (${denied} here).`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
