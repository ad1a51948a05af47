/** Whole pages, as clients of other services expect them, up to the maximum of a call. */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { FetchRequest, type Page, type SearchHit, WebError } from "@porthole/core"
import type { Calls } from "../Calls.ts"

/** Maximum characters of a call, shared by its pages. */
export const maxCharacters = 1_000_000

/** Reads the pages of the first hits, up to the maximum of a call: in their order, each a page or its error. */
export const ofHits = (
  calls: Calls["Service"],
  hits: ReadonlyArray<SearchHit.SearchHit>,
  options: { readonly extract: FetchRequest.ExtractMode; readonly max_age?: number },
): Effect.Effect<Page.Pages["pages"], WebError.WebError> => {
  const urls = hits.slice(0, FetchRequest.maxUrls).map(({ url }) => url)
  return urls.length === 0
    ? Effect.succeed([])
    : Effect.map(calls.fetchPages({ urls, max_length: maxCharacters, ...options }), ({ pages }) => pages)
}

/** A failed page's error, as the error of the whole call. */
export const errorOf = (page: Page.FailedPage): WebError.WebError => WebError.make(Struct.omit(page, ["url"]))
