/**
 * The tools, and `fetchImage`, as functions of any arguments. Every front end (toolkit, MCP, Promise facade) calls
 * these, so all of them give the same answers.
 */
import * as Effect from "effect/Effect"
import {
  Arguments,
  docsFetch as docsFetchOf,
  docsSearch as docsSearchOf,
  fetchImage,
  FetchRequest,
  Image,
  type Page,
  Refusal,
  SearchAndFetch,
  searchAndFetch,
  type SearchResult,
  type Site,
} from "@porthole/core"
import { withUrl } from "./FetchCall.ts"
import { decodeAndAnswer, observed, type WebCall } from "./WebCall.ts"

export { fetch, fetchPage, fetchPages } from "./FetchCall.ts"
export { search } from "./SearchCall.ts"
export { logged, withBackend, type WebCall } from "./WebCall.ts"

/** `web_search_and_fetch`. */
export const searchThenFetch: WebCall<SearchAndFetch.SearchAndFetchResult> = (input) =>
  observed("web_search_and_fetch", decodeAndAnswer(readSearchAndFetch(input ?? {}), searchAndFetch))

/** `fetchImage`: for programs, not a tool for models. The use-case logs its refusals. */
export const image: WebCall<Image.Image> = (input) =>
  observed(
    "fetch_image",
    Effect.flatMap(Effect.flatMap(decodeImage(input ?? {}), withUrl), fetchImage),
    Refusal.isRefusal,
  )

/** `docs_search` of a site. */
export const docsSearch =
  (site: Site.Site): WebCall<SearchResult.SearchResult> =>
  (input) =>
    observed(
      "docs_search",
      decodeAndAnswer(readDocsSearch(input ?? {}), (request) => docsSearchOf(site, request)),
    )

/** `docs_fetch` of a site. The use-case logs its refusals. */
export const docsFetch =
  (site: Site.Site): WebCall<Page.Page> =>
  (input) =>
    observed(
      "docs_fetch",
      decodeAndAnswer(readDocsFetch(input ?? {}), (request) => docsFetchOf(site, request)),
      Refusal.isRefusal,
    )

// --- private --------------------------------------------------------------------------

const decodeImage = Arguments.decode(Image.ImageRequest)
const readSearchAndFetch = Arguments.read(SearchAndFetch.SearchAndFetchRequest)
const readDocsSearch = Arguments.read(FetchRequest.DocsSearchRequest)
const readDocsFetch = Arguments.read(FetchRequest.DocsFetchRequest)
