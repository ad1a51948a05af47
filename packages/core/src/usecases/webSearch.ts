/**
 * The use-case behind `web_search`: validate the query, ask the backend under a deadline, trust
 * none of its rows, keep to the domains and the count that were asked for, stay within the output
 * budget, and say what was cut.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Arguments from "../domain/Arguments.ts"
import * as SearchHit from "../domain/SearchHit.ts"
import { SearchQuery, type SearchQueryInput } from "../domain/SearchQuery.ts"
import { Attempt, type SearchResult } from "../domain/SearchResult.ts"
import { Settings } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import * as DomainRules from "../policy/DomainRules.ts"
import { type SearchAnswer, WebBackend } from "../ports/WebBackend.ts"

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
  const domains = yield* Effect.fromResult(DomainRules.read(decoded.domains ?? []))
  const query: SearchQuery = domains.length === 0 ? Struct.omit(decoded, ["domains"]) : { ...decoded, domains }
  const backend = yield* WebBackend
  const settings = yield* Settings
  const answer = yield* backend.search(query).pipe(
    Effect.timeoutOrElse({
      duration: settings.search_timeout,
      orElse: () => WebError.fail({ error: "timeout", message: "The search took too long." }),
    }),
    Effect.flatMap(readAnswer),
  )
  const includeMetadata = query.include_metadata ?? false
  const hits: Array<SearchHit.ReadHit> = []
  for (const row of answer.rows) {
    const read = SearchHit.fromRow(row, includeMetadata)
    if (Option.isNone(read)) return yield* Effect.fail(badAnswer)
    const { url } = read.value.hit
    if (DomainRules.admits(domains, url) && only?.admits(url) !== false) hits.push(read.value)
  }
  const wanted = hits.slice(0, only?.most ?? query.max_results)
  const shown = withinBudget(wanted, settings.max_length)
  const dropped = only === undefined ? 0 : answer.rows.length - hits.length
  const message = messageOf(answer.rows.length, wanted, shown, dropped)
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

const decodeQuery = Arguments.decode(SearchQuery)

const badAnswer = WebError.make({
  error: "invalid_backend_response",
  message: "The search backend answered with something that is no list of hits.",
})

/** A backend may be plain JavaScript: whatever it answers is looked at before it is believed. */
const readAnswer = (answer: unknown): Effect.Effect<SearchAnswer, WebError.WebError> => {
  if (Array.isArray(answer)) return Effect.succeed({ provider: "custom", rows: answer })
  if (!Predicate.isObject(answer)) return Effect.fail(badAnswer)
  const { provider, rows, ignored, attempts } = answer
  if (typeof provider !== "string" || !Array.isArray(rows)) return Effect.fail(badAnswer)
  return Effect.succeed({
    provider,
    rows,
    ...(Array.isArray(ignored) ? { ignored: ignored.filter(Predicate.isString) } : {}),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  })
}

const decodeAttempt = Schema.decodeUnknownOption(Attempt)

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

const messageOf = (
  found: number,
  wanted: ReadonlyArray<SearchHit.ReadHit>,
  shown: ReadonlyArray<SearchHit.ReadHit>,
  dropped: number,
): string | undefined => {
  if (wanted.length === 0) {
    if (found === 0) return "No results."
    return dropped > 0
      ? `No results within the site (${dropped} outside of it).`
      : "No results in the domains asked for."
  }
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(dropped > 0 ? [`Hits outside of the site are left out (${dropped} here).`] : []),
    ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
    ...(cut > 0 ? [`Snippets are cut at ${SearchHit.maxSnippetLength} characters (${cut} here).`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
