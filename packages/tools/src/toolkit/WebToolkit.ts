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
import { Page, SearchAndFetch, SearchResult, WebError } from "@porthole/core"
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

/** The services that run {@link toolkit}'s tools; `WebTools.layer` provides them. */
export type Handlers = Tool.HandlersFor<typeof toolkit.tools>
