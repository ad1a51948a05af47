/** What `createWebTools` returns. */
import type { DocsRequest } from "@porthole/core"
import {
  type FetchRequest,
  type Image,
  type Page,
  type QuoteCheck,
  type SearchAndFetch,
  type SearchQuery,
  type SearchResult,
  type WebError,
} from "@porthole/core"
import type { Definition } from "../toolkit/Definitions.ts"

/** How to stop one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** The arguments of a call. An optional one may also be `undefined`, such as `next_start_index` of a last part. */
export type Input<A> = { readonly [K in keyof A]: {} extends Pick<A, K> ? A[K] | undefined : A[K] }

/** The success values of {@link PromiseTools.call}. */
export type ToolResult = SearchResult.SearchResult | Page.Page | Page.Pages | SearchAndFetch.SearchAndFetchResult

/** The tools, ready to call. Failures are values: look for the key `error`. */
export interface PromiseTools extends AsyncDisposable {
  readonly webSearch: (
    args: Input<SearchQuery.SearchQueryInput>,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  /** Reads one page (`url`) or several (`urls`). */
  readonly webFetch: {
    (args: Input<FetchRequest.FetchRequestInput>, options?: CallOptions): Promise<Page.Page | WebError.Wire>
    (args: Input<FetchRequest.PagesRequestInput>, options?: CallOptions): Promise<Page.Pages | WebError.Wire>
  }
  readonly webSearchAndFetch: (
    args: Input<SearchAndFetch.SearchAndFetchInput>,
    options?: CallOptions,
  ) => Promise<SearchAndFetch.SearchAndFetchResult | WebError.Wire>
  /** Checks a quote against its page, for the program itself: it isn't one of the {@link definitions}. */
  readonly checkQuote: (
    args: Input<QuoteCheck.QuoteRequestInput>,
    options?: CallOptions,
  ) => Promise<QuoteCheck.QuoteCheck | WebError.Wire>
  /** Fetches an image, for the program itself: it isn't one of the {@link definitions}. */
  readonly fetchImage: (
    args: Input<Image.ImageRequestInput>,
    options?: CallOptions,
  ) => Promise<Image.Image | WebError.Wire>
  /**
   * Adds URLs that the user gave: those of a list, or all URLs in a text. Under `knownUrlsOnly` they can be fetched,
   * like those of hits and of the links of pages.
   */
  readonly giveUrls: (urlsOrText: string | ReadonlyArray<string>) => Promise<void>
  /** The tools as plain JSON Schema, for any SDK. */
  readonly definitions: ReadonlyArray<Definition>
  /** Runs a model's tool call: a tool's name and its arguments, of any shape. */
  readonly call: (name: string, args: unknown, options?: CallOptions) => Promise<ToolResult | WebError.Wire>
  /** Stops running calls and closes every connection; without it a program may not exit. Later calls reject. */
  readonly dispose: () => Promise<void>
}

/** The tools of the one documentation site; those of several are called by name. */
export interface PromiseDocsTools {
  readonly docsSearch: (
    args: Input<DocsRequest.DocsSearchInput>,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  readonly docsFetch: (
    args: Input<DocsRequest.DocsFetchInput>,
    options?: CallOptions,
  ) => Promise<Page.Page | WebError.Wire>
}
