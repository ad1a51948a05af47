/**
 * Keeps the host program's instrumentation from adding header fields to our requests.
 *
 * undici publishes each request on the diagnostics channel `undici:request:create`, and subscribers may add fields to
 * it; tracing adds `traceparent` and `baggage`. A site must not take part in a trace, so our requests keep their
 * fields. Subscribers still see the request. Without subscribers, this protection does nothing and costs nothing.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import { channel } from "node:diagnostics_channel"
import { Exchange } from "./Exchange.ts"
import { handlerOf } from "./UndiciRequest.ts"

/** Called before each request: protects the fields of later requests if the channel has subscribers. */
export type FieldGuard = () => void

/** Makes the guard; it works while its scope is open. */
export const make: Effect.Effect<FieldGuard, never, Scope.Scope> = Effect.gen(function* () {
  let isOn = false
  yield* Effect.addFinalizer(() => Effect.sync(() => isOn && creationChannel.unsubscribe(onCreate)))
  return () => {
    if (isOn || !creationChannel.hasSubscribers) return
    creationChannel.subscribe(onCreate)
    isOn = true
  }
})

/** Whether a request that is about to be sent has exactly the fields that it was given. */
export const hasOnlyOwnFields = (exchange: Exchange): boolean =>
  !creationChannel.hasSubscribers || protectedExchanges.has(exchange)

// --- private --------------------------------------------------------------------------

const creationChannel = channel("undici:request:create")

/** Requests whose fields are protected. */
const protectedExchanges = new WeakSet<Exchange>()

const onCreate = (message: unknown): void => {
  const request = Predicate.hasProperty(message, "request") ? message.request : undefined
  if (!Predicate.isObject(request)) return
  const exchange = handlerOf(request)
  if (!(exchange instanceof Exchange)) return
  // undici reads these fields whatever subscribers do before or after this one.
  Object.defineProperty(request, "headers", { get: () => [...exchange.fields], set: () => {} })
  protectedExchanges.add(exchange)
}
