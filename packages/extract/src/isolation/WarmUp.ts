/**
 * What a thread or process does while it waits for its first task: it reads a sample over and over, because code that has
 * run a few times runs several times as fast. Nothing comes of it but that.
 *
 * It reads in slices, and whatever came in has its turn between them. A slice ends with the stage in which its time is over;
 * the next one parses the sample anew and goes on with the stage after that.
 */
import * as Result from "effect/Result"
import type * as Pipeline from "../Pipeline.ts"
import * as ProcessorTime from "../ProcessorTime.ts"
import { sample } from "./Sample.ts"

/** What reads pages, and by what. */
export type Reader = Pick<typeof Pipeline, "read" | "stages">

/** Begins soon, and returns what ends it: nothing is read after that. What goes wrong is for the first task to find. */
export const begin = ({ read, stages }: Reader): (() => void) => {
  const page = sample()
  const spent = ProcessorTime.counted()
  let readings = 0
  let from = 0
  const slice = (): void => {
    const start = spent()
    const left = stages.slice(from)
    let told = 0
    const done = Result.try(() =>
      read(page, {
        stages: left,
        isOverdue: () => spent() - start > bounds.slice,
        // The first that is told of is the parsing.
        onStage: () => told++,
      }),
    )
    if (Result.isFailure(done)) return
    const hasEnded = told > left.length
    if (hasEnded) readings++
    from = hasEnded ? 0 : from + Math.max(0, told - 1)
    if (readings < bounds.readings && spent() < bounds.processor) next = soon(slice, bounds.pause)
  }
  // A task is often on its way when a thread is ready, and isn't to wait for a slice then.
  let next = soon(slice, bounds.lead)
  return () => clearTimeout(next)
}

// --- private --------------------------------------------------------------------------

/** Times in ms: `slice` and `processor` of the processor's, the others by the clock. */
const bounds = { readings: 20, slice: 8, processor: 200, pause: 1, lead: 20 } as const

/** Keeps nothing running that has no other reason to. */
const soon = (then: () => void, ms: number): NodeJS.Timeout => setTimeout(then, ms).unref()
