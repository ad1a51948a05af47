/** What `porthole mcp` does. */
import type { Settings, Site } from "@porthole/core"
import { DocsSite, Economy, McpFace, NodeBackend, NodeStores, WebTools } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import type { Output } from "../Output.ts"
import * as Quit from "../Quit.ts"
import { withSettings } from "../withSettings.ts"

/** Serves the tools over stdin and stdout until the client closes stdin; with documentation sites their tools, too. */
export const serve = (
  settings: Settings.SettingsInput,
  docsSites: ReadonlyArray<Site.SiteOptions> = [],
): Effect.Effect<void, Quit.Quit, Output | Stdio.Stdio> =>
  withSettings(settings, () =>
    Layer.launch(
      McpFace.layerStdioWith(docsSites).pipe(
        Layer.provide(DocsSite.layer(...docsSites)),
        Layer.provide(WebTools.layer),
        Layer.provide(Layer.merge(NodeBackend.layer(), Economy.layer())),
        Layer.provide(NodeStores.layer()),
      ),
    ).pipe(
      Effect.catchTag("SettingsError", ({ expected }) =>
        Quit.withMessage(Quit.codes.usage, `--docs-site can't be used: expected ${expected}`),
      ),
    ),
  )
