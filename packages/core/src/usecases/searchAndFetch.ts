/**
 * The use-case behind `web_search_and_fetch`: one search, then the pages of its hits in parallel, shown by what of them
 * answers. A page that can't be read is an entry with its error; only a failed search fails the call.
 */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/Arguments.ts"
import { type SearchAndFetchInput, SearchAndFetchRequest, type SearchAndFetchResult } from "../domain/SearchAndFetch.ts"
import { Settings } from "../domain/Settings.ts"
import * as Trace from "../domain/Trace.ts"
import type { WebError } from "../domain/WebError.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { fetchPages } from "./webFetch.ts"
import { webSearch } from "./webSearch.ts"

/** Searches, and reads the page of each hit. `pages` has one entry a hit, in the hits' order. */
export const searchAndFetch = Effect.fnUntraced(function* (
  input: SearchAndFetchInput,
): Effect.fn.Return<SearchAndFetchResult, WebError, WebBackend> {
  const settings = yield* Settings
  const {
    focus,
    max_length = settings.max_length,
    max_results = settings.max_pages,
    ...search
  } = yield* decodeRequest(input)
  const found = yield* webSearch({ ...search, max_results })
  const urls = found.hits.map(({ url }) => url)
  return { ...found, pages: yield* fetchPages(urls, { query: focus ?? search.query }, max_length) }
}, Trace.call("searchAndFetch"))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(SearchAndFetchRequest)
