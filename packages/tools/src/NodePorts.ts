/**
 * Two of Node's ports by themselves, for faces that judge a URL or read a saved document without
 * fetching. Each is loaded when it is built.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Extractor, Resolver } from "@porthole/core"

/** Names, as the system resolves them. */
export const resolver: Layer.Layer<Resolver.Resolver> = Layer.unwrap(
  Effect.promise(() => import("@porthole/backend-fetch").then(({ NodeResolver }) => NodeResolver.layer)),
)

/** Documents, as `web_fetch` reads them. */
export const extractor: Layer.Layer<Extractor.Extractor> = Layer.unwrap(
  Effect.promise(() => import("./NodeReader.ts").then(({ layer }) => layer)),
)
