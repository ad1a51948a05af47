/** Runs `porthole mcp`. */
import type { Site } from "@porthole/core"
import { DocsSite, McpTools, Node, WebTools } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as Watchdog from "../../Watchdog.ts"
import type * as Settings from "../../settings.ts"
import { withSettings } from "../../withSettings.ts"

/** The options from the flags. */
export interface ServeOptions {
  readonly settings?: Settings.Input
  /** Documentation sites whose tools are also served. */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions>
  /** The folder of a project whose packages' documentation is also served; empty for the client's roots. */
  readonly docsFor?: string
  /** The tenant whose caches and limits apply if several share a store. */
  readonly tenant?: string
}

/** Serves the tools over stdin and stdout until the client closes stdin. */
export const serve = ({
  docsFor,
  docsSites = [],
  settings = {},
  tenant,
}: ServeOptions): Effect.Effect<void, Quit.Quit, Output | Stdio.Stdio> =>
  withSettings(
    settings,
    () =>
      Effect.andThen(
        Effect.andThen(greet, Effect.forkChild(Node.warnOfEviction)),
        Watchdog.watch(watchdogDelay, (announceEnd) =>
          Effect.provide(
            Effect.ensuring(Effect.never, announceEnd),
            toolsOf(docsSites, docsFor).pipe(Layer.provide(WebTools.layer), Layer.provide(Node.layer())),
          ),
        ),
      ).pipe(
        Effect.catchTags({
          SettingsError: Quit.ofDocsSite,
          NotInstalled: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
        }),
      ),
    tenant,
  )

/** Explains to a person what the command waits for; a client reads only stdout. */
export const greet: Effect.Effect<void, never, Output> = Effect.flatMap(Output, ({ err, isInteractive }) =>
  isInteractive
    ? err("porthole: This is an MCP server on stdin and stdout. It waits for a client; Ctrl+C ends it.\n")
    : Effect.void,
)

// --- private --------------------------------------------------------------------------

/** The server's tools; beside libraries, documentation sites are libraries of the same two tools. */
const toolsOf = (sites: ReadonlyArray<Site.SiteOptions>, project: string | undefined) =>
  project === undefined
    ? McpTools.layerStdioWith(sites).pipe(Layer.provide(DocsSite.layer(...sites)))
    : McpTools.layerStdioWithLibraries(sites).pipe(Layer.provide(librariesOf(sites, project)))

/** Loaded where a project is served only, as is the package of the indexes. */
const librariesOf = (sites: ReadonlyArray<Site.SiteOptions>, project: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./ProjectLibraries.ts")),
      ({ layer }) => layer(sites, project),
    ),
  )

/** A client waits for the first answers, and the watchdog's start takes processor time, so it comes after them. */
const watchdogDelay = "1 second"
