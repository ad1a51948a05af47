/**
 * `web_search`, `web_fetch` and `web_search_and_fetch` as an effect/ai `Toolkit`.
 *
 * The tools are dynamic: they advertise the kernel's parameters as JSON Schema and accept any arguments. If a tool had
 * a parameters schema, Effect's toolkit would decode the arguments before the handler runs, and fail with an `AiError`.
 * Here the kernel decodes them, so wrong arguments give the same wire error as any other failure.
 *
 * {@link toolkit} goes wherever Effect takes one (`LanguageModel.generateText({ toolkit })`), its handlers are
 * `WebTools.layer`. A failure is data (`isFailure`, the wire object), a bug stays a defect.
 */
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Schema from "effect/Schema"
import { Image, Page, QuoteCheck, SearchAndFetch, SearchResult, SiteMap, WebError } from "@porthole/core"
import * as Definitions from "./Definitions.ts"
import * as Hints from "./Hints.ts"
import * as Wording from "./Wording.ts"

/** Finds hits. */
export const WebSearch = Tool.dynamic(Definitions.webSearch.name, {
  description: Definitions.webSearch.description,
  parameters: Definitions.webSearch.inputSchema,
  success: SearchResult.SearchResult,
  failure: WebError.Failure,
  failureMode: "return",
}).annotateMerge(Hints.of(Wording.webSearch.title))

/** Reads a page, or several. */
export const WebFetch = Tool.dynamic(Definitions.webFetch.name, {
  description: Definitions.webFetch.description,
  parameters: Definitions.webFetch.inputSchema,
  success: Schema.Union([Page.Page, Page.Pages]),
  failure: WebError.Failure,
  failureMode: "return",
}).annotateMerge(Hints.of(Wording.webFetch.title))

/** Finds hits and reads their pages. */
export const WebSearchAndFetch = Tool.dynamic(Definitions.webSearchAndFetch.name, {
  description: Definitions.webSearchAndFetch.description,
  parameters: Definitions.webSearchAndFetch.inputSchema,
  success: SearchAndFetch.SearchAndFetchResult,
  failure: WebError.Failure,
  failureMode: "return",
}).annotateMerge(Hints.of(Wording.webSearchAndFetch.title))

/**
 * The three tools.
 *
 * ```ts
 * import { Effect } from "effect"
 * import { LanguageModel } from "effect/ai"
 * import { WebToolkit, WebTools } from "@porthole/tools"
 *
 * const answer = Effect.gen(function* () {
 *   const toolkit = yield* WebToolkit.toolkit
 *   return yield* LanguageModel.generateText({ prompt: "When is high water?", toolkit })
 * }).pipe(Effect.provide(WebTools.layerNode()))
 * ```
 */
export const toolkit = Toolkit.make(WebSearch, WebFetch, WebSearchAndFetch)

/** Checks a quote: not one of {@link toolkit}'s tools, so a program adds it by `Toolkit.make`. */
export const webQuote = () => {
  const { description, inputSchema, name } = Definitions.webQuote()
  return Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success: QuoteCheck.QuoteCheck,
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(Hints.of(Wording.webQuote.title))
}

/** Lists the pages of a site: like {@link webQuote} not one of {@link toolkit}'s tools. */
export const webMap = () => {
  const { description, inputSchema, name } = Definitions.webMap()
  return Tool.dynamic(name, {
    description,
    parameters: inputSchema,
    success: SiteMap.SiteMap,
    failure: WebError.Failure,
    failureMode: "return",
  }).annotateMerge(Hints.of(Wording.webMap.title))
}

/** Every tool of the web as a server registers it: `web_fetch` may also answer with an image. */
export const served = (): ReturnType<typeof makeServed> => (madeServed ??= makeServed())

const makeServed = () =>
  Toolkit.make(
    WebSearch,
    Tool.dynamic(Definitions.webFetch.name, {
      description: Definitions.webFetch.description,
      parameters: Definitions.webFetch.inputSchema,
      success: Schema.Union([Page.Page, Page.Pages, Image.ImageJson]),
      failure: WebError.Failure,
      failureMode: "return",
    }).annotateMerge(Hints.of(Wording.webFetch.title)),
    WebSearchAndFetch,
    webQuote(),
    webMap(),
  )

/** Made once, where tools are served: its schemas would cost every program that imports this module a millisecond. */
let madeServed: ReturnType<typeof makeServed> | undefined

/** The services that run {@link toolkit}'s tools, {@link webQuote} and {@link webMap}; `WebTools.layer` has them. */
export type Handlers =
  | Tool.HandlersFor<typeof toolkit.tools>
  | Tool.HandlersFor<{ web_quote: ReturnType<typeof webQuote>; web_map: ReturnType<typeof webMap> }>
