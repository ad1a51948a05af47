/**
 * The pace of a job of many pages at every host, and the job's view of its requests. By default requests are only as
 * slow as their sites demand, and nobody is told.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { WebError } from "../domain/WebError.ts"

/** A request that a host has answered, or hasn't. */
export interface Visit {
  readonly host: string
  /** When the request began, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds until the answer was complete, or the request had failed. */
  readonly took: number
  /** The milliseconds between two requests that the site demands (`Crawl-delay`); 0 without a demand. */
  readonly demanded: number
  /** Whether it was answered with a page or a redirect. */
  readonly hasAnswered: boolean
}

/** A job's pace. */
export interface HostPaceShape {
  /**
   * Minimum milliseconds from one request to a host to the next one's start, beside what the site demands. Parts of a
   * rendered page follow their document at once.
   */
  readonly interval: number
  /** Whether `interval` and the site's demand begin at a request's start, or at its end. */
  readonly from: "start" | "end"
  /** Whether a request that fails for a reason that may pass is sent once more at once; a job comes back later. */
  readonly triesAgain: boolean
  /**
   * Takes the right to request something of a host, which other processes respect, until the scope ends. Returns until
   * when a request may be sent, in milliseconds since the epoch: a process that was frozen may have lost the right.
   * `demanded` are the milliseconds between two requests that the site demands.
   */
  readonly permit?: ((host: string, demanded: number) => Effect.Effect<number, WebError, Scope.Scope>) | undefined
  /** Is told of each request, whatever its outcome. */
  readonly onVisit: ((visit: Visit) => Effect.Effect<void>) | undefined
}

/** The current pace; by default none. */
export const HostPace: Context.Reference<HostPaceShape> = Context.Reference<HostPaceShape>("@porthole/core/HostPace", {
  defaultValue: () => ({ interval: 0, from: "start", triesAgain: true, onVisit: undefined }),
})
