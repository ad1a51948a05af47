/**
 * Keys of providers for Node: those of the environment, and those that `porthole keys` stored in a file of
 * this user's or on the Redis of `redis_url`, as the setting `key_store` says. `Credentials` that are provided take the place of ours.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Credentials, type WebBackend, type WebError } from "@porthole/core"
import { once } from "./Once.ts"

/** The stored keys that the settings choose, loaded and opened at their first use. */
export const stored: Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> = Effect.map(
  once(() => import("./openKeys.ts").then(({ openKeys }) => openKeys)),
  (keys) => ({
    get: (tenant, provider) => Effect.flatMap(keys, ({ get }) => get(tenant, provider)),
    set: (tenant, provider, key) => Effect.flatMap(keys, ({ set }) => set(tenant, provider, key)),
    remove: (tenant, provider) => Effect.flatMap(keys, ({ remove }) => remove(tenant, provider)),
    list: (tenant) => Effect.flatMap(keys, ({ list }) => list(tenant)),
  }),
)

/** Provides the keys in force, unless a program's own are. */
export const layer = (): Layer.Layer<never> =>
  Layer.effect(
    Credentials.Credentials,
    Effect.flatMap(Credentials.Credentials, (given) =>
      given === Credentials.ofEnvironment ? Effect.map(stored, Credentials.withStored) : Effect.succeed(given),
    ),
  )

/** A half whose calls use the keys that were in force when it was made, since whoever calls it needn't have them. */
export const bound = <A, B, E, R>(
  half: WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, E, R>,
): WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, E, R> =>
  Effect.flatMap(Credentials.Credentials, (keys) =>
    Effect.map(half, (call) => (input) => Effect.provideService(call(input), Credentials.Credentials, keys)),
  )
