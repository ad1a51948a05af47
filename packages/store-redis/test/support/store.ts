/** Operations of this package's tests on a store. */
import { Effect, Layer, Redacted } from "effect"
import * as Persistence from "effect/persistence/Persistence"
import { RedisStore } from "../../src/index.ts"
import type { RedisOptions } from "../../src/RedisOptions.ts"

/** The URL of a server on loopback. */
export const urlOf = (port: number, credentials = "") => Redacted.make(`redis://${credentials}127.0.0.1:${port}`)

/** Timeouts for a busy machine, where the product's don't matter. */
export const patient = { connectTimeout: "60 seconds", replyTimeout: "60 seconds" } as const

/** One patient client that ends with the scope: its store `pages`. */
export const open = (options: RedisOptions) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(RedisStore.layer({ ...patient, ...options }))
    return yield* Effect.provide(
      Persistence.BackingPersistence.use(({ make }) => make("pages")),
      context,
    )
  })

/** The error of an operation: the message of its cause, which an operator sees in the log. */
export const failureOf = <A>(effect: Effect.Effect<A, Persistence.PersistenceError>) =>
  Effect.map(Effect.flip(effect), ({ cause }) => (cause instanceof Error ? cause.message : String(cause)))

/** A pause in real time. clock: for polling, and where any time will do */
export const pause = (ms: number) => Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))

/** Retries until it succeeds, for about five minutes at most. */
export const eventually = <A, E>(effect: Effect.Effect<A, E>) =>
  effect.pipe(
    Effect.tapError(() => pause(50)),
    Effect.retry({ times: 6_000 }),
  )
