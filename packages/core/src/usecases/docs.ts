/** The use-cases behind `docs_search` and `docs_fetch`: hits and pages of one site; no hop may leave it. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Arguments from "../domain/call/Arguments.ts"
import {
  defaultResults,
  type DocsFetchInput,
  DocsFetchRequest,
  type DocsSearchInput,
  DocsSearchRequest,
} from "../domain/page/FetchRequest.ts"
import type { Page } from "../domain/page/Page.ts"
import type { SearchResult } from "../domain/search/SearchResult.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Trace from "../domain/call/Trace.ts"
import type { WebError } from "../domain/WebError.ts"
import * as Site from "../policy/Site.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { fetchPage } from "./webFetch.ts"
import { findHits } from "./webSearch.ts"

/** Finds pages of the site that `docsFetch` can read. Hits outside are dropped, and `message` reports it. */
export const docsSearch = (
  site: Site.Site,
  input: DocsSearchInput,
): Effect.Effect<SearchResult, WebError, WebBackend> =>
  Trace.call("docsSearch")(Effect.flatMap(decodeSearch(input), (request) => find(site, request)))

/** Reads a page like `webFetch`. A URL, slug or redirect that leads out of the site is `outside_site`. */
export const docsFetch = (site: Site.Site, input: DocsFetchInput): Effect.Effect<Page, WebError, WebBackend> =>
  Trace.call("docsFetch")(Effect.flatMap(decodeFetch(input), (request) => readPage(site, request)))

// --- private --------------------------------------------------------------------------

const decodeSearch = Arguments.decode(DocsSearchRequest)

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

const decodeFetch = Arguments.decode(DocsFetchRequest)

/** `fetchPage` logs a URL that the policy refuses. A slug that gives no URL fails before, so nothing is logged. */
const readPage = (site: Site.Site, { slug_or_url, ...request }: DocsFetchRequest) =>
  Effect.flatMap(Effect.fromResult(Site.urlOf(site, slug_or_url)), (url) => fetchPage({ url, ...request }, site.within))
