/**
 * The use-case behind `web_search_and_fetch`: one search, then its hits' pages in parallel, shown by their relevant
 * parts. A page that can't be read is an entry with its error; only a failed search fails the call.
 */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import {
  type SearchAndFetchInput,
  SearchAndFetchRequest,
  type SearchAndFetchResult,
} from "../domain/page/SearchAndFetch.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Trace from "../domain/call/Trace.ts"
import type { WebError } from "../domain/WebError.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import type { ViewRequest } from "./viewPage.ts"
import { fetchPages } from "./webFetch.ts"
import { findHits } from "./webSearch.ts"

/** Searches, and reads the page of each hit. `pages` has one entry per hit, in the order of the hits. */
export const searchAndFetch = (
  request: Arguments.Arguments<SearchAndFetchInput>,
): Effect.Effect<SearchAndFetchResult, WebError, WebBackend> =>
  Trace.call("searchAndFetch")(Arguments.answer(decodeRequest(request), findAndRead))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(SearchAndFetchRequest)

const findAndRead = Effect.fnUntraced(function* (
  request: SearchAndFetchRequest,
): Effect.fn.Return<SearchAndFetchResult, WebError, WebBackend> {
  const settings = yield* Settings
  const {
    extract,
    focus,
    max_bytes,
    max_length = settings.max_length,
    max_results = settings.max_pages,
    ...search
  } = request
  if (extract === "html" && focus !== undefined) return yield* Effect.fail(focusWithHtmlError)
  // Cleaned HTML has no passages, so each page is shown from its beginning.
  const view: ViewRequest = {
    ...(extract === "html" ? {} : { query: focus ?? search.query }),
    ...(extract === undefined ? {} : { extract }),
    ...(max_bytes === undefined ? {} : { max_bytes }),
  }
  const found = yield* Trace.call("webSearch")(findHits({ ...search, max_results }))
  const urls = found.hits.map(({ url }) => url)
  return { ...found, pages: yield* fetchPages(urls, view, max_length, "hit") }
})

const focusWithHtmlError = Arguments.invalid("focus", "focus needs extract to be markdown or text.")
