/** The renderer of the setting `render`: its optional package, which nothing loads where the setting is `off`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Renderer, Settings, WebError } from "@porthole/core"
import { ToolSettings, type ToolSettingsShape } from "../settings/ToolSettings.ts"
import * as OptionalPackage from "./OptionalPackage.ts"

/** How a browser is chosen and started. */
export interface BrowserOptions {
  readonly path?: string | undefined
  readonly allowWithoutNamespace?: boolean | undefined
}

/** What an operator is told of a browser that works here. */
export interface Inspected {
  readonly path: string
  readonly version: string
  readonly hasNamespace: boolean
  /** Who runs the browser, if it isn't the user of this process. */
  readonly user: { readonly uid: number } | undefined
}

/** The adapter's module. The type doesn't name its package, so that it compiles where that isn't installed. */
export interface BrowserModule {
  readonly layer: (options: BrowserOptions) => Layer.Layer<Renderer.Renderer>
  readonly inspect: (options: BrowserOptions) => Effect.Effect<Inspected, { readonly missing: string }>
}

/** Loads the adapter's module. */
export type LoadModule = () => Promise<BrowserModule>

/** The renderer of the settings; one that is never ready if they are `off`, or if its package isn't installed. */
export const make = Effect.fnUntraced(function* (
  loadModule: LoadModule,
): Effect.fn.Return<Renderer.Renderer["Service"], never, Scope.Scope> {
  const { render } = yield* Settings.Settings
  if (render === "off") return unready(isOff)
  const options = optionsOf(yield* ToolSettings)
  return yield* Effect.matchEffect(load(loadModule), {
    onFailure: ({ message }) => Effect.succeed(unready(message)),
    onSuccess: ({ layer }) => Effect.map(Layer.build(layer(options)), Context.get(Renderer.Renderer)),
  })
})

/** The browser of the settings, whether pages are rendered or not. It is started once. */
export const inspect = (loadModule: LoadModule): Effect.Effect<Inspected, { readonly missing: string }> =>
  Effect.gen(function* () {
    const options = optionsOf(yield* ToolSettings)
    const { inspect } = yield* Effect.mapError(load(loadModule), ({ message }) => ({ missing: message }))
    return yield* inspect(options)
  })

/** The operator's sentence where pages aren't rendered. */
export const isOff =
  "PORTHOLE_RENDER is off: set it to auto, `npm install @porthole/backend-browser`, and install Debian's " +
  "`chromium-headless-shell`, or Chromium."

// --- private --------------------------------------------------------------------------

const load = (loadModule: LoadModule): Effect.Effect<BrowserModule, OptionalPackage.NotInstalled> =>
  OptionalPackage.load("PORTHOLE_RENDER", "@porthole/backend-browser", loadModule)

const optionsOf = ({ chromium, render_without_namespace }: ToolSettingsShape): BrowserOptions => ({
  path: chromium,
  allowWithoutNamespace: render_without_namespace,
})

const unready = (missing: string): Renderer.Renderer["Service"] => ({
  state: Effect.succeed({ isReady: false, missing }),
  render: () => WebError.fail({ error: "extraction_failed", message: missing }),
})
