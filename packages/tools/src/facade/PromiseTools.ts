/** What `createWebTools` returns. */
import type {
  Arguments,
  DocsRequest,
  FetchRequest,
  Image,
  LibraryAnswer,
  LibraryRequest,
  Page,
  QuoteCheck,
  SearchAndFetch,
  SearchQuery,
  SearchResult,
  SiteMap,
  WebError,
} from "@porthole/core"
import type * as Batch from "../node/Batch.ts"
import type * as Crawl from "../node/Crawl.ts"
import type { Definition } from "../toolkit/Definitions.ts"

/** How to stop one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** The arguments of a fetch in one mode. */
export type InMode<Request, Mode extends FetchRequest.ExtractMode> = Omit<Arguments.Input<Request>, "extract"> & {
  readonly extract?: Mode | undefined
}

/** The success values of {@link PromiseTools.call}. */
export type ToolResult =
  | SearchResult.SearchResult
  | Page.Page
  | Page.Pages
  | SearchAndFetch.SearchAndFetchResult
  | QuoteCheck.QuoteCheck
  | LibraryAnswer.LibraryHits
  | LibraryAnswer.LibraryPage
  | SiteMap.SiteMap

/** The tools, ready to call. Failures are values: look for the key `error`. */
export interface PromiseTools extends AsyncDisposable {
  readonly webSearch: (
    args: Arguments.Input<SearchQuery.SearchQueryInput>,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  /** Reads one page (`url`) or several (`urls`). The text is in `content_md`, or by `extract` in `content`. */
  readonly webFetch: {
    <Mode extends FetchRequest.ExtractMode = "markdown">(
      args: InMode<FetchRequest.FetchRequestInput, Mode>,
      options?: CallOptions,
    ): Promise<Page.PageIn<Mode> | WebError.Wire>
    <Mode extends FetchRequest.ExtractMode = "markdown">(
      args: InMode<FetchRequest.PagesRequestInput, Mode>,
      options?: CallOptions,
    ): Promise<Page.PagesIn<Mode> | WebError.Wire>
  }
  readonly webSearchAndFetch: (
    args: Arguments.Input<SearchAndFetch.SearchAndFetchInput>,
    options?: CallOptions,
  ) => Promise<SearchAndFetch.SearchAndFetchResult | WebError.Wire>
  /**
   * Lists the pages below a URL with their titles. It always obeys robots.txt. The setting `tools` can list it for
   * models, as `web_map`.
   */
  readonly map: (
    args: Arguments.Input<SiteMap.MapRequestInput>,
    options?: CallOptions,
  ) => Promise<SiteMap.SiteMap | WebError.Wire>
  /**
   * Reads any number of pages, each whole unless its item says otherwise, by the pace of their hosts: one request at a
   * time and a second apart, unless `concurrency` and `delay` (milliseconds) say otherwise. Each page or error comes as
   * soon as it is there, with the URL that was requested. Leaving the loop ends the reading. It needs `@porthole/jobs`.
   */
  readonly batch: (
    items: Iterable<string | Batch.Item>,
    options?: CallOptions & Pick<Batch.Options, "concurrency" | "delay">,
  ) => AsyncIterable<Batch.Entry>
  /**
   * Reads the pages of a site, each whole, one request at a time and a second apart unless the options say otherwise. A
   * page that can't be read is an entry with its error. It needs the package `@porthole/jobs`.
   */
  readonly crawl: (options: Crawl.Options & CallOptions) => AsyncIterable<Crawl.Entry>
  /** Checks a quote against its page. The setting `tools` can list it for models, as `web_quote`. */
  readonly checkQuote: (
    args: Arguments.Input<QuoteCheck.QuoteRequestInput>,
    options?: CallOptions,
  ) => Promise<QuoteCheck.QuoteCheck | WebError.Wire>
  /** Fetches an image, for the program itself: it isn't one of the {@link definitions}. */
  readonly fetchImage: (
    args: Arguments.Input<Image.ImageRequestInput>,
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
    args: Arguments.Input<DocsRequest.DocsSearchInput>,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  readonly docsFetch: (
    args: Arguments.Input<DocsRequest.DocsFetchInput>,
    options?: CallOptions,
  ) => Promise<Page.Page | WebError.Wire>
}

/** The tools of installed documentation; `Hits` and `Page` are what the documentation sites beside it answer. */
export interface PromiseLibraryTools<Hits = never, Page = never> {
  readonly docsSearch: (
    args: Arguments.Input<LibraryRequest.LibrarySearchInput>,
    options?: CallOptions,
  ) => Promise<LibraryAnswer.LibraryHits | Hits | WebError.Wire>
  readonly docsFetch: (
    args: Arguments.Input<LibraryRequest.LibraryFetchInput>,
    options?: CallOptions,
  ) => Promise<LibraryAnswer.LibraryPage | Page | WebError.Wire>
}
