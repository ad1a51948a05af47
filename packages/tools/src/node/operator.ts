/**
 * Porthole on Node for operators: servers' access tokens, spans for a collector, the trace of a fetch, and the trace of
 * a document through the reader. No tool uses these. Each loads its modules at its first use, as in `node.ts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Settings, WebError } from "@porthole/core"
import { AccessTokens, JobStore } from "@porthole/stores"
import type { RenderTrace } from "@porthole/backend-fetch"
import type { DocumentExtractor, ExtractionTrace } from "@porthole/extract"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as Node from "./node.ts"
import * as OptionalPackage from "./OptionalPackage.ts"
import type { SigningIdentity } from "./SigningIdentity.ts"
import type { FetchTracer } from "./FetchTrace.ts"
import type { Adapters as TokenAdapters } from "./TokenStore.ts"

const transportModule = () => import("@porthole/backend-fetch")
const readerModule = () => import("@porthole/extract")
const officeModule = () =>
  import(/* webpackIgnore: true */ "@porthole/extract-office/pictures").then(
    ({ picturesOf: pictures }) => pictures,
    OptionalPackage.missing,
  )
const telemetryModule = () => import("./Telemetry.ts")
const tokensModule = () => import("./TokenStore.ts")
const traceModule = () => import("./NodeTrace.ts")

const jobsModule = () => import("./RedisJobStore.ts")
const identityModule = () => import("./SigningIdentity.ts")
const signingKeyFile = () => import("@porthole/store-disk").then(({ SigningKeyFile }) => SigningKeyFile)

/** The adapters under the access tokens. */
const tokenAdapters: TokenAdapters = {
  tokenFile: () => import("@porthole/store-disk").then(({ TokenFile }) => TokenFile),
  redisTokens: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(
      ({ RedisTokens }) => RedisTokens,
      OptionalPackage.missing,
    ),
}

/** Opens the access tokens of servers, in a file of this user's or on the Redis of `redis_url`. */
export const storedTokens: Effect.Effect<AccessTokens.AccessTokensShape, never, Scope.Scope> = Effect.flatMap(
  Effect.promise(tokensModule),
  ({ open }) => open(tokenAdapters),
)

/** The access tokens of a server, unless `AccessTokens` are provided. */
export const accessTokens: Layer.Layer<never> = Layer.effectContext(
  Effect.flatMap(storedTokens, (tokens) =>
    Effect.map(Effect.context<never>(), (context) =>
      Context.merge(Context.make(AccessTokens.AccessTokens, tokens), Context.pick(AccessTokens.AccessTokens)(context)),
    ),
  ),
)

/** The jobs on the Redis of `redis_url`; without one, each call fails and names the setting. */
export const jobs: Layer.Layer<never> = Layer.effectContext(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const { redis_url } = yield* ToolSettings
    if (redis_url === undefined) return Context.pick(JobStore.JobStore)(context)
    const { open } = yield* Effect.promise(jobsModule)
    return Context.make(JobStore.JobStore, yield* open(redis_url))
  }),
)

/** Opens the keys that sign requests, in the file of `signature_keys`. */
export const signingIdentity: Effect.Effect<SigningIdentity> = Effect.flatMap(
  Effect.promise(identityModule),
  ({ open }) => open(signingKeyFile),
)

/**
 * Exports spans if `otlp_endpoint` names a collector; else it loads nothing. With a recording there are none: a replay
 * opens no socket, and what goes to a collector is no part of the recorded web.
 */
export const telemetry: Layer.Layer<never, Settings.SettingsError> = Layer.unwrap(
  Effect.gen(function* () {
    const { otlp_endpoint, recording } = yield* ToolSettings
    if (otlp_endpoint === undefined || recording !== undefined) return Layer.empty
    const { layer } = yield* Effect.promise(telemetryModule)
    return Layer.provide(layer(otlp_endpoint), Node.httpClient)
  }),
)

/** Makes a tracer, which fetches a URL and reports each step. */
export const fetchTracer: Effect.Effect<FetchTracer, never, Scope.Scope> = Effect.flatMap(
  Effect.promise(traceModule),
  ({ make }) =>
    Effect.flatMap(Layer.build(Layer.merge(Node.resolver, Node.dialer)), (ports) => Effect.provideContext(make, ports)),
)

/** What a rendered document asked for. */
export type { RenderTrace } from "@porthole/backend-fetch"

/** Runs an effect that fetches pages, and reports each rendering to a listener. A model never sees it. */
export const explainRendering = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  listen: (trace: RenderTrace.RenderTrace) => void,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.promise(transportModule), ({ RenderTrace }) =>
    Effect.provideService(effect, RenderTrace.Listener, listen),
  )

/** The stages of reading one document. */
export type { ExtractionTrace } from "@porthole/extract"

/** The outcome of an effect, and how each document was read in it. */
export interface Traced<A, E> extends DocumentExtractor.Traced<A, E> {
  readonly traces: ReadonlyArray<ExtractionTrace>
}

/** Runs an effect that reads documents, and reports how our reader read each of them. A model never sees it. */
export const explainReading = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Traced<A, E>, never, R> =>
  Effect.flatMap(Effect.promise(readerModule), ({ DocumentExtractor }) => DocumentExtractor.explain(effect))

/** A picture of a document, and a harmless name for its file. */
export interface Picture {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The pictures in an Office file, a book or another archive. */
export const picturesOf = (
  bytes: Uint8Array,
): Effect.Effect<ReadonlyArray<Picture>, WebError.WebError | OptionalPackage.NotInstalled> =>
  OptionalPackage.load("--extract-media", "@porthole/extract-office", officeModule).pipe(
    Effect.flatMap((pictures) => Effect.fromResult(pictures(bytes))),
  )
