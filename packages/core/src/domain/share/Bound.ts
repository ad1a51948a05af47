/**
 * The one constructor of what calls share. Each function takes the name of a row of the table in `docs/security.md`,
 * which tells the bound, the share of a tenant, and the test that proves both. A test compares the names with the
 * table, and finds whatever is shared but made elsewhere.
 */
import * as Semaphore from "effect/Semaphore"
import * as BoundedMap from "../BoundedMap.ts"
import * as FairQueue from "./FairQueue.ts"
import * as Permits from "./Permits.ts"
import * as Share from "./Share.ts"

/** Permits by weight, with a queue: for work whose number must be bounded, and that may wait. */
export const permits = (row: string, options: Permits.Options): Permits.Permits => Permits.make(row, options)

/** Shares without a queue: for what is refused at once, or waits in a queue of its own. */
export const share = (_row: string, rule: Share.Rule, surroundings: Share.Surroundings): Share.Share =>
  Share.make(rule, surroundings)

/** A queue in which tenants take turns. */
export const queue = <A>(_row: string, bounds: FairQueue.Bounds): FairQueue.FairQueue<A> => FairQueue.make(bounds)

/** A memory that forgets what was used longest ago. */
export const memory = <A>(_row: string, bounds: BoundedMap.Bounds): BoundedMap.BoundedMap<A> => BoundedMap.make(bounds)

/** Permits for steps of one call, or for short steps that must not overlap: nobody's share is at stake. */
export const semaphore = (_row: string, permits = 1): Semaphore.Semaphore => Semaphore.makeUnsafe(permits)

/** Starts what the row counts or bounds: a process, a thread, a pool or cache of a library. */
export const start = <A>(_row: string, begin: () => A): A => begin()
