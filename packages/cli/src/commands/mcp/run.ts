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
  /** The tenant whose caches and limits apply if several share a store. */
  readonly tenant?: string
}

/** Serves the tools over stdin and stdout until the client closes stdin. */
export const serve = ({
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
            McpTools.layerStdioWith(docsSites).pipe(
              Layer.provide(DocsSite.layer(...docsSites)),
              Layer.provide(WebTools.layer),
              Layer.provide(Node.layer()),
            ),
          ),
        ),
      ).pipe(Effect.catchTag("SettingsError", Quit.ofDocsSite)),
    tenant,
  )

/** Explains to a person what the command waits for; a client reads only stdout. */
export const greet: Effect.Effect<void, never, Output> = Effect.flatMap(Output, ({ err, isInteractive }) =>
  isInteractive
    ? err("porthole: This is an MCP server on stdin and stdout. It waits for a client; Ctrl+C ends it.\n")
    : Effect.void,
)

// --- private --------------------------------------------------------------------------

/** A client waits for the first answer, so the watchdog starts after it, as a rule. */
const watchdogDelay = "50 millis"
