/**
 * The ports to the caches of pages and searches. Their defaults keep nothing.
 *
 * A cache keeps answers under a key for a while, and identical concurrent calls share one. A key is opaque text that
 * names the tenant and everything that shapes the answer, so that no tenant reads another's. A cache never fails: if a
 * store is down, slow or holds garbage, it finds nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { CheckedAnswer } from "../domain/search/SearchAnswer.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import type { WebError } from "../domain/WebError.ts"

/** A stored answer. A stale one may only be used to revalidate. */
export interface Found<A> {
  readonly value: A
  readonly isFresh: boolean
}

/** An answer, and whether it comes from the cache. */
export interface Answer<A> {
  readonly value: A
  readonly cached: boolean
}

/**
 * The outcome of a shared call, and its deadline in ms since the epoch. `isTimedOut` reports that the deadline ended
 * it.
 */
export interface Shared<A> {
  readonly exit: Exit.Exit<Answer<A>, WebError>
  readonly endsAt: number
  readonly isTimedOut: boolean
}

/** Answers of one kind. */
export interface AnswerCache<A> {
  /** Looks for an answer, for at most `patience` ms. */
  readonly find: (key: string, patience: number) => Effect.Effect<Found<A> | undefined>
  /** Stores an answer in place of an earlier one, and waits at most `patience` ms. */
  readonly keep: (key: string, value: A, patience: number) => Effect.Effect<void>
  /** Whether this process is running a call of this key. */
  readonly isUnderWay: (key: string) => Effect.Effect<boolean>
  /**
   * Runs a call, or waits for the one of the same key that this process already runs. A waiting caller may leave at any
   * time; a call without callers is interrupted.
   */
  readonly once: <R>(key: string, call: Effect.Effect<Shared<A>, never, R>) => Effect.Effect<Shared<A>, never, R>
}

/** A cache that keeps nothing: every call runs. */
const none = <A>(): AnswerCache<A> => ({
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
export const noSearches: AnswerCache<CheckedAnswer> = none()

/** Searches by query and tenant; {@link noSearches} unless a layer is provided. */
export const SearchCache: Context.Reference<AnswerCache<CheckedAnswer>> = Context.Reference<AnswerCache<CheckedAnswer>>(
  "@porthole/core/SearchCache",
  { defaultValue: () => noSearches },
)
