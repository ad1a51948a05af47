/** How long some work holds the event loop of this thread. Times are in milliseconds. */
import { monitorEventLoopDelay } from "node:perf_hooks"

/** Processor time of this thread for some work: in all, and in its longest turn of the loop. */
export interface Turns {
  readonly total: number
  readonly longest: number
}

/** Does some work, and looks at each turn of the loop meanwhile, so the loop is never idle. */
export const turnsOf = async (work: () => Promise<unknown>): Promise<Turns> => {
  const begun = processorTime()
  let [last, longest, isDone] = [begun, 0, false]
  const look = (): void => {
    const at = processorTime()
    longest = Math.max(longest, at - last)
    last = at
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  look()
  return { total: last - begun, longest }
}

/** The delays of a timer of 1 ms, which other programs delay, too. */
export interface Delays {
  readonly p99: number
  readonly max: number
}

/** Does some work, and samples the delays of the loop until it is done. */
export const delaysDuring = async (work: () => Promise<unknown>): Promise<Delays> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  await work()
  // The sample afterwards sees a delay at the very end.
  await new Promise((resolve) => setTimeout(resolve, 5))
  histogram.disable()
  return histogram.count === 0 ? { p99: 0, max: 0 } : { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 }
}

// --- private --------------------------------------------------------------------------

const processorTime = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}
