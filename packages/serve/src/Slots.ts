/**
 * The slots of running requests, shared by the tenants. A {@link reserve} is for tenants that hold none. Of the others
 * a tenant may hold at most {@link share} times as many as are free. So one tenant alone gets two thirds of all, busy
 * tenants get equal shares in time, and there is room for another one.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

/** Maximum number of concurrent requests. */
export const maxRequests = 512

/** How many slots a tenant may hold for each free one. */
export const share = 3

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
  const held = new Map<string, number>()
  const reserved = Math.ceil(reserve * size)
  let free = size

  const mayTake = (own: number): boolean => (own === 0 ? free > 0 : own < share * (free - reserved))

  const change = (tenant: string, by: 1 | -1): void => {
    const own = (held.get(tenant) ?? 0) + by
    if (own === 0) held.delete(tenant)
    else held.set(tenant, own)
    free -= by
    requests.updateUnsafe(size - free, Context.empty())
  }

  const take: Slots["take"] = (tenant) =>
    Effect.acquireRelease(
      Effect.suspend(() =>
        mayTake(held.get(tenant) ?? 0) ? Effect.sync(() => change(tenant, 1)) : Effect.fail(new Busy()),
      ),
      () => Effect.sync(() => change(tenant, -1)),
    )

  return { take }
}

/** Running requests of this process's server. */
export const requests: Metric.Gauge<number> = Metric.gauge("porthole_requests", { description: "Requests under way" })
