/**
 * The use-case behind `docs_search`: a search whose hits all lie within one site. The backend is
 * asked for the site's host only, and for more than is wanted, since most can't be asked for a path.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Arguments from "../domain/Arguments.ts"
import { defaultResults, type DocsSearchInput, DocsSearchRequest } from "../domain/DocsRequest.ts"
import type { SearchResult } from "../domain/SearchResult.ts"
import { Settings } from "../domain/Settings.ts"
import type { WebError } from "../domain/WebError.ts"
import type { Site } from "../policy/Site.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { findHits } from "./webSearch.ts"

/** Finds pages of the site, each of which `docsFetch` would go to. Hits outside are dropped, and `message` says so. */
export const docsSearch = (site: Site, input: DocsSearchInput): Effect.Effect<SearchResult, WebError, WebBackend> =>
  Effect.withSpan(
    Effect.flatMap(decodeRequest(input), (request) => find(site, request)),
    "docsSearch",
    { captureStackTrace: false },
  )

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(DocsSearchRequest)

/** How many hits are asked for one that is wanted, and in all. */
const surplus = 4
const most = 50

const find = Effect.fnUntraced(function* (site: Site, { max_results = defaultResults, query }: DocsSearchRequest) {
  const policy = { ...(yield* Settings), within: site.within }
  return yield* findHits(
    {
      query,
      max_results: Math.min(most, surplus * max_results),
      ...(site.domain === undefined ? {} : { domains: [site.domain] }),
    },
    { admits: (url) => Result.isSuccess(WebUrl.parse(url, policy)), most: max_results },
  )
})
