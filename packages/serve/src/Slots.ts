/**
 * The slots of running requests, shared by the tenants (`Share` of the kernel). A {@link reserve} is for tenants that
 * hold none. Of the others a tenant may hold at most {@link perFree} times as many as are free. So one tenant alone
 * gets two thirds of all, busy tenants get equal shares in time, and there is room for another one.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { Bound } from "@porthole/core"

/** Maximum number of concurrent requests. */
export const maxRequests = 512

/** How many slots a tenant may hold for each free one. */
export const perFree = 3

/** The slots that only tenants without any may take, as a share of all. */
export const reserve = 1 / 8

/** The tenant holds its share of the slots, or none is free. */
export class Busy extends Data.TaggedError("Busy")<{}> {}

/** The slots of a server. */
export interface Slots {
  /** Takes a slot of a tenant until the end of the scope. */
  readonly take: (tenant: string) => Effect.Effect<void, Busy, Scope.Scope>
}

/** Makes `size` free slots. */
export const make = (size: number = maxRequests): Slots => {
  const share = Bound.share(
    "requests",
    { capacity: size, perFree, reserve: Math.ceil(reserve * size) },
    // No rule of this share hangs on time.
    { now: () => 0 },
  )
  const report = () => requests.updateUnsafe(size - share.free(), Context.empty())
  const take = (tenant: string) => {
    share.take(tenant)
    report()
  }
  const release = (tenant: string) => {
    share.release(tenant)
    report()
  }

  const takeSlot: Slots["take"] = (tenant) =>
    Effect.acquireRelease(
      Effect.suspend(() => (share.mayTake(tenant) ? Effect.sync(() => take(tenant)) : Effect.fail(new Busy()))),
      () => Effect.sync(() => release(tenant)),
    )

  return { take: takeSlot }
}

/** Running requests of this process's server. */
export const requests: Metric.Gauge<number> = Metric.gauge("porthole_requests", { description: "Requests under way" })
