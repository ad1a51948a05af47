/** How a job visits the hosts of its frontier: what it does with each item, its pace, and what it reports. */
import type * as Effect from "effect/Effect"
import type * as WebError from "../domain/WebError.ts"
import type * as Frontier from "./Frontier.ts"

/** The result of a visit. */
export interface Visited {
  readonly outcome: Frontier.Outcome
  /** The error of a page that couldn't be read. One that may pass is tried again, by the host's pace. */
  readonly error?: WebError.Wire | undefined
  /** Whether the error only says that other jobs visit another host, at which the page is read: no attempt. */
  readonly isPostponed?: boolean | undefined
}

/** An item that is settled. */
export type Settled = Frontier.Item & { readonly outcome: Frontier.Outcome }

/** A host that is left alone for a while: it refused, was down, or failed. */
export interface Rest {
  readonly host: string
  /** Milliseconds from now. */
  readonly wait: number
  readonly kind: "refused" | "down" | "failing"
}

/** How a job visits hosts. */
export interface Options<E, R> {
  /** Visits an item. It writes what it keeps of the page before it ends, so that writing twice changes nothing. */
  readonly visit: (item: Frontier.Taken) => Effect.Effect<Visited, E, R>
  /** The outcome of an item that isn't visited, because its host is given up for what it did to another one. */
  readonly giveUp: (item: Frontier.Taken, other: Frontier.Outcome) => Frontier.Outcome
  /** Reports each item, once its outcome is written. */
  readonly onSettled: (settled: Settled) => Effect.Effect<void, E, R>
  /** Reports each rest. */
  readonly onRest?: ((rest: Rest) => Effect.Effect<void>) | undefined
  /** Maximum number of requests to a host at the same time. */
  readonly concurrency: number
  /**
   * Minimum milliseconds from one request to a host to the next one's start: from its end if there is one at a time, so
   * that a host sees the distance however late its requests arrive, else from its start.
   */
  readonly interval: number
  /** When it completes, no more visits begin; those under way end. */
  readonly stop?: Effect.Effect<void> | undefined
}
