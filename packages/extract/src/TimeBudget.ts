/** The processor time of one reading, of which judging the page part by part may use a share. */
import { DocumentFormat, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Watchdog from "./isolation/Watchdog.ts"

/** What is left of a reading's time. */
export interface TimeBudget {
  /**
   * Runs work of the judgement; `undefined` where it takes longer than the judgement may. It may be stopped anywhere,
   * and is begun again where others had the processor, so it changes nothing that is used afterwards.
   */
  readonly judging: <A>(work: () => A) => A | undefined
}

/** What a reading has. */
export interface Time {
  /** The processor time that it may take, in ms. */
  readonly processor: number
  /** The processor time that it took so far, in ms. */
  readonly spent: () => number
}

/** Starts the budget of a reading. */
export const make = ({ processor, spent }: Time): TimeBudget => ({
  judging: (work) => {
    const left = judgedShare * processor - spent()
    if (left <= 0) return undefined
    const done = Watchdog.within({ elapsed: left * patience, processor: left }, work)
    if (Result.isFailure(done) && done.failure === DocumentFormat.overdue) return undefined
    return Result.getOrThrowWith(done, WebError.causeOf)
  },
})

// --- private --------------------------------------------------------------------------

/** The rest is for what every page needs: cleaning and rendering. */
const judgedShare = 0.5

/** How much longer than its processor time work may take by the clock, on a machine that is busy. */
const patience = 2
