/**
 * The tools for programs without Effect: plain functions that return promises.
 *
 * A call resolves to the answer or, if it failed, to the wire error object; it rejects only if it was aborted, if the
 * tools were disposed of, or because of a bug. Each {@link createWebTools} is a conversation of its own.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import {
  Arguments,
  type FetchRequest,
  KnownUrls,
  type Page,
  type SearchResult,
  Site,
  type WebError,
} from "@porthole/core"
import * as ToolCalls from "../calls/index.ts"
import * as Crawl from "../node/Crawl.ts"
import * as Node from "../node/node.ts"
import * as Operator from "../node/operator.ts"
import { definitionsFor, listed } from "../toolkit/Definitions.ts"
import * as ProviderSettings from "../providers/ProviderSettings.ts"
import * as DocsTools from "./DocsTools.ts"
import type {
  CallOptions,
  InMode,
  PromiseDocsTools,
  PromiseLibraryTools,
  PromiseTools,
  ToolResult,
} from "./PromiseTools.ts"
import { readSettings } from "./readSettings.ts"
import * as Session from "./Session.ts"
import { check, type SwappablePort, type WebToolsOptions } from "./WebToolsOptions.ts"

/**
 * Makes the tools. Nothing is connected or loaded before the first call. Throws a `SettingsError` at once for an
 * unknown option or a setting out of bounds, including one from the environment.
 *
 * `maxRequestsPerMinute` limits searches and fetches; further ones wait within their deadline, or are `rate_limited`
 * with `retry_after` in seconds. By default only the hosts' pace limits them.
 *
 * ```ts
 * import { createWebTools } from "@porthole/tools"
 *
 * await using tools = createWebTools({ maxLength: 8_000 })
 * const answer = await tools.webFetch({ url: "http://169.254.169.254/" })
 * console.log("error" in answer ? answer.error : answer.content_md) // blocked_url
 * ```
 */
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> & { readonly docsFor: string; readonly docsSites?: undefined },
): PromiseTools & PromiseLibraryTools
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> & { readonly docsFor: string },
): PromiseTools & PromiseLibraryTools<SearchResult.SearchResult, Page.Page>
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> & { readonly docsFor?: undefined; readonly docsSites: readonly [Site.SiteOptions] },
): PromiseTools & PromiseDocsTools
export function createWebTools<Ports extends SwappablePort = never>(options?: WebToolsOptions<Ports>): PromiseTools
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> = {},
): PromiseTools & { readonly docsSearch?: DocsCall; readonly docsFetch?: DocsCall } {
  const settings = Effect.runSync(Effect.andThen(check(options), readSettings(options)))
  const docs = docsOf(options, Effect.runSync(Effect.fromResult(Site.readAll(options.docsSites ?? [], settings))))
  const session = Session.make(ManagedRuntime.make(layerOf(options, settings, docs.layer)), {
    id: crypto.randomUUID(),
    tenant: options.tenant ?? "default",
  })
  const { dispose, run } = session
  const ofDocs = docs.definitions.flatMap((definition) =>
    listed(definition, settings.tools, docs.wholeSchema(definition.name)),
  )
  const ofWeb = definitionsFor(settings)
  const definitions = ofDocs.length === 0 ? ofWeb : [...ofWeb, ...ofDocs]
  const aliases = docs.aliases.flatMap((definition) => listed(definition, settings.tools))
  const names = new Set([...definitions, ...aliases].map(({ name }) => name))
  const calls = new Map([...callsOfWeb, ...docs.calls].filter(([name]) => names.has(name)))
  const [docsSearch, docsFetch] = [docs.calls.get("docs_search"), docs.calls.get("docs_fetch")]
  return {
    webSearch: run(ToolCalls.search),
    webFetch: fetchOf(session),
    webSearchAndFetch: run(ToolCalls.searchThenFetch),
    ...(docsSearch === undefined || docsFetch === undefined
      ? {}
      : { docsSearch: run(docsSearch), docsFetch: run(docsFetch) }),
    batch: (items, options = {}) => session.iterate(batchOf(items, options, settings), options),
    checkQuote: run(ToolCalls.checkQuote),
    map: run(ToolCalls.map),
    crawl: ({ signal, ...options }) => session.iterate(Crawl.stream(options), { signal }),
    fetchImage: run(ToolCalls.image),
    giveUrls: (urlsOrText) => session.perform(rememberUrls(urlsOrText)),
    definitions,
    call: (name, args, options) => run(calls.get(name) ?? failUnknownTool(calls.keys()))(args, options),
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

// --- private --------------------------------------------------------------------------

const callsOfWeb: ReadonlyArray<readonly [string, ToolCalls.ToolCall<ToolResult>]> = [
  ["web_search", ToolCalls.search],
  ["web_fetch", ToolCalls.fetch],
  ["web_search_and_fetch", ToolCalls.searchThenFetch],
  ["web_quote", ToolCalls.checkQuote],
  ["web_map", ToolCalls.map],
]

/** `docsSearch` or `docsFetch`, whichever of the overloads types it. */
type DocsCall = (args: never, options?: CallOptions) => Promise<ToolResult | WebError.Wire>

/** The tools of documentation, by the options. */
const docsOf = ({ docsFor, docsSites = [] }: DocsOptions, sites: ReadonlyArray<Site.Site>): DocsTools.DocsTools =>
  docsFor === undefined ? DocsTools.ofSites(docsSites, sites) : DocsTools.ofProject(docsFor, docsSites)

type DocsOptions = Pick<WebToolsOptions, "docsFor" | "docsSites">

/** Everything under the calls: the web with its caches, the spans, and what the caller replaces. */
const layerOf = <Ports extends SwappablePort>(
  options: WebToolsOptions<Ports>,
  settings: ProviderSettings.Values,
  docs: DocsTools.DocsTools["layer"],
) =>
  Layer.provideMerge(docs, Node.layer({ searxng_url: options.searxngUrl, providers: options.providers })).pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.forkScoped(Node.warnOfEviction))),
    Layer.provideMerge(Layer.orDie(Operator.telemetry)),
    Layer.provideMerge(options.layers ?? Layer.empty),
    Layer.provideMerge(Layer.orDie(Node.recording)),
    Layer.provideMerge(Layer.succeedContext(ProviderSettings.contextOf(settings))),
    Layer.provideMerge(Layer.succeed(ToolCalls.ImageAdvice, imageAdvice)),
    // Standard output belongs to the program.
    Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true)),
  )

