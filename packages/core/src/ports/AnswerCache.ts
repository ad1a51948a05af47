/**
 * The ports to pages that were read and searches that were answered before: answers kept under a key for a while, and
 * the rule that identical calls under way share one. Their defaults keep nothing.
 *
 * A key is opaque text that names the tenant and all that shapes the answer, so that no tenant reads
 * another's. A cache never fails: where a store is down, slow or holds garbage, nothing is found.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { ReadAnswer } from "../domain/SearchAnswer.ts"
import type { StoredPage } from "../domain/StoredPage.ts"
import type { WebError } from "../domain/WebError.ts"

/** An answer that was kept. One that isn't fresh is good for asking whether it still holds, no more. */
export interface Found<A> {
  readonly value: A
  readonly isFresh: boolean
}

/** An answer, and whether it came out of the cache. */
export interface Answer<A> {
  readonly value: A
  readonly cached: boolean
}

/** How a shared call ended, and when it would have had to, in ms since the epoch. `isLate` says that this ended it. */
export interface Shared<A> {
  readonly exit: Exit.Exit<Answer<A>, WebError>
  readonly endsAt: number
  readonly isLate: boolean
}

/** Answers of one kind. */
export interface AnswerCache<A> {
  /** Looks for an answer, `patience` ms at most. */
  readonly find: (key: string, patience: number) => Effect.Effect<Found<A> | undefined>
  /** Keeps an answer in the place of an earlier one, and waits for that `patience` ms at most. */
  readonly keep: (key: string, value: A, patience: number) => Effect.Effect<void>
  /** Whether a call of this key is under way in this process. */
  readonly isUnderWay: (key: string) => Effect.Effect<boolean>
  /**
   * Runs a call, unless one of the same key is under way in this process: then waits for that one's
   * end. Whoever waits may leave at any time; a call that nobody waits for is interrupted.
   */
  readonly once: <R>(key: string, call: Effect.Effect<Shared<A>, never, R>) => Effect.Effect<Shared<A>, never, R>
}

/** A cache that keeps nothing: every call is made. */
export const none = <A>(): AnswerCache<A> => ({
  find: () => Effect.undefined,
  keep: () => Effect.void,
  isUnderWay: () => Effect.succeed(false),
  once: (_, call) => call,
})

/** Keeps no page. */
export const noPages: AnswerCache<StoredPage> = none()

/** Pages by URL, mode and tenant; {@link noPages} unless a layer is provided. */
export const PageCache: Context.Reference<AnswerCache<StoredPage>> = Context.Reference<AnswerCache<StoredPage>>(
  "@porthole/core/PageCache",
  { defaultValue: () => noPages },
)

/** Keeps no search. */
export const noSearches: AnswerCache<ReadAnswer> = none()

/** Searches by query and tenant; {@link noSearches} unless a layer is provided. */
export const SearchCache: Context.Reference<AnswerCache<ReadAnswer>> = Context.Reference<AnswerCache<ReadAnswer>>(
  "@porthole/core/SearchCache",
  { defaultValue: () => noSearches },
)
