/**
 * Keeps the host program's instrumentation from adding header fields to our requests.
 *
 * undici tells of each request on the diagnostics channel `undici:request:create`, and whoever listens
 * may add fields to it; tracing does, `traceparent` and `baggage`. A site is no part of anybody's
 * trace, so a request of ours keeps the fields that it was given. Listeners still see the request.
 *
 * Where nobody listens, nothing is done and nothing is paid for.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import { channel } from "node:diagnostics_channel"
import { Exchange } from "./Exchange.ts"

/** To be called before each request: has requests keep their fields from now on, if somebody listens. */
export type Guard = () => void

/** Makes the guard; it holds for as long as its scope is open. */
export const make: Effect.Effect<Guard, never, Scope.Scope> = Effect.gen(function* () {
  let isOn = false
  yield* Effect.addFinalizer(() => Effect.sync(() => isOn && created.unsubscribe(onCreate)))
  return () => {
    if (isOn || !created.hasSubscribers) return
    created.subscribe(onCreate)
    isOn = true
  }
})

/** Whether a request that is about to be sent has the fields that it was given, and no other. */
export const isUntouched = (exchange: Exchange): boolean => !created.hasSubscribers || kept.has(exchange)

// --- private --------------------------------------------------------------------------

const created = channel("undici:request:create")

/** Requests that nobody can add to. */
const kept = new WeakSet<Exchange>()

const onCreate = (message: unknown): void => {
  const request = Predicate.hasProperty(message, "request") ? message.request : undefined
  if (!Predicate.isObject(request)) return
  const exchange = handlerOf(request)
  if (!(exchange instanceof Exchange)) return
  // Whatever a listener did before this one or does after it, undici reads these fields.
  Object.defineProperty(request, "headers", { get: () => [...exchange.fields], set: () => {} })
  kept.add(exchange)
}

/** undici keeps a request's handler under a symbol of its own. */
const handlerOf = (request: object): unknown => {
  if (handler === undefined || !(handler in request)) {
    handler = Object.getOwnPropertySymbols(request).find(({ description }) => description === "handler")
  }
  return handler === undefined ? undefined : Reflect.get(request, handler)
}
let handler: symbol | undefined
