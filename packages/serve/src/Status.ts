/**
 * The server's state: `/health` answers while it runs, `/ready` reports whether its tokens can be read, `/metrics` has
 * this process's figures in the text format of Prometheus.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { AccessTokens } from "@porthole/stores"
import * as Reply from "./Reply.ts"

/** The routes. */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { list } = yield* AccessTokens.AccessTokens
    const readable = yield* Effect.cachedWithTTL(Effect.isSuccess(list), "5 seconds")
    yield* router.add("GET", "/health", Reply.json({ status: "ok" }))
    yield* router.add(
      "GET",
      "/ready",
      Effect.map(readable, (isReady) => (isReady ? Reply.json({ status: "ready" }) : Reply.unreadableTokensRefusal)),
    )
    yield* router.add(
      "GET",
      "/metrics",
      Effect.map(PrometheusMetrics.format(), (text) => HttpServerResponse.text(text, { contentType: textFormat })),
    )
  }),
)

// --- private --------------------------------------------------------------------------

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const textFormat = "text/plain; version=0.0.4; charset=utf-8"
