/** Jobs of this package's tests. */
import type { Frontier } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import { Effect } from "effect"

/** A page of a host. */
export const item = (host: string, path = "1"): Frontier.Item => ({
  key: `https://${host}/${path}`,
  url: `https://${host}/${path}`,
  host,
})

/** A batch of a page of each host. */
export const batch = (
  tenant: string,
  hosts: ReadonlyArray<string>,
  more: Partial<JobStore.NewJob> = {},
): JobStore.NewJob => ({
  tenant,
  kind: "batch",
  request: { extract: "text" },
  most: 100,
  items: hosts.map((host) => item(host)),
  keep: 60_000,
  maxRunning: 2,
  maxKept: 3,
  ...more,
})

/** Leases a host, or fails if none is free. */
export const leaseOf = ({ lease }: Frontier.Frontier["Service"]) =>
  Effect.flatMap(lease("worker", 60_000), Effect.fromOption)
