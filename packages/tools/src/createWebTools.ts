/**
 * The tools for programs without Effect: plain functions that return promises.
 *
 * A call resolves to the answer or, if it failed, to the wire error object; it rejects only if it was aborted, if the
 * tools were disposed of, or because of a bug. Each {@link createWebTools} is a conversation of its own.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import {
  Arguments,
  Conversation,
  ConversationMemory,
  type Extractor,
  type FetchRequest,
  type Image,
  type Network,
  type Page,
  type SearchAndFetch,
  type SearchQuery,
  type SearchResult,
  Settings,
  Site,
  type WebBackend,
  type WebError,
} from "@porthole/core"
import { type Definition, definitions, webFetch, webSearch, webSearchAndFetch } from "./Definitions.ts"
import * as DocsCalls from "./DocsCalls.ts"
import * as DocsDefinitions from "./DocsDefinitions.ts"
import type { FacadeSettings } from "./FacadeSettings.ts"
import * as Node from "./node.ts"
import * as Operator from "./operator.ts"
import * as ProviderName from "./providers/ProviderName.ts"
import { readSettings, settingNames } from "./readSettings.ts"
import type { Stores } from "./Stores.ts"
import * as WebCalls from "./WebCalls.ts"
import * as Wording from "./Wording.ts"
import type { ProviderOptions } from "./providers/Providers.ts"

/** A port that `layers` may replace. */
export type SwappablePort =
  | WebBackend.WebBackend
  | Network.Resolver
  | Network.Dialer
  | Extractor.Extractor
  | HttpClient.HttpClient
  | Stores

/** Any settings, in camelCase; the environment (`PORTHOLE_…`, `SEARXNG_URL`), then the defaults, supply the others. */
export interface WebToolsOptions<Ports extends SwappablePort = never> extends FacadeSettings {
  /** The address of a SearXNG. By default each search reads `SEARXNG_URL`. */
  readonly searxngUrl?: string | undefined
  /**
   * Addresses and keys of providers, by name: `{ tavily: { key } }`. By default each search reads them from the
   * environment (`TAVILY_API_KEY`, `PORTHOLE_TAVILY_URL`) and from the keys that `porthole keys` stored.
   */
  readonly providers?: ProviderOptions | undefined
  /**
   * The tenant of these tools, if several share a Redis, a folder or a store: only tools of one tenant share caches,
   * and the requests a minute under `rateLimitBy: "tenant"`. Default: `default`.
   */
  readonly tenant?: string | undefined
  /**
   * An Effect layer whose services replace ours: a `Resolver`, `Dialer` or `Extractor` under the pages (the first two
   * also under images), a `Compressor` or `Reranker` after them, an `HttpClient` under the providers, or a whole
   * `WebBackend`, and then nothing of ours is built; caches and a budget, or Effect's stores under ours.
   */
  readonly layers?: Layer.Layer<Ports, unknown> | undefined
  /**
   * Documentation sites, each with a search and a fetch that never leave it. One site has the tools `docs_search` and
   * `docs_fetch`; several have `docs_search_<name>` and `docs_fetch_<name>` each.
   */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions> | undefined
}

/** How to stop one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** The success values of {@link PromiseTools.call}. */
export type ToolResult = SearchResult.SearchResult | Page.Page | Page.Pages | SearchAndFetch.SearchAndFetchResult

