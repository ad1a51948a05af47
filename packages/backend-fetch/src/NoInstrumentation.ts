/**
 * Keeps the host program's instrumentation from adding header fields to our requests.
 *
 * undici tells of each request on the diagnostics channel `undici:request:create`, and whoever listens
 * may add fields to it; tracing does, `traceparent` and `baggage`. A site is no part of anybody's
 * trace, so what was added to a request of ours is taken off again. Listeners still see the request.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Exchange } from "./Exchange.ts"

/** Holds for as long as its scope is open. */
export const keepOff: Effect.Effect<void, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => subscribe(channel, onCreate)),
  () => Effect.sync(() => unsubscribe(channel, onCreate)),
)

// --- private --------------------------------------------------------------------------

const channel = "undici:request:create"

const onCreate = (message: unknown): void => {
  const request = Predicate.hasProperty(message, "request") ? message.request : undefined
  if (!Predicate.isObject(request)) return
  const exchange = handlerOf(request)
  if (!(exchange instanceof Exchange)) return
  // Whatever a listener did before this one or does after it, undici reads these fields.
  Object.defineProperty(request, "headers", { get: () => [...exchange.fields], set: () => {} })
}

/** undici keeps a request's handler under a symbol of its own. */
const handlerOf = (request: object): unknown => {
  if (handler === undefined || !(handler in request)) {
    handler = Object.getOwnPropertySymbols(request).find(({ description }) => description === "handler")
  }
  return handler === undefined ? undefined : Reflect.get(request, handler)
}
let handler: symbol | undefined
