/**
 * Porthole on Node for operators: servers' access tokens, spans for a collector, and the trace of a fetch. No tool uses
 * these. Each loads its modules at its first use, as in `node.ts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { AccessTokens, Settings } from "@porthole/core"
import * as Node from "./node.ts"
import type { FetchTracer } from "./FetchTrace.ts"

/** Opens the access tokens of servers, in a file of this user's or on the Redis of `redis_url`. */
export const storedTokens: Effect.Effect<AccessTokens.AccessTokensShape, never, Scope.Scope> = Effect.flatMap(
  Effect.promise(() => import("./TokenStore.ts")),
  ({ open }) => open,
)

/** The access tokens of a server, unless `AccessTokens` are provided. */
export const accessTokens: Layer.Layer<never> = Layer.effectContext(
  Effect.flatMap(storedTokens, (tokens) =>
    Effect.map(Effect.context<never>(), (context) =>
      Context.merge(Context.make(AccessTokens.AccessTokens, tokens), Context.pick(AccessTokens.AccessTokens)(context)),
    ),
  ),
)

/** Exports spans if `otlp_endpoint` names a collector; else it loads nothing. */
export const telemetry: Layer.Layer<never, Settings.SettingsError> = Layer.unwrap(
  Effect.gen(function* () {
    const { otlp_endpoint } = yield* Settings.Settings
    if (otlp_endpoint === undefined) return Layer.empty
    const { layer } = yield* Effect.promise(() => import("./Telemetry.ts"))
    return Layer.provide(layer(otlp_endpoint), Node.httpClient)
  }),
)

/** Makes a tracer, which fetches a URL and reports each step. Its module is loaded only for this. */
export const fetchTracer: Effect.Effect<FetchTracer, never, Scope.Scope> = Effect.flatMap(
  Effect.promise(() => import("./NodeTrace.ts")),
  ({ make }) =>
    Effect.flatMap(Layer.build(Layer.merge(Node.resolver, Node.dialer)), (ports) => Effect.provideContext(make, ports)),
)
