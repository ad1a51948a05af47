/** The processor time of one reading, of which judging the page part by part may use a share. */
import { DocumentFormat, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Watchdog from "../isolation/Watchdog.ts"

/**
 * Runs work of the judgement; returns `undefined` if it takes longer than the judgement may. The work may be stopped
 * anywhere and repeated, so it must change nothing that is used afterwards.
 */
export interface TimeBudget {
  readonly judging: <A>(work: () => A) => A | undefined
}

/** The processor time that a reading may take, and that it took so far, in ms. */
export interface Time {
  readonly processor: number
  readonly spent: () => number
}

/** Starts the budget of a reading. */
export const make = ({ processor, spent }: Time): TimeBudget => ({
  judging: (work) => {
    const left = judgedShare * processor - spent()
    if (left <= 0) return undefined
    const done = Watchdog.within({ elapsed: left * patience, processor: left }, work)
    if (Result.isFailure(done) && done.failure === DocumentFormat.timedOut) return undefined
    return Result.getOrThrowWith(done, WebError.causeOf)
  },
})

// --- private --------------------------------------------------------------------------

/** The rest is for what every page needs: cleaning and rendering. */
const judgedShare = 0.5

/** How much longer than its processor time work may take by the clock, on a machine that is busy. */
const patience = 2
