/**
 * The use-case behind `web_search`: takes the answer from the cache or calls the backend under a deadline, cleans each
 * row, filters by domain, date and count, stays within the output budget, and reports cuts.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { dateFields, datesAmong, readWindow, windowOf } from "../domain/search/DateWindow.ts"
import type { CheckedAnswer } from "../domain/search/SearchAnswer.ts"
import type { InstantAnswer } from "../domain/search/InstantAnswer.ts"
import type * as SearchHit from "../domain/search/SearchHit.ts"
import { SearchQuery, type SearchQueryInput } from "../domain/search/SearchQuery.ts"
import type { SearchResult } from "../domain/search/SearchResult.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Progress from "../domain/call/Progress.ts"
import * as Recorded from "../domain/call/Recorded.ts"
import * as Trace from "../domain/call/Trace.ts"
import type { WebError } from "../domain/WebError.ts"
import * as HitFilter from "../policy/HitFilter.ts"
import { KnownUrls } from "../ports/KnownUrls.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { findAnswer } from "./findAnswer.ts"
import { messageOf } from "./SearchMessage.ts"
import { asidesWithin, type LeftOut, selectAnswers, selectHits, withinBudget } from "./selectHits.ts"

/**
 * Searches the web. The default of `max_results` is the backend's choice. One bad row among the first 200 fails the
 * call with `invalid_backend_response`; later rows are ignored. No hits is a success.
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
  query: Arguments.Arguments<SearchQueryInput>,
): Effect.Effect<SearchResult, WebError, WebBackend> =>
  Trace.call("webSearch")(Arguments.answer(decodeQuery(query), (decoded) => findHits(decoded)))

/** Whether every answer lists its `attempts`, also without `include_metadata`; for a person's eyes. Default: no. */
export const ListsAttempts: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/ListsAttempts", {
  defaultValue: () => false,
})

/** A filter for hits, and their maximum number. */
export interface HitSelection {
  readonly admits: (url: string) => boolean
  readonly maxHits: number
}

/** The same for a decoded query, without a span. With `selection`, other hits are dropped and reported. */
export const findHits = Effect.fnUntraced(function* (
  asked: SearchQuery,
  selection?: HitSelection,
): Effect.fn.Return<SearchResult, WebError, WebBackend> {
  const settings = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const domains = yield* Effect.fromResult(HitFilter.readDomains(asked.domains ?? []))
  const excluded = yield* Effect.fromResult(HitFilter.readDomains(asked.exclude_domains ?? [], "exclude_domains"))
  const window = yield* Effect.fromResult(readWindow(asked, now))
  const query = canonical(asked, domains.length === 0 ? HitFilter.allowedDomains(settings) : domains, excluded)
  yield* Progress.begin("Searching.")
  const { cached, value: answer } = yield* Deadline.within(findAnswer(query, window, settings), {
    duration: settings.search_timeout,
    orElse: () => Effect.fail(Deadline.searchTimeoutError),
  })
  yield* Trace.annotate({
    "porthole.cached": cached,
    "porthole.count": answer.rows.length,
    "porthole.provider": answer.provider,
  })
  const unappliedDates = datesAmong(query, answer.ignored ?? [])
  const rules = {
    filter: { domains, excluded, lists: settings, window: windowOf(unappliedDates, now) },
    includeMetadata: query.include_metadata ?? false,
    isInside: selection?.admits,
  }
  const { hits, leftOut } = yield* selectHits(answer.rows, rules)
  const wanted = hits.slice(0, selection?.maxHits ?? query.max_results)
  const answers = asidesWithin(selectAnswers(answer.answers ?? [], rules), settings.max_length)
  const corrections = asidesWithin(answer.corrections ?? [], settings.max_length - lengthOf(answers))
  const shown = withinBudget(wanted, settings.max_length - lengthOf(answers) - lengthOf(corrections))
  if (settings.known_urls_only) yield* learn([...shown.map(({ hit }) => hit), ...answers])
  const listsAttempts = query.include_metadata === true || (yield* ListsAttempts)
  const result = resultOf(query, answer, {
    leftOut,
    wanted,
    shown,
    answers,
    corrections,
    areDatesApplied: dateFields.some((field) => query[field] !== undefined && unappliedDates[field] === undefined),
  })
  return { ...result, ...(listsAttempts ? attemptsIn(answer) : {}) }
})

// --- private --------------------------------------------------------------------------

const decodeQuery = Arguments.decoder(SearchQuery)

/** The query as backends get it: domains in canonical form, and without empty filters. */
const canonical = (
  asked: SearchQuery,
  domains: HitFilter.DomainRules,
  excluded: HitFilter.DomainRules,
): SearchQuery => {
  const { page = 1, ...rest } = Struct.omit(asked, ["domains", "exclude_domains"])
  return {
    ...rest,
    ...(page === 1 ? {} : { page }),
    ...(domains.length === 0 ? {} : { domains }),
    ...(excluded.length === 0 ? {} : { exclude_domains: excluded }),
  }
}

/** Adds the URLs of what is shown to the known ones. */
const learn = (shown: ReadonlyArray<{ readonly url?: string }>): Effect.Effect<void> =>
  KnownUrls.use(({ add }) =>
    add(
      shown.flatMap(({ url }) => (url === undefined ? [] : [url])),
      "web",
    ),
  )

const lengthOf = (asides: ReadonlyArray<unknown>): number => (asides.length === 0 ? 0 : JSON.stringify(asides).length)

/** What an answer's message is made of, besides the answer. */
interface ChosenHits {
  readonly leftOut: LeftOut
  readonly wanted: ReadonlyArray<SearchHit.ReadHit>
  readonly shown: ReadonlyArray<SearchHit.ReadHit>
  readonly answers: ReadonlyArray<InstantAnswer>
  readonly corrections: ReadonlyArray<string>
  readonly areDatesApplied: boolean
}

const resultOf = (query: SearchQuery, answer: CheckedAnswer, chosen: ChosenHits): SearchResult => {
  const { answers, corrections, shown } = chosen
  const message = messageOf({
    ...chosen,
    found: answer.rows.length,
    unusable: answer.unusable ?? 0,
    isRanked: answer.isRanked === true,
    isLaterPage: query.page !== undefined,
  })
  const isAllDated = shown.every(({ publishedAt }) => publishedAt !== undefined)
  const ignored = HitFilter.stillIgnored(answer.ignored ?? [], query, isAllDated)
  return {
    hits: shown.map(({ hit }) => hit),
    count: shown.length,
    ...(answers.length === 0 ? {} : { answers }),
    ...(corrections.length === 0 ? {} : { corrections }),
    provider: answer.provider,
    ...(message === undefined ? {} : { message }),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...Recorded.field(answer),
  }
}

const attemptsIn = ({ attempts }: CheckedAnswer): Pick<SearchResult, "attempts"> =>
  attempts === undefined ? {} : { attempts }
