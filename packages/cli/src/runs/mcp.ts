/** What `porthole mcp` does. */
import type { Settings } from "@porthole/core"
import { McpFace, NodeBackend, NodeStores, WebTools } from "@porthole/tools"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import type { Output } from "../Output.ts"
import type * as Quit from "../Quit.ts"
import { withSettings } from "../withSettings.ts"

/** Serves the tools over stdin and stdout until the client closes stdin. */
export const serve = (settings: Settings.SettingsInput): Effect.Effect<void, Quit.Quit, Output | Stdio.Stdio> =>
  withSettings(settings, () =>
    Layer.launch(
      McpFace.layerStdio.pipe(
        Layer.provide(WebTools.layer),
        Layer.provide(NodeBackend.layer()),
        Layer.provide(NodeStores.layer()),
      ),
    ),
  )
