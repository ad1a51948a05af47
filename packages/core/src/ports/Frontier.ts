/**
 * The port to a job's frontier: the URLs that it has seen, which of them wait, by host, and what became of the others.
 * It is optional; `@porthole/jobs` has an adapter over SQLite.
 *
 * An owner visits a host under a lease, which has a fencing number. A result is written only under the current number,
 * so an owner that was frozen while its lease ended can't write over another one's work. Waits are in milliseconds from
 * now, so that owners need no common clock.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * `lost`: the lease has ended, and its items belong to another owner. `busy`: another program has the job. `damaged`:
 * the file isn't whole. `newer`: a later release wrote it. `unsupported`: this Node can't open it. `full`: nothing more
 * can be written. `failed`: anything else.
 */
export const Reason = Schema.Literals(["lost", "busy", "damaged", "newer", "unsupported", "full", "failed"])
export type Reason = typeof Reason.Type

/** A frontier that can't be read or written. */
export class FrontierError extends Schema.TaggedError<FrontierError>()("FrontierError", {
  reason: Reason,
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    return `The job's state ${sentences[this.reason]}`
  }
}

/** A URL that is to be visited. */
export interface Item {
  /** Its identity within the job: the URL itself, unless a URL is visited for several purposes. */
  readonly key: string
  readonly url: string
  /** The host whose pace it follows; empty if it has none, because it isn't a URL. */
  readonly host: string
  /** What the job keeps with it, as JSON. */
  readonly data?: Schema.Json | undefined
}

/** What became of an item. */
export interface Outcome {
  /** The reason of a failure; absent if it is done. */
  readonly failure?: string | undefined
  /** What the job keeps of it, as JSON. */
  readonly result?: Schema.Json | undefined
}

/** An item under a lease. */
export interface Taken extends Item {
  /** The number of its attempts that counted, before this one. */
  readonly attempts: number
}

/** An item with its outcome. */
export interface Settled extends Item, Outcome {
  /** Its place in the order of settling, from 1. */
  readonly position: number
}

/** The exclusive right to visit a host. */
export interface Lease {
  readonly owner: string
  readonly host: string
  /** The fencing number: each lease of a host has a higher one than the leases before it. */
  readonly fence: number
  /** What the last owner noted at its release. */
  readonly notes?: Schema.Json | undefined
}

/** What is written of an item: its outcome, or its number of attempts, and then it waits after its host's others. */
export type Settlement =
  | { readonly key: string; readonly outcome: Outcome }
  | { readonly key: string; readonly attempts: number }

/** The numbers of items. */
export interface Counts {
  readonly waiting: number
  readonly done: number
  /** Failed ones by reason. */
  readonly failed: Readonly<Record<string, number>>
  /** Hosts with items that wait. */
  readonly hosts: number
}

/** The frontier of one job. */
export class Frontier extends Context.Service<
  Frontier,
  {
    /**
     * Adds items, all or none, and returns the number of new ones. An item whose key is known changes nothing. One with
     * an outcome is settled from the start.
     */
    readonly add: (
      items: ReadonlyArray<Item & { readonly outcome?: Outcome | undefined }>,
    ) => Effect.Effect<number, FrontierError>
    /**
     * Leases a host for `ttl`: of those with waiting items the one that may be visited since the longest time. None if
     * no host may be visited now. Once the `ttl` is over, the host may be leased again, and its items wait again.
     */
    readonly lease: (owner: string, ttl: number) => Effect.Effect<Option.Option<Lease>, FrontierError>
    /** Makes a lease end `ttl` from now. */
    readonly renew: (lease: Lease, ttl: number) => Effect.Effect<void, FrontierError>
    /**
     * Takes the next items of the host, `count` at most, of those that weren't taken under this lease. If the owner
     * goes away, nobody visits the host before `pace`.
     */
    readonly take: (
      lease: Lease,
      options: { readonly count: number; readonly pace: number },
    ) => Effect.Effect<ReadonlyArray<Taken>, FrontierError>
    /** Writes what became of items that were taken under this lease, all or none. */
    readonly settle: (lease: Lease, settlements: ReadonlyArray<Settlement>) => Effect.Effect<void, FrontierError>
    /** Ends a lease. The host may be leased again after `wait`; items that weren't settled wait in their old place. */
    readonly release: (
      lease: Lease,
      options: { readonly wait: number; readonly notes?: Schema.Json | undefined },
    ) => Effect.Effect<void, FrontierError>
    /** The wait until the first host may be leased; none if no item waits. */
    readonly nextVisit: Effect.Effect<Option.Option<number>, FrontierError>
    readonly counts: Effect.Effect<Counts, FrontierError>
    /** Settled items in the order of settling, those after a position: `count` at most, and fewer if they are long. */
    readonly settled: (after: number, count: number) => Effect.Effect<ReadonlyArray<Settled>, FrontierError>
    /** The settled item of a key. */
    readonly find: (key: string) => Effect.Effect<Option.Option<Settled>, FrontierError>
    /** Lets failed items wait again, those of one reason or all, without attempts. Returns their number. */
    readonly retry: (reason?: string) => Effect.Effect<number, FrontierError>
  }
>()("@porthole/core/Frontier") {}

// --- private --------------------------------------------------------------------------

const sentences: Readonly<Record<Reason, string>> = {
  lost: "belongs to another owner, because this one didn't answer in time.",
  busy: "is in use by another program. Wait until that ends, or use another folder.",
  damaged: "is damaged.",
  newer: "was written by a newer release of Porthole. Update Porthole, or begin anew.",
  unsupported: "needs node:sqlite, which is part of Node 24 and later. Use a newer Node.",
  full: "can't be written, because no space is left on the disk. Free some space, and go on.",
  failed: "can't be opened. Check its folder and the permissions.",
}
