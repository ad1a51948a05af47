/**
 * The walk for Node, with the ports beneath it: what pages and images share. Loaded at the first of
 * either, because undici is dear to load.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Dialer, Resolver } from "@porthole/core"
import { NodeDialer, NodeResolver, SharedWalk, Walk } from "@porthole/backend-fetch"
import * as GivenOr from "./GivenOr.ts"

/** What a half over the pinned transport needs. */
export type Beneath = Resolver.Resolver | Dialer.Dialer | SharedWalk.SharedWalk

/** The ports beneath a walk. New layers each time: what was chosen for one context must not be memoised for another. */
export const ports = (): Layer.Layer<Resolver.Resolver | Dialer.Dialer> =>
  Layer.merge(GivenOr.layer(Resolver.Resolver, NodeResolver.layer), GivenOr.layer(Dialer.Dialer, NodeDialer.layer))

/** Makes the walk; each of the two ports may be given by the context instead of ours. */
export const make: Effect.Effect<Context.Context<Beneath>, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(Layer.build(ports()), (context) =>
    Effect.map(Effect.provideContext(Walk.make, context), (walk) => Context.add(context, SharedWalk.SharedWalk, walk)),
  ),
)
