/** The processor time of one reading, of which scoring the page part by part may use a share. */
import { DocumentFormat, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Watchdog from "@porthole/reader-pool/watchdog"

/**
 * Runs scoring work; returns `undefined` if it takes longer than its share. The work may be stopped anywhere and
 * repeated, so it must not change anything that is used afterwards.
 */
export interface TimeBudget {
  readonly runScoring: <A>(work: () => A) => A | undefined
}

/** The maximum processor time of a reading, and the time used so far, in ms. */
export interface ReadingTime {
  readonly maxProcessorTime: number
  readonly spent: () => number
  /**
   * Whether the document is too small to take long. Then its work has no timeout, because Node would start a thread for
   * it.
   */
  readonly isSmall?: boolean
}

/** Starts the budget of a reading. */
export const make = ({ isSmall = false, maxProcessorTime, spent }: ReadingTime): TimeBudget => ({
  runScoring: (work) => {
    const left = scoringShare * maxProcessorTime - spent()
    if (left <= 0) return undefined
    if (isSmall) return work()
    const done = Watchdog.within({ maxElapsed: left * wallClockFactor, maxProcessorTime: left }, work)
    if (Result.isFailure(done) && done.failure === DocumentFormat.timeoutError) return undefined
    return Result.getOrThrowWith(done, WebError.causeOf)
  },
})

// --- private --------------------------------------------------------------------------

/** The rest is for the work that every page needs: cleaning and rendering. */
const scoringShare = 0.5

/** The factor between wall-clock and processor time on a busy machine. */
const wallClockFactor = 2