const imageAdvice = "Images can't be read. Look for a page that describes it; a program gets the image by fetchImage."

/** `webFetch`, whose answer depends on its arguments. */
const fetchOf = ({ run }: Session.Session) => {
  function fetch<Mode extends FetchRequest.ExtractMode = "markdown">(
    args: InMode<FetchRequest.FetchRequestInput, Mode>,
    options?: CallOptions,
  ): Promise<Page.PageIn<Mode> | WebError.Wire>
  function fetch<Mode extends FetchRequest.ExtractMode = "markdown">(
    args: InMode<FetchRequest.PagesRequestInput, Mode>,
    options?: CallOptions,
  ): Promise<Page.PagesIn<Mode> | WebError.Wire>
  function fetch(args: unknown, options?: CallOptions) {
    return run(ToolCalls.fetch)(args, options)
  }
  return fetch
}

/** The stream of a batch; its module is loaded when it is read. */
const batchOf = (
  items: Parameters<PromiseTools["batch"]>[0],
  { concurrency, delay }: NonNullable<Parameters<PromiseTools["batch"]>[1]>,
  { per_host_concurrency }: ProviderSettings.Values,
) =>
  Stream.unwrap(
    Effect.map(
      Effect.promise(() => import("../node/Batch.ts")),
      (Batch) =>
        Batch.stream(items, { concurrency: Math.max(1, Math.min(concurrency ?? 1, per_host_concurrency)), delay }),
    ),
  )

const rememberUrls = (urlsOrText: string | ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls.KnownUrls, (known) =>
    known.add(typeof urlsOrText === "string" ? KnownUrls.urlsIn(urlsOrText) : urlsOrText, "user"),
  )

const failUnknownTool =
  (names: Iterable<string>): ToolCalls.ToolCall<never> =>
  () =>
    Effect.fail(Arguments.invalid(undefined, `There is no such tool; the tools are ${Array.from(names).join(", ")}.`))
