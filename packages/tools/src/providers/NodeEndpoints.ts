/** What providers run over on Node: an HTTP client that goes straight to them, and where their limits and rests are kept. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { EndpointDispatcher } from "@porthole/backend-fetch"
import * as GivenOr from "../GivenOr.ts"
import * as NodeStores from "../NodeStores.ts"

/** The `HttpClient` of the context if there is one, else ours; with the stores of this composition. */
export const make: Effect.Effect<Context.Context<HttpClient.HttpClient>, never, Scope.Scope> = Effect.gen(function* () {
  const client = yield* Layer.build(GivenOr.layer(HttpClient.HttpClient, direct))
  const stores = yield* Effect.flatten(NodeStores.orOwn)
  return Context.merge(stores, client)
})

// --- private --------------------------------------------------------------------------

/** An agent of our own: it goes straight to the endpoint, whatever proxy the environment names. */
const direct = NodeHttpClient.layerUndiciNoDispatcher.pipe(
  Layer.provide(Layer.effect(NodeHttpClient.Dispatcher, EndpointDispatcher.make)),
)
