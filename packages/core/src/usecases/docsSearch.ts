/** The use-case behind `docs_search`: hits of one site. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as Site from "../policy/Site.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { defaultResults, type DocsSearchInput, DocsSearchRequest } from "../domain/page/DocsRequest.ts"
import type { SearchResult } from "../domain/search/SearchResult.ts"
import { Settings } from "../domain/settings/Settings.ts"
import type { WebError } from "../domain/WebError.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { findHits } from "./webSearch.ts"

/** Finds pages of the site that `docsFetch` can read. Hits outside are dropped, and `message` reports it. */
export const docsSearch = (
  site: Site.Site,
  request: Arguments.Arguments<DocsSearchInput>,
): Effect.Effect<SearchResult, WebError, WebBackend> =>
  Trace.call("docsSearch")(Arguments.answer(decodeRequest(request), (decoded) => find(site, decoded)))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(DocsSearchRequest)

/** How many hits to request for each wanted one, because some may be outside the site. */
const hitsPerResult = 4

/** Maximum number of hits to request. */
const maxRequestedHits = 50

const find = Effect.fnUntraced(function* (site: Site.Site, { max_results = defaultResults, query }: DocsSearchRequest) {
  const policy = { ...(yield* Settings), within: site.within }
  return yield* findHits(
    {
      query,
      max_results: Math.min(maxRequestedHits, hitsPerResult * max_results),
      ...(site.domain === undefined ? {} : { domains: [site.domain] }),
    },
    { admits: (url) => Result.isSuccess(WebUrl.parse(url, policy)), maxHits: max_results },
  )
})
