/** The tools of documentation that a facade has: of sites, or of a project's installed packages and of sites. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DocsIndex, Site, WebError } from "@porthole/core"
import * as ToolCalls from "../calls/index.ts"
import * as LibraryTools from "../layers/LibraryTools.ts"
import * as Documentation from "../node/Documentation.ts"
import * as Node from "../node/node.ts"
import * as ProjectIndexing from "../node/ProjectIndexing.ts"
import type { Definition } from "../toolkit/Definitions.ts"
import * as DocsDefinitions from "../toolkit/DocsDefinitions.ts"
import type * as InputSchema from "../toolkit/InputSchema.ts"
import * as LibraryDefinitions from "../toolkit/LibraryDefinitions.ts"
import type { ToolResult } from "./PromiseTools.ts"

/** The tools of documentation. */
export interface DocsTools {
  /** Those that a model sees. */
  readonly definitions: ReadonlyArray<Definition>
  readonly wholeSchema: (name: string) => InputSchema.InputSchema
  readonly calls: ReadonlyMap<string, ToolCalls.ToolCall<ToolResult>>
  /** Those that a model doesn't see, and may call. */
  readonly aliases: ReadonlyArray<Definition>
  /** What the calls need beside the web. */
  readonly layer: Layer.Layer<never, unknown>
}

/** The tools of sites alone. */
export const ofSites = (options: ReadonlyArray<Site.SiteOptions>, sites: ReadonlyArray<Site.Site>): DocsTools => {
  const calls = new Map<string, ToolCalls.ToolCall<ToolResult>>()
  for (const { fetch, search } of ToolCalls.docsSites(sites))
    calls.set(search.name, search.call).set(fetch.name, fetch.call)
  const definitions = DocsDefinitions.definitions(options)
  return { definitions, wholeSchema: DocsDefinitions.wholeSchema, calls, aliases: [], layer: Layer.empty }
}

/** The tools of a project's packages, where sites are further libraries. Calls wait until the layer is built. */
export const ofProject = (project: string, sites: ReadonlyArray<Site.SiteOptions>): DocsTools => {
  const made = Deferred.makeUnsafe<ReadonlyMap<string, LibraryTools.Call<ToolResult>>>()
  const aliases = LibraryDefinitions.aliases(sites).flatMap(({ fetch, search }) => [search, fetch])
  const definitions = LibraryDefinitions.definitions()
  const names = [...definitions, ...aliases].map(({ name }) => name)
  const make = Effect.flatMap(LibraryTools.make(sites), ({ aliases, fetch, search }) =>
    Deferred.succeed(
      made,
      new Map<string, LibraryTools.Call<ToolResult>>([["docs_search", search], ["docs_fetch", fetch], ...aliases]),
    ),
  )
  return {
    definitions,
    wholeSchema: LibraryDefinitions.wholeSchema,
    calls: new Map(names.map((name) => [name, callOf(made, name)])),
    aliases,
    layer: Layer.effectDiscard(make).pipe(
      Layer.provide(indexing(project)),
      Layer.provide(Documentation.layer(project)),
    ),
  }
}

// --- private --------------------------------------------------------------------------

const callOf =
  (
    made: Deferred.Deferred<ReadonlyMap<string, LibraryTools.Call<ToolResult>>>,
    name: string,
  ): LibraryTools.Call<ToolResult> =>
  (input) =>
    Effect.flatMap(Deferred.await(made), (calls): Effect.Effect<ToolResult, WebError.WebError> => {
      const call = calls.get(name)
      return call === undefined ? Effect.die(new Error(`No call ${name}.`)) : call(input)
    })

/** Indexes the project in this process, between the calls. Its reader of pages exists only meanwhile. */
const indexing = (project: string): Layer.Layer<never, never, DocsIndex.DocsIndex> =>
  Layer.effect(
    LibraryTools.IsIndexing,
    Effect.flatMap(Effect.context<DocsIndex.DocsIndex>(), (context) =>
      ProjectIndexing.make({
        folders: Effect.succeed([project]),
        index: (folder) =>
          Documentation.addProject(folder).pipe(
            Effect.tapError(({ message }) => Effect.logWarning(`The project isn't indexed. ${message}`)),
            Effect.provide(Node.lateExtractor),
            Effect.provideContext(context),
          ),
      }),
    ),
  )
