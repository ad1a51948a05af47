/** The HTTP client that providers run over on Node: it goes straight to them, whatever proxy the environment names. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { NodeHttpClient } from "@porthole/backend-fetch"

/** The `HttpClient` that is provided, else ours. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(HttpClient.HttpClient),
    Option.match({
      onNone: () => NodeHttpClient.layer,
      onSome: (provided) => Layer.succeed(HttpClient.HttpClient, provided),
    }),
  ),
)
