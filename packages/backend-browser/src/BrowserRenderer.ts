/**
 * Core's port `Renderer` by the user's Chromium. The browser has no network: an empty network namespace and a wall of
 * flags keep every packet in, and each byte that a page gets comes through the boundary (`guard/`).
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Deadline, Renderer, WebError } from "@porthole/core"
import * as Browser from "./browser/Browser.ts"
import * as Confinement from "./browser/Confinement.ts"
import { findBrowser } from "./browser/FindBrowser.ts"
import * as Pool from "./browser/Pool.ts"
import type { Unready } from "./browser/Unready.ts"
import { CdpError } from "./cdp/CdpError.ts"
import * as Rendering from "./Rendering.ts"

/** How to render. */
export interface Options extends Confinement.Options {
  /** The browser's program; by default the first of the usual places. */
  readonly path?: string | undefined
  readonly limits?: Partial<Limits> | undefined
}

/** The bounds of renderings. */
export interface Limits {
  /** Requests for parts of a page, and their bytes together. */
  readonly maxRequests: number
  readonly maxBytes: number
  /** How long a page may take; the call's deadline may be earlier. */
  readonly maxTime: Duration.Input
  /** Renderings at once, and such that wait. */
  readonly maxContexts: number
  readonly maxQueue: number
  /** Renderings after which the browser is replaced, and the time without one after which it ends. */
  readonly maxUses: number
  readonly idleTime: Duration.Input
  /** Bytes of all processes of the browser together; on Linux only. */
  readonly maxMemory: number
}

/** The default bounds. */
export const defaultLimits: Limits = {
  maxRequests: Renderer.maxParts,
  maxBytes: Renderer.maxBytes,
  maxTime: "20 seconds",
  maxContexts: 2,
  maxQueue: 16,
  maxUses: 100,
  idleTime: "60 seconds",
  maxMemory: 1_073_741_824,
}

/** What `porthole doctor` tells of a browser that works here. */
export interface Inspected {
  readonly path: string
  readonly version: string
  /** Whether an empty network namespace stands behind the wall of flags. */
  readonly hasNamespace: boolean
  /** Who runs the browser, if it isn't the user of this process. */
  readonly user: Confinement.User | undefined
}

/** Finds a browser and starts it once: that shows its version, and that its sandbox and its namespace hold. */
export const inspect = (options: Options = {}): Effect.Effect<Inspected, Unready> =>
  Effect.gen(function* () {
    const found = yield* resolve(options)
    const { version } = yield* Browser.start(found)
    const { command, user } = found.confinement
    return { path: found.browser.path, version, hasNamespace: command.length > 0, user }
  }).pipe(Effect.scoped)

/** Core's `Renderer`. Nothing starts before the first rendering; the browser ends with the layer. */
export const layer = (options: Options = {}): Layer.Layer<Renderer.Renderer> =>
  Layer.effect(Renderer.Renderer, make(options))

// --- private --------------------------------------------------------------------------

/** The most that a browser may keep between renderings, as a share of its limit. */
const keptShare = 0.5

const limitsOf = ({ limits }: Options): Limits => ({ ...defaultLimits, ...limits })

const make = Effect.fnUntraced(function* (options: Options) {
  const limits = limitsOf(options)
  const maxTime = Duration.fromInputUnsafe(limits.maxTime)
  const found = yield* Effect.cached(resolve(options))
  const state = yield* Effect.cached(
    inspect(options).pipe(
      Effect.as<Renderer.RendererState>({ isReady: true }),
      Effect.catch(({ missing }) => Effect.succeed<Renderer.RendererState>({ isReady: false, missing })),
    ),
  )
  const use = yield* Pool.make({
    ...limits,
    start: Effect.flatMap(found, (options) => Browser.start({ ...options, isShared: true })),
    startAlone: Effect.flatMap(found, Browser.start),
    isLoss,
    maxKeptMemory: limits.maxMemory * keptShare,
  })
  const attempt = (request: Renderer.RenderRequest) =>
    use((browser) => Rendering.render(browser, request, { ...limits, maxTime }))
  return Renderer.Renderer.of({
    state,
    render: (request) =>
      attempt(request).pipe(
        Effect.catchTag("CdpError", (cause) => WebError.fail(Rendering.crashError.wire, cause)),
        Effect.catchTag("Unready", (cause) => WebError.fail(unready, cause)),
        (rendering) => Deadline.withDefault(rendering, maxTime),
      ),
  })
})

const resolve = (options: Options) =>
  Effect.gen(function* () {
    const browser = yield* findBrowser(options.path)
    const confinement = yield* Confinement.find(options)
    return { browser, confinement, maxMemory: limitsOf(options).maxMemory }
  })

const isLoss = (error: unknown): boolean =>
  error instanceof CdpError && (error.reason === "closed" || error.reason === "oversized")

const unready: WebError.Wire = {
  error: "extraction_failed",
  message: "Pages can't be rendered here: the browser doesn't start. Fetch the page without rendering.",
}
