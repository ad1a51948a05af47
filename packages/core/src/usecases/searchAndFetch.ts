/**
 * The use-case behind `web_search_and_fetch`: one search, then the pages of its hits in parallel.
 * A page that can't be read is an entry with its error; only a failed search fails the call.
 */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/Arguments.ts"
import type { Page } from "../domain/Page.ts"
import {
  type FailedPage,
  type SearchAndFetchInput,
  SearchAndFetchRequest,
  type SearchAndFetchResult,
} from "../domain/SearchAndFetch.ts"
import type { SearchHit } from "../domain/SearchResult.ts"
import { Settings } from "../domain/Settings.ts"
import type { WebError } from "../domain/WebError.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { fetchPage } from "./webFetch.ts"
import { webSearch } from "./webSearch.ts"

/** Searches, and reads the page of each hit. `pages` has one entry a hit, in the hits' order. */
export const searchAndFetch = Effect.fn("searchAndFetch")(function* (
  input: SearchAndFetchInput,
): Effect.fn.Return<SearchAndFetchResult, WebError, WebBackend> {
  const settings = yield* Settings
  const { max_length = settings.max_length, max_results = settings.max_pages, ...search } = yield* decodeRequest(input)
  const found = yield* webSearch({ ...search, max_results })
  const share = Math.floor(max_length / Math.max(1, found.count))
  const pages = yield* Effect.forEach(found.hits, (hit) => readPage(hit, search.query, share), { concurrency: 10 })
  return { ...found, pages }
})

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(SearchAndFetchRequest)

const readPage = (
  hit: SearchHit,
  query: string,
  maxLength: number,
): Effect.Effect<Page | FailedPage, never, WebBackend> =>
  Effect.catch(fetchPage({ url: hit.url, query, max_length: maxLength }), (error): Effect.Effect<FailedPage> =>
    Effect.succeed({ url: hit.url, ...error.wire }),
  )
