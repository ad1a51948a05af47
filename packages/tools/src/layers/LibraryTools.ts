/**
 * `docs_search` and `docs_fetch` over a `DocsIndex`, and over documentation sites for libraries that aren't indexed: as
 * calls, and as the handlers of `LibraryToolkit`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import {
  Arguments,
  DocsIndex,
  Library,
  type LibraryAnswer,
  type Page,
  type SearchResult,
  Settings,
  Site,
  WebBackend,
  WebError,
} from "@porthole/core"
import * as ToolCalls from "../calls/index.ts"
import * as Node from "../node/node.ts"
import * as LibraryDefinitions from "../toolkit/LibraryDefinitions.ts"
import { type Handlers, toolkitWith } from "../toolkit/LibraryToolkit.ts"

/** Whether a project is being indexed at a call. A server may begin to, if the project has changed. */
export const IsIndexing: Context.Reference<Effect.Effect<boolean>> = Context.Reference<Effect.Effect<boolean>>(
  "@porthole/tools/IsIndexing",
  { defaultValue: () => Effect.succeed(false) },
)

/** A call that needs nothing more. */
export type Call<A> = (input: unknown) => Effect.Effect<A, WebError.WebError>

/** What `docs_search` and `docs_fetch` answer: from an index, or from a site. */
export type Found = LibraryAnswer.LibraryHits | SearchResult.SearchResult
export type Read = LibraryAnswer.LibraryPage | Page.Page

/** Both calls, and those by the names that a site's tools have elsewhere. */
export interface Calls {
  readonly search: Call<Found>
  readonly fetch: Call<Read>
  readonly aliases: ReadonlyArray<readonly [name: string, call: Call<Found> | Call<Read>]>
}

/**
 * The calls. A documentation site is a library by its name, unless one of that name is indexed: then an answer of the
 * site would be one for another version. Fails for a site with an invalid name or base URL.
 */
export const make = Effect.fnUntraced(function* (
  options: ReadonlyArray<Site.SiteOptions> = [],
): Effect.fn.Return<Calls, Settings.SettingsError, DocsIndex.DocsIndex> {
  const context = yield* Effect.context<DocsIndex.DocsIndex>()
  const isIndexing = yield* IsIndexing
  const sites = yield* Effect.fromResult(Site.readAll(options, yield* Settings.Settings))
  const web = yield* webOf(options, sites)
  const bound =
    <A extends { readonly message?: string }, B extends { readonly message?: string }>(
      call: ToolCalls.LibraryCall<A>,
      orElse: (input: unknown, error: WebError.WebError) => Effect.Effect<B, WebError.WebError>,
    ): Call<A | B> =>
    (input) => {
      const answer = Effect.provideContext(call(input), context)
      const orWeb = Effect.catch(answer, (error): Effect.Effect<A | B, WebError.WebError> => orElse(input, error))
      return Effect.flatMap(isIndexing, (isIndexing) => (isIndexing ? withNote(orWeb) : orWeb))
    }
  const search = bound(ToolCalls.searchLibraries, web.search)
  const fetch = bound(ToolCalls.readLibraryPage, web.fetch)
  const aliases = sites.flatMap((site): Calls["aliases"] => {
    const names = LibraryDefinitions.aliasesOf(site.name)
    const fetchOfSite: Call<Read> = (input) => {
      const { slug_or_url, ...args } = argumentsOf(input)
      return Effect.flatMap(web.isIndexed(site.name), (isIndexed) =>
        isIndexed ? fetch({ ...args, url: slug_or_url }) : web.fetchOf(site, input),
      )
    }
    return [
      [names.search, (input: unknown) => search({ ...argumentsOf(input), library: site.name })],
      [names.fetch, fetchOfSite],
    ]
  })
  return { search, fetch, aliases }
})

/** The handlers of these calls, also of the aliases. */
export const layer = (
  sites: ReadonlyArray<Site.SiteOptions> = [],
): Layer.Layer<Handlers, Settings.SettingsError, DocsIndex.DocsIndex> => {
  const handlers = toolkitWith(sites).toLayer(
    Effect.map(make(sites), ({ aliases, fetch, search }) => ({
      docs_search: search,
      docs_fetch: fetch,
      ...Object.fromEntries(aliases),
    })),
  )
  return Layer.provide(handlers, Node.similarity)
}

