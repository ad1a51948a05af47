/**
 * Porthole's calls for routes: arguments of any kind in, an answer or the typed failure out. A call's `Conversation` is
 * that of its request (`Guard`).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Image,
  type Page,
  type QuoteCheck,
  type SearchAndFetch,
  type SearchResult,
  type SiteMap,
  type SiteScope,
  WebBackend,
  type WebError,
} from "@porthole/core"
import { ToolCalls } from "@porthole/tools"

/** A call over the server's backend. */
export type Call<A> = (input: unknown) => Effect.Effect<A, WebError.WebError>

/** The calls; their arguments are those of the tools. */
export class Calls extends Context.Service<
  Calls,
  {
    readonly search: Call<SearchResult.SearchResult>
    /** Reads one page, named by `url`, or several, named by `urls`. */
    readonly fetch: Call<Page.Page | Page.Pages>
    /** Reads one page, named by `url`. */
    readonly fetchPage: Call<Page.Page>
    /** Reads several pages, named by `urls`. */
    readonly fetchPages: Call<Page.Pages>
    readonly checkQuote: Call<QuoteCheck.QuoteCheck>
    readonly image: Call<Image.Image>
    /** Lists the pages below `url`, of the host's subdomains too if the scope says so. */
    readonly map: (input: unknown, scope?: SiteScope.ScopeOptions) => Effect.Effect<SiteMap.SiteMap, WebError.WebError>
    readonly searchAndFetch: Call<SearchAndFetch.SearchAndFetchResult>
  }
>()("@porthole/serve/Calls") {}

/** The calls over the provided backend. */
export const layer: Layer.Layer<Calls, never, WebBackend.WebBackend> = Layer.effect(
  Calls,
  Effect.map(WebBackend.WebBackend, (backend) => {
    const withBackend =
      <A>(call: ToolCalls.ToolCall<A>): Call<A> =>
      (input) =>
        Effect.provideService(ToolCalls.withBackend(backend)(call)(input), ToolCalls.ImageAdvice, imageAdvice)
    return Calls.of({
      search: withBackend(ToolCalls.search),
      fetch: withBackend(ToolCalls.fetch),
      fetchPage: withBackend(ToolCalls.fetchPage),
      fetchPages: withBackend(ToolCalls.fetchPages),
      checkQuote: withBackend(ToolCalls.checkQuote),
      image: withBackend(ToolCalls.image),
      map: (input, scope = {}) => withBackend(ToolCalls.mapWith(scope))(input),
      searchAndFetch: withBackend(ToolCalls.searchThenFetch),
    })
  }),
)

// --- private --------------------------------------------------------------------------

const imageAdvice = "Images can't be read. POST /api/v1/image returns the image of a URL."
