/**
 * The handlers of `LibraryToolkit` over a `DocsIndex`, and over documentation sites for libraries that aren't indexed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Arguments, DocsIndex, Library, Settings, Site, WebBackend, WebError } from "@porthole/core"
import * as ToolCalls from "../calls/index.ts"
import * as Node from "../node/node.ts"
import { type Handlers, toolkit } from "../toolkit/LibraryToolkit.ts"

/** Whether a project is being indexed at a call. A server may begin to, if the project has changed. */
export const IsIndexing: Context.Reference<Effect.Effect<boolean>> = Context.Reference<Effect.Effect<boolean>>(
  "@porthole/tools/IsIndexing",
  { defaultValue: () => Effect.succeed(false) },
)

/**
 * The handlers. A documentation site is a library by its name, unless one of that name is indexed: then an answer of
 * the site would be one for another version. Fails for a site with an invalid name or base URL.
 */
export const layer = (
  sites: ReadonlyArray<Site.SiteOptions> = [],
): Layer.Layer<Handlers, Settings.SettingsError, DocsIndex.DocsIndex> => {
  const kit = toolkit()
  const handlers = kit.toLayer(
    Effect.gen(function* () {
      const context = yield* Effect.context<DocsIndex.DocsIndex>()
      const isIndexing = yield* IsIndexing
      const web = yield* webOf(sites)
      const bound =
        <A extends { readonly message?: string }, B extends { readonly message?: string }>(
          call: ToolCalls.LibraryCall<A>,
          orElse: (input: unknown, error: WebError.WebError) => Effect.Effect<B, WebError.WebError>,
        ) =>
        (input: unknown): Effect.Effect<A | B, WebError.WebError> => {
          const answer = Effect.provideContext(call(input), context)
          const orWeb = Effect.catch(answer, (error): Effect.Effect<A | B, WebError.WebError> => orElse(input, error))
          return Effect.flatMap(isIndexing, (isIndexing) => (isIndexing ? withNote(orWeb) : orWeb))
        }
      return kit.of({
        docs_search: bound(ToolCalls.searchLibraries, web.search),
        docs_fetch: bound(ToolCalls.readLibraryPage, web.fetch),
      })
    }),
  )
  return Layer.provide(handlers, Node.similarity)
}

// --- private --------------------------------------------------------------------------

const note = "The project's packages are being indexed now, so some may be missing. Try again in a minute."

const withNote = <A extends { readonly message?: string }, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.mapBoth(call, {
    onFailure: (error) => WebError.make(Arguments.withNotes(error.wire, [note]), WebError.causeOf(error)),
    onSuccess: (answer) => Arguments.withNotes(answer, [note]),
  })

/** What the sites answer where no index does; else the failure stays. */
const webOf = Effect.fnUntraced(function* (options: ReadonlyArray<Site.SiteOptions>) {
  const sites = yield* Effect.fromResult(Site.readAll(options, yield* Settings.Settings))
  const backend = Option.getOrUndefined(yield* Effect.serviceOption(WebBackend.WebBackend))
  const index = yield* DocsIndex.DocsIndex
  const ask = Effect.fnUntraced(function* <A>(
    error: WebError.WebError,
    reason: string,
    site: Site.Site | undefined,
    call: (site: Site.Site) => Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>,
  ): Effect.fn.Return<A, WebError.WebError> {
    if (error.reason !== reason || site === undefined || backend === undefined) return yield* Effect.fail(error)
    const listing = yield* Effect.mapError(index.list, () => error)
    if (namesOf(listing).has(site.name)) return yield* Effect.fail(error)
    return yield* Effect.provideService(call(site), WebBackend.WebBackend, backend)
  })
  return {
    search: (input: unknown, error: WebError.WebError) => {
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
    fetch: (input: unknown, error: WebError.WebError) => {
      const { url, ...args } = argumentsOf(input)
      const at = options.findIndex(({ baseUrl }) => typeof url === "string" && url.startsWith(baseUrl))
      return ask(error, "url", sites[at], (site) => ToolCalls.docsFetch(site)({ ...args, slug_or_url: url }))
    },
  }
})

const ofNoVersion = "The hits are of the library's site, whose version may be another one than the wanted."

/** The names of the libraries that are indexed, also of those that can't be read. */
const namesOf = ({ failed, libraries }: DocsIndex.Listing): ReadonlySet<string> => {
  const unreadable = failed.flatMap(({ library = "" }) => Option.toArray(Library.parse(library)))
  return new Set([...libraries, ...unreadable].map(({ name }) => name.toLowerCase()))
}

const argumentsOf = (input: unknown): Readonly<Record<string, unknown>> => (Predicate.isObject(input) ? input : {})