// --- private --------------------------------------------------------------------------

const note =
  "The project's packages are being checked, and new ones are being indexed now: some may be missing for a minute."

const withNote = <A extends { readonly message?: string }, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.mapBoth(call, {
    onFailure: (error) => WebError.make(Arguments.withNotes(error.wire, [note]), WebError.causeOf(error)),
    onSuccess: (answer) => Arguments.withNotes(answer, [note]),
  })

/** What the sites answer where no index does; else the failure stays. */
const webOf = Effect.fnUntraced(function* (
  options: ReadonlyArray<Site.SiteOptions>,
  sites: ReadonlyArray<Site.Site>,
): Effect.fn.Return<Web, never, DocsIndex.DocsIndex> {
  const backend = Option.getOrUndefined(yield* Effect.serviceOption(WebBackend.WebBackend))
  const index = yield* DocsIndex.DocsIndex
  const isIndexed = (name: string): Effect.Effect<boolean> =>
    Effect.match(index.list, { onFailure: () => true, onSuccess: (listing) => namesOf(listing).has(name) })
  const ask = Effect.fnUntraced(function* <A>(
    error: WebError.WebError,
    reason: string,
    site: Site.Site | undefined,
    call: (site: Site.Site) => Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>,
  ): Effect.fn.Return<A, WebError.WebError> {
    if (error.reason !== reason || site === undefined || backend === undefined) return yield* Effect.fail(error)
    if (yield* isIndexed(site.name)) return yield* Effect.fail(error)
    return yield* Effect.provideService(call(site), WebBackend.WebBackend, backend)
  })
  return {
    isIndexed,
    search: (input, error) => {
      const { library, version, ...args } = argumentsOf(input)
      const wanted = Predicate.isString(library) ? Option.getOrUndefined(Library.parse(library.trim())) : undefined
      const site = sites.find(({ name }) => name === wanted?.name.toLowerCase())
      const hasVersion = (version ?? wanted?.version) !== undefined
      return ask(error, "library", site, (site) =>
        Effect.map(ToolCalls.docsSearch(site)(args), (answer) =>
          Arguments.withNotes(answer, hasVersion ? [ofNoVersion] : []),
        ),
      )
    },
    fetch: (input, error) => {
      const { url, ...args } = argumentsOf(input)
      const at = options.findIndex(({ baseUrl }) => typeof url === "string" && url.startsWith(baseUrl))
      return ask(error, "url", sites[at], (site) => ToolCalls.docsFetch(site)({ ...args, slug_or_url: url }))
    },
    fetchOf: (site, input) =>
      backend === undefined
        ? Effect.fail(WebError.make({ error: "web_search_unavailable" }))
        : Effect.provideService(ToolCalls.docsFetch(site)(input), WebBackend.WebBackend, backend),
  }
})

/** The calls of sites. */
interface Web {
  /** Whether a library of this name is indexed, or may be. */
  readonly isIndexed: (name: string) => Effect.Effect<boolean>
  readonly search: (
    input: unknown,
    error: WebError.WebError,
  ) => Effect.Effect<SearchResult.SearchResult, WebError.WebError>
  readonly fetch: (input: unknown, error: WebError.WebError) => Effect.Effect<Page.Page, WebError.WebError>
  readonly fetchOf: (site: Site.Site, input: unknown) => Effect.Effect<Page.Page, WebError.WebError>
}

const ofNoVersion = "The hits are of the library's site, whose version may be another one than the wanted."

/** The names of the libraries that are indexed, also of those that can't be read. */
const namesOf = ({ failed, libraries }: DocsIndex.Listing): ReadonlySet<string> => {
  const unreadable = failed.flatMap(({ library = "" }) => Option.toArray(Library.parse(library)))
  return new Set([...libraries, ...unreadable].map(({ name }) => name.toLowerCase()))
}

const argumentsOf = (input: unknown): Readonly<Record<string, unknown>> => (Predicate.isObject(input) ? input : {})
