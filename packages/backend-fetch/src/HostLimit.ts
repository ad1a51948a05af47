/** How many requests to one host may be under way at once (`per_host_concurrency`); more wait for their turn. */
import * as Effect from "effect/Effect"
import * as RcMap from "effect/RcMap"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { Settings } from "@porthole/core"

/** Runs an effect under a permit of its host. The permit must cover the body, not just the head. */
export type HostLimit = <A, E>(host: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/** Makes the limit; a host that nobody asks has no permits to keep. */
export const make: Effect.Effect<HostLimit, never, Scope.Scope> = Effect.gen(function* () {
  const { per_host_concurrency } = yield* Settings.Settings
  const hosts = yield* RcMap.make({ lookup: (_host: string) => Semaphore.make(per_host_concurrency) })
  return (host, effect) =>
    Effect.scoped(Effect.flatMap(RcMap.get(hosts, host), (permits) => permits.withPermits(1)(effect)))
})
