/**
 * Rights to visit hosts over a Redis, beside the turns of jobs (`RedisFrontier`). A Redis that is down or slow costs a
 * request a tenth of its fetch's timeout at most, and after three failures it isn't asked for ten seconds.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redis from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import type { HostLeases } from "@porthole/core"
import { StoreGuard } from "@porthole/stores"
import * as HostScripts from "./HostScripts.ts"
import * as RedisFrontier from "./RedisFrontier.ts"

/** The rights below a prefix. */
export const make = Effect.fnUntraced(function* (
  redis: Redis.Redis["Service"],
  prefix: string,
): Effect.fn.Return<HostLeases.HostLeasesShape, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const guarded = yield* StoreGuard.make("porthole_hosts")
  const { job, keep, visits } = RedisFrontier.keysOf(prefix, "")
  return {
    take: (host, { count, interval, isUrgent = false, ttl }) =>
      Effect.suspend(() => {
        const id = crypto.randomUUID()
        // No answer waits for it.
        const leave = Effect.forkIn(Effect.ignore(redis.eval(HostScripts.leave)(job, visits, keep, host, id)), scope)
        const limits = [ttl, count, interval, isUrgent ? 1 : 0] as const
        const enter = guarded(() => redis.eval(HostScripts.enter)(job, visits, keep, host, id, ...limits))
        return Effect.acquireRelease(
          Effect.onInterrupt(enter, () => leave),
          // What isn't answered may still be done.
          (wait) => (isRefused(wait) ? Effect.void : leave),
          { interruptible: true },
        )
      }).pipe(Effect.map(Option.getOrElse(() => 0))),
  }
})

// --- private --------------------------------------------------------------------------

const isRefused = (wait: Option.Option<number>): boolean => Option.isSome(wait) && wait.value > 0
