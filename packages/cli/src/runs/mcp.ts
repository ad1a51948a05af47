/** What `porthole mcp` does. */
import type { Settings, Site } from "@porthole/core"
import { DocsSite, McpFace, Node, WebTools } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import { Output } from "../Output.ts"
import * as Quit from "../Quit.ts"
import { withSettings } from "../withSettings.ts"

/** What the flags say. */
export interface Served {
  readonly settings?: Settings.SettingsInput
  /** Sites whose tools are served, too. */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions>
  /** Whose caches and limits are used, where several share a store. */
  readonly tenant?: string
}

/** Serves the tools over stdin and stdout until the client closes stdin. */
export const serve = ({
  docsSites = [],
  settings = {},
  tenant,
}: Served): Effect.Effect<void, Quit.Quit, Output | Stdio.Stdio> =>
  withSettings(
    settings,
    () =>
      Effect.andThen(
        greet,
        Layer.launch(
          McpFace.layerStdioWith(docsSites).pipe(
            Layer.provide(DocsSite.layer(...docsSites)),
            Layer.provide(WebTools.layer),
            Layer.provide(Node.layer()),
          ),
        ),
      ).pipe(
        Effect.catchTag("SettingsError", ({ expected }) =>
          Quit.withMessage(Quit.codes.usage, `--docs-site can't be used: expected ${expected}`),
        ),
      ),
    tenant,
  )

// --- private --------------------------------------------------------------------------

/** Tells a person who typed the command what it waits for; a client reads stdout alone. */
const greet = Effect.flatMap(Output, ({ err, typed }) =>
  typed
    ? err("porthole: This is an MCP server on stdin and stdout. It waits for a client; Ctrl+C ends it.\n")
    : Effect.void,
)
