/** Jobs of this package's tests. */
import type { Frontier } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import { SampleJobs } from "@porthole/stores/testing"
import { Effect } from "effect"

/** A batch of a page of each host, of a tenant that may have few. */
export const batch = (
  tenant: string,
  hosts: ReadonlyArray<string>,
  more: Partial<JobStore.NewJob> = {},
): JobStore.NewJob => SampleJobs.batch(tenant, hosts, { maxRunning: 2, maxKept: 3, ...more })

/** Leases a host, or fails if none is free. */
export const leaseOf = ({ lease }: Frontier.Frontier["Service"]) =>
  Effect.flatMap(lease("worker", 60_000), Effect.fromOption)
