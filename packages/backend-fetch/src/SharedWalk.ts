/**
 * One {@link Walk} for pages and images together: whoever joins both halves provides it to both, so
 * that a host's pins and permits count once. A half to which none is provided makes its own.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Dialer, Resolver } from "@porthole/core"
import * as Walk from "./Walk.ts"

/** The walk that several halves take. */
export class SharedWalk extends Context.Service<SharedWalk, Walk.Walk>()("@porthole/backend-fetch/SharedWalk") {}

/** A walk over the ports provided; it lives as long as the layer. */
export const layer: Layer.Layer<SharedWalk, never, Resolver.Resolver | Dialer.Dialer> = Layer.effect(
  SharedWalk,
  Walk.make,
)

/** The walk that is provided, else a new one. */
export const orOwn: Effect.Effect<Walk.Walk, never, Resolver.Resolver | Dialer.Dialer | Scope.Scope> = Effect.flatMap(
  Effect.serviceOption(SharedWalk),
  Option.match({ onNone: () => Walk.make, onSome: Effect.succeed }),
)
