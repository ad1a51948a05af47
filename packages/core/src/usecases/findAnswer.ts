/** The answer to a search, from the cache or from the backend: the part of `web_search` before its hits are chosen. */
import * as Effect from "effect/Effect"
import * as Recorded from "../domain/call/Recorded.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as SearchAnswer from "../domain/search/SearchAnswer.ts"
import type * as WebError from "../domain/WebError.ts"
import * as AnswerCache from "../ports/AnswerCache.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import { Conversation } from "../domain/Conversation.ts"
import type { DateWindow } from "../domain/search/DateWindow.ts"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { type SettingsShape, VERSION } from "../domain/settings/Settings.ts"
import { type SearchRequest, WebBackend } from "../ports/WebBackend.ts"
import { keyOf, type Reply, throughCache } from "./throughCache.ts"

/**
 * The answer, from the cache or from the backend, under one deadline. Its key is the query, regardless of the order of
 * its parts, the days that it means today, and the settings that choose the provider. Keys and addresses of providers
 * aren't part of it.
 */
export const findAnswer = Effect.fnUntraced(function* (
  query: SearchQuery,
  window: DateWindow,
  settings: SettingsShape,
) {
  const cache = yield* AnswerCache.SearchCache
  const conversation = yield* Conversation
  return yield* throughCache<SearchAnswer.CheckedAnswer, WebBackend>(cache, {
    kind: "search",
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
    pay: RequestBudget.spend(settings.search_timeout),
    ask: () => ask(query),
  })
})

// --- private --------------------------------------------------------------------------

const ask = Effect.fnUntraced(function* (
  request: SearchRequest,
): Effect.fn.Return<Reply<SearchAnswer.CheckedAnswer>, WebError.WebError, WebBackend> {
  const backend = yield* WebBackend
  const { entries, value: answer } = yield* Recorded.collect(backend.search(request))
  const value = { ...(yield* SearchAnswer.read(answer)), ...Recorded.field({ recorded: Recorded.choose(entries) }) }
  // An overloaded engine also returns no rows, so an empty answer isn't stored.
  return { value, cached: false, storable: value.rows.length > 0 }
})
