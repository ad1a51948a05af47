/** Pages as clients of other services expect them: whole, as far as a call may return them. */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { FetchRequest, type Page, type SearchResult, WebError } from "@porthole/core"
import type { Calls } from "../Calls.ts"

/** The most characters that a call may return, shared by its pages. */
export const mostCharacters = 1_000_000

/** Reads the pages of the first hits, as many as a call may read: in their order, each a page or its error. */
export const ofHits = (
  calls: Calls["Service"],
  hits: ReadonlyArray<SearchResult.SearchHit>,
  options: { readonly extract: FetchRequest.ExtractMode; readonly cache?: boolean },
): Effect.Effect<Page.Pages["pages"], WebError.WebError> => {
  const urls = hits.slice(0, FetchRequest.maxUrls).map(({ url }) => url)
  return urls.length === 0
    ? Effect.succeed([])
    : Effect.map(calls.fetchPages({ urls, max_length: mostCharacters, ...options }), ({ pages }) => pages)
}

/** The error of a page that can't be read, as that of the whole call. */
export const errorOf = (page: Page.FailedPage): WebError.WebError => WebError.make(Struct.omit(page, ["url"]))
