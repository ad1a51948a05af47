/**
 * Nets for what no count foresees, as shares of the processor time that a reading may take: what isn't begun late, what is
 * given up when it takes too long, and how much larger than usual a page may be that has more time than usual.
 */
import { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as ProcessorTime from "../ProcessorTime.ts"
import * as Watchdog from "../Watchdog.ts"
import { limits } from "../tree/Limits.ts"

/** The nets under one reading. */
export interface Nets {
  /** What judging the page may cost, and the blocks that are judged one by one: `limits` of those names, or more of them. */
  readonly judged: number
  readonly blocks: number
  /** Whether more than this share of the time is over. */
  readonly isOver: (share: number) => boolean
  /**
   * Does something until this share of the time is over; `undefined` where it takes longer. It may be stopped anywhere and
   * is begun again where others had the processor, so it changes nothing that is used afterwards.
   */
  readonly until: <A>(share: number, work: () => A) => A | undefined
}

/** What a reading has. */
export interface Time {
  /** The processor time that it may take, in ms. */
  readonly processor: number
  /** The processor time that it took so far, in ms. */
  readonly spent: () => number
}

/** Spreads the nets. */
export const make = ({ processor, spent }: Time): Nets => {
  const growth = Math.min(Math.max(processor / limits.processor, 1), limits.growth)
  return {
    judged: limits.judged * growth,
    blocks: limits.blocks * growth,
    isOver: (share) => spent() > share * processor,
    until: (share, work) => {
      const left = share * processor - spent()
      if (left <= 0) return undefined
      const done = Watchdog.within({ elapsed: left / ProcessorTime.share, processor: left }, work)
      if (Result.isFailure(done) && done.failure === Watchdog.overdue) return undefined
      return Result.getOrThrowWith(done, WebError.causeOf)
    },
  }
}
