/**
 * The dispatcher under requests to configured endpoints: connections of our own, whatever proxy the
 * environment names, HTTP/1.1, and the same limit on bytes off the wire as the pinned transport has.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Agent, buildConnector, type Dispatcher } from "undici"
import { EndpointClient } from "@porthole/core"
import * as WireLimit from "./WireLimit.ts"

/** Makes a dispatcher; its scope's end closes its connections. */
export const make: Effect.Effect<Dispatcher, never, Scope.Scope> = Effect.suspend(() => {
  const wire = WireLimit.make()
  const connect = WireLimit.guarded(buildConnector({ allowH2: false }), wire)
  return Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ allowH2: false, connect })),
      (agent) => Effect.promise(() => agent.destroy()),
    ),
    (agent) => agent.compose((dispatch) => (options, handler) => dispatch(options, counted(handler, wire))),
  )
})

// --- private --------------------------------------------------------------------------

const mostBytes = WireLimit.maxBytesFor(EndpointClient.maxResponseBytes)

const counted = (handler: Dispatcher.DispatchHandler, wire: WireLimit.WireLimit): Dispatcher.DispatchHandler => {
  const count = wire.count(mostBytes)
  return {
    onRequestStart: (controller, context) => {
      count.begin()
      handler.onRequestStart?.(controller, context)
    },
    onRequestUpgrade: (controller, status, headers, socket) =>
      handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, message) => {
      if (status >= 200) count.answered()
      handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  }
}