/** The tools, ready to call. Failures are values: look for the key `error`. */
export interface PromiseTools extends AsyncDisposable {
  readonly webSearch: (
    args: SearchQuery.SearchQueryInput,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  /** Reads one page (`url`) or several (`urls`). */
  readonly webFetch: {
    (args: FetchRequest.FetchRequestInput, options?: CallOptions): Promise<Page.Page | WebError.Wire>
    (args: FetchRequest.PagesRequestInput, options?: CallOptions): Promise<Page.Pages | WebError.Wire>
  }
  readonly webSearchAndFetch: (
    args: SearchAndFetch.SearchAndFetchInput,
    options?: CallOptions,
  ) => Promise<SearchAndFetch.SearchAndFetchResult | WebError.Wire>
  /** Fetches an image, for the program itself: it isn't one of the {@link definitions}. */
  readonly fetchImage: (args: Image.ImageRequestInput, options?: CallOptions) => Promise<Image.Image | WebError.Wire>
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
    args: FetchRequest.DocsSearchInput,
    options?: CallOptions,
  ) => Promise<SearchResult.SearchResult | WebError.Wire>
  readonly docsFetch: (args: FetchRequest.DocsFetchInput, options?: CallOptions) => Promise<Page.Page | WebError.Wire>
}

/**
 * Makes the tools. Nothing is connected or loaded before the first call. Throws a `SettingsError` at once for an
 * unknown option or a setting out of bounds, including one from the environment.
 *
 * By default they make 30 searches and fetches a minute; further ones wait within their deadline, or are `rate_limited`
 * with `retry_after` in seconds. `maxRequestsPerMinute` is that limit.
 */
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> & { readonly docsSites: readonly [Site.SiteOptions] },
): PromiseTools & PromiseDocsTools
export function createWebTools<Ports extends SwappablePort = never>(options?: WebToolsOptions<Ports>): PromiseTools
export function createWebTools<Ports extends SwappablePort = never>(
  options: WebToolsOptions<Ports> = {},
): PromiseTools & Partial<PromiseDocsTools> {
  const settings = Effect.runSync(Effect.andThen(check(options), readSettings(options)))
  const sites = options.docsSites ?? []
  const docs = DocsCalls.of(Effect.runSync(Effect.fromResult(Site.readAll(sites, settings))))
  const runtime = ManagedRuntime.make(
    Node.layer({ searxng_url: options.searxngUrl, providers: options.providers }).pipe(
      Layer.provideMerge(Layer.effectDiscard(Effect.forkScoped(Node.warnOfEviction))),
      Layer.provideMerge(Layer.orDie(Operator.telemetry)),
      Layer.provideMerge(options.layers ?? Layer.empty),
      Layer.provideMerge(Layer.succeed(Settings.Settings, settings)),
      // Standard output belongs to the program.
      Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true)),
    ),
  )
  const conversation: Conversation.ConversationId = { id: crypto.randomUUID(), tenant: options.tenant ?? "default" }
  let isDisposed = false

  const run =
    <A>(call: WebCalls.WebCall<A>) =>
    (args: unknown, options?: CallOptions): Promise<A | WebError.Wire> => {
      const signal = options?.signal
      // Suspended, because arguments that throw when they are read must reject, not throw.
      const effect = Effect.suspend(() => call(args)).pipe(
        Effect.catch((error) => Effect.succeed(error.wire)),
        Effect.provideService(Conversation.Conversation, conversation),
      )
      if (isDisposed) return Promise.reject(disposedError())
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      return runtime.runPromiseExit(effect, { signal }).then((exit) => {
        if (Exit.isSuccess(exit)) return exit.value
        if (signal?.aborted === true) return Promise.reject(signal.reason)
        return Promise.reject(
          isDisposed ? disposedError() : new Error(Wording.bug, { cause: Cause.squash(exit.cause) }),
        )
      })
    }

  function fetch(args: FetchRequest.FetchRequestInput, options?: CallOptions): Promise<Page.Page | WebError.Wire>
  function fetch(args: FetchRequest.PagesRequestInput, options?: CallOptions): Promise<Page.Pages | WebError.Wire>
  function fetch(args: unknown, options?: CallOptions) {
    return run(WebCalls.fetch)(args, options)
  }

  const calls = new Map<string, WebCalls.WebCall<ToolResult>>([
    [webSearch.name, WebCalls.search],
    [webFetch.name, WebCalls.fetch],
    [webSearchAndFetch.name, WebCalls.searchThenFetch],
  ])
  for (const { fetch, search } of docs) calls.set(search.name, search.call).set(fetch.name, fetch.call)
  const [only, ...others] = docs

  const giveUrls = (urlsOrText: string | ReadonlyArray<string>): Promise<void> =>
    isDisposed
      ? Promise.reject(disposedError())
      : runtime.runPromise(
          Effect.provideService(
            Effect.flatMap(ConversationMemory.KnownUrls, (known) =>
              known.add(typeof urlsOrText === "string" ? ConversationMemory.urlsIn(urlsOrText) : urlsOrText, "user"),
            ),
            Conversation.Conversation,
            conversation,
          ),
        )

  const dispose = (): Promise<void> => {
    isDisposed = true
    return runtime.dispose()
  }

  return {
    webSearch: run(WebCalls.search),
    webFetch: fetch,
    webSearchAndFetch: run(WebCalls.searchThenFetch),
    ...(only === undefined || others.length > 0
      ? {}
      : { docsSearch: run(only.search.call), docsFetch: run(only.fetch.call) }),
    fetchImage: run(WebCalls.image),
    giveUrls,
    definitions: docs.length === 0 ? definitions : [...definitions, ...DocsDefinitions.definitions(sites)],
    call: (name, args, options) => run(calls.get(name) ?? failUnknownTool(calls.keys()))(args, options),
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

// --- private --------------------------------------------------------------------------

/** Checks that the types already do, for callers without types. */
const check = (options: object): Effect.Effect<void, Settings.SettingsError> => {
  for (const [setting, value] of Object.entries(options)) {
    const expected = expectedOf(setting, value)
    if (expected !== undefined) {
      return Effect.fail(new Settings.SettingsError({ setting, expected, source: "config" }))
    }
  }
  return Effect.void
}

const expectedOf = (name: string, value: unknown): string | undefined => {
  if (settingNames.has(name)) return undefined
  if (name === "searxngUrl") return value === undefined || typeof value === "string" ? undefined : "a URL as text"
  if (name === "providers") return value === undefined || isProviders(value) ? undefined : expectedProviders
  if (name === "tenant") return value === undefined || isText(value) ? undefined : "a name that isn't empty"
  if (name === "layers") return value === undefined || Layer.isLayer(value) ? undefined : "an Effect Layer"
  if (name === "docsSites") return value === undefined || isObjects(value) ? undefined : "a list of documentation sites"
  const names = [...settingNames.keys(), "searxngUrl", "providers", "tenant", "layers", "docsSites"]
  return `an option's name (${names.join(", ")})`
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""

const providers = ProviderName.names.join(", ")
const expectedProviders = `an object of ${providers}, each with url and key as text, or enabled as true or false`

const isProviders = (value: unknown): boolean =>
  Predicate.isObject(value) &&
  Object.entries(value).every(
    ([name, options]) => ProviderName.isProviderName(name) && (options === undefined || isOptionsOf(name, options)),
  )

/** A misspelt option must not leave a provider without its key, and so send the search to another one. */
const isOptionsOf = (name: ProviderName.ProviderName, options: unknown): boolean =>
  Predicate.isObject(options) &&
  Object.entries(options).every(
    ([option, value]) =>
      ProviderName.optionNames(name).includes(option) &&
      (value === undefined || (option === "enabled" ? typeof value === "boolean" : isAddressOrKey(option, value))),
  )

const isAddressOrKey = (option: string, value: unknown): boolean =>
  typeof value === "string" || (option === "key" && Redacted.isRedacted(value))

const isObjects = (value: unknown): boolean => Array.isArray(value) && value.every(Predicate.isObject)

const failUnknownTool =
  (names: Iterable<string>): WebCalls.WebCall<never> =>
  () =>
    Effect.fail(Arguments.invalid(undefined, `There is no such tool; the tools are ${Array.from(names).join(", ")}.`))

const disposedError = (): DOMException => new DOMException(Wording.disposed, "AbortError")
