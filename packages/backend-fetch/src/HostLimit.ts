/** How many requests to one host may be under way at once (`per_host_concurrency`); more wait for their turn. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { Settings } from "@porthole/core"

/** Runs an effect under a permit of its host. The permit must cover the body, not just the head. */
export type HostLimit = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes the limit; a host that nobody asks has no permits to keep. */
export const make: Effect.Effect<HostLimit> = Effect.gen(function* () {
  const { per_host_concurrency } = yield* Settings.Settings
  const hosts = new Map<string, Host>()

  const enter = (name: string): Host => {
    const host = hosts.get(name) ?? { permits: Semaphore.makeUnsafe(per_host_concurrency), callers: 0 }
    host.callers++
    hosts.set(name, host)
    return host
  }

  const leave = (name: string, host: Host): void => {
    host.callers--
    if (host.callers === 0) hosts.delete(name)
  }

  return (name, effect) =>
    Effect.uninterruptibleMask((restore) => {
      const host = enter(name)
      return Effect.onExit(restore(host.permits.withPermit(effect)), () => {
        leave(name, host)
        return Effect.void
      })
    })
})

// --- private --------------------------------------------------------------------------

interface Host {
  readonly permits: Semaphore.Semaphore
  /** Who holds a permit or waits for one. */
  callers: number
}
