/** The HTTP client that providers run over on Node: it goes straight to them. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { EndpointDispatcher } from "@porthole/backend-fetch"

/** An agent of our own, whatever proxy the environment names. */
const direct = NodeHttpClient.layerUndiciNoDispatcher.pipe(
  Layer.provide(Layer.effect(NodeHttpClient.Dispatcher, EndpointDispatcher.make)),
)

/** The `HttpClient` that is provided, else ours. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(HttpClient.HttpClient),
    Option.match({ onNone: () => direct, onSome: (provided) => Layer.succeed(HttpClient.HttpClient, provided) }),
  ),
)
