/**
 * What `PageCache` and `SearchCache` have in common: answers kept under a key for a while, and the
 * rule that identical calls under way share one.
 *
 * A key is opaque text that names the tenant and all that shapes the answer, so that no tenant reads
 * another's. A cache never fails: where a store is down, slow or holds garbage, nothing is found.
 */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { WebError } from "../domain/WebError.ts"

/** An answer that was kept. One that isn't fresh is good for asking whether it still holds, no more. */
export interface Found<A> {
  readonly value: A
  readonly isFresh: boolean
}

/** How a shared call ended, and the conversation that paid for it, as text. */
export interface Shared<A> {
  readonly payer: string
  readonly exit: Exit.Exit<Answer<A>, WebError>
}

/** An answer, and whether it came out of the cache. */
export interface Answer<A> {
  readonly value: A
  readonly cached: boolean
}

/** Answers of one kind. */
export interface AnswerCache<A> {
  readonly find: (key: string) => Effect.Effect<Found<A> | undefined>
  /** Keeps an answer in the place of an earlier one. */
  readonly keep: (key: string, value: A) => Effect.Effect<void>
  /**
   * Runs a call, unless one of the same key is under way in this process: then waits for that one's
   * end. Whoever waits may leave at any time; a call that nobody waits for is interrupted.
   */
  readonly once: <R>(key: string, call: Effect.Effect<Shared<A>, never, R>) => Effect.Effect<Shared<A>, never, R>
}
