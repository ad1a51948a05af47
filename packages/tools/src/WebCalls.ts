/**
 * The tools, and `fetchImage`, as functions of whatever was sent: the kernel decodes the arguments, so
 * what it can't understand is an `invalid_request` like any other failure. Every face (toolkit, MCP,
 * facade) calls these, which is why all of them give the same answers.
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
  SearchQuery,
  type SearchResult,
  Settings,
  type Site,
  WebBackend,
  WebError,
  webFetch,
  webFetchPages,
  webSearch,
} from "@porthole/core"
import * as WrittenUrl from "./WrittenUrl.ts"

/** A call: arguments of any kind in, an answer or the typed failure out. No arguments are empty ones. */
export type WebCall<A> = (input: unknown) => Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>

/** `web_search`. An absent `max_results` is the tool's default, a setting. */
export const search: WebCall<SearchResult.SearchResult> = (input) =>
  logged(
    Effect.gen(function* () {
      const { max_results } = yield* Settings.Settings
      return yield* answered(readQuery(input ?? {}), (query) => webSearch({ max_results, ...query }))
    }),
  )

/** `web_fetch`, of one page or several. It tells of its refusals itself. */
export const fetch: WebCall<Page.Page | Page.Pages> = (input) =>
  logged(answered(readRequest(input ?? {}), fetchAny), Refusal.isRefusal)

/** `web_fetch` of one page. */
export const fetchPage: WebCall<Page.Page> = (input) =>
  logged(
    answered(readPage(input ?? {}), (request) => Effect.flatMap(withUrl(request), webFetch)),
    Refusal.isRefusal,
  )

/** `web_fetch` of several pages. */
export const fetchPages: WebCall<Page.Pages> = (input) =>
  logged(
    answered(readPages(input ?? {}), (request) => Effect.flatMap(withUrls(request), webFetchPages)),
    Refusal.isRefusal,
  )

/** `web_search_and_fetch`. */
export const searchThenFetch: WebCall<SearchAndFetch.SearchAndFetchResult> = (input) =>
  logged(answered(readSearchAndFetch(input ?? {}), searchAndFetch))

/** `fetchImage`: for programs, no tool of a model. It tells of its refusals itself. */
export const image: WebCall<Image.Image> = (input) =>
  logged(Effect.flatMap(Effect.flatMap(decodeImage(input ?? {}), withUrl), fetchImage), Refusal.isRefusal)

/** `docs_search` of a site. */
export const docsSearch =
  (site: Site.Site): WebCall<SearchResult.SearchResult> =>
  (input) =>
    logged(answered(readDocsSearch(input ?? {}), (request) => docsSearchOf(site, request)))

/** `docs_fetch` of a site, which tells of its refusals itself. */
export const docsFetch =
  (site: Site.Site): WebCall<Page.Page> =>
  (input) =>
    logged(
      answered(readDocsFetch(input ?? {}), (request) => docsFetchOf(site, request)),
      Refusal.isRefusal,
    )

/** Makes calls of one backend, for handlers whose callers have none. */
export const over =
  (backend: WebBackend.WebBackend["Service"]) =>
  <A>(call: WebCall<A>) =>
  (input: unknown): Effect.Effect<A, WebError.WebError> =>
    Effect.provideService(call(input), WebBackend.WebBackend, backend)

/** Tells an operator, at debug level, what a failure's answer keeps from the model, unless that is told already. */
export const logged = <A, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
  isTold: (error: WebError.WebError) => boolean = () => false,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.tapError(call, (error) => {
    const cause = WebError.causeOf(error)
    return cause === undefined || isTold(error)
      ? Effect.void
      : Effect.logDebug(`A call failed with ${error.error}.`, cause)
  })

// --- private --------------------------------------------------------------------------

/** The answer to arguments, whose `message` says what of them was changed or ignored. */
const answered = <Request, A extends { readonly message?: string }, R>(
  read: Effect.Effect<Arguments.Arguments<Request>, WebError.WebError>,
  answer: (request: Request) => Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(read, ({ notes, value }) => Effect.map(answer(value), (given) => Arguments.withNotes(given, notes)))

const withUrl = <A extends { readonly url: string }>(request: A): Effect.Effect<A, WebError.WebError> =>
  Effect.map(WrittenUrl.read(request.url), (url) => ({ ...request, url }))

const readQuery = Arguments.read(SearchQuery.SearchQuery)

/** The names of the fields tell which of the two it is. */
const fetchAny = ({
  url,
  urls,
  ...request
}: FetchRequest.WebFetchRequest): Effect.Effect<Page.Page | Page.Pages, WebError.WebError, WebBackend.WebBackend> => {
  if (url !== undefined && urls !== undefined)
    return Effect.fail(Arguments.invalid("urls", "Give url or urls, not both."))
  if (urls !== undefined) return Effect.flatMap(withUrls({ urls, ...request }), webFetchPages)
  return url === undefined
    ? Effect.fail(Arguments.invalid("url", "url is required."))
    : Effect.flatMap(withUrl({ url, ...request }), webFetch)
}

/** What names no host stays as it is: it becomes its page's error. */
const withUrls = <A extends { readonly urls: ReadonlyArray<string> }>(request: A): Effect.Effect<A> =>
  Effect.map(
    Effect.forEach(request.urls, (url) => Effect.orElseSucceed(WrittenUrl.read(url), () => url)),
    (urls) => ({ ...request, urls }),
  )

const readRequest = Arguments.read(FetchRequest.WebFetchRequest)
const readPage = Arguments.read(FetchRequest.FetchRequest)
const readPages = Arguments.read(FetchRequest.PagesRequest)
const decodeImage = Arguments.decode(Image.ImageRequest)
const readSearchAndFetch = Arguments.read(SearchAndFetch.SearchAndFetchRequest)
const readDocsSearch = Arguments.read(FetchRequest.DocsSearchRequest)
const readDocsFetch = Arguments.read(FetchRequest.DocsFetchRequest)
