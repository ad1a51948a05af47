/** Measures how long some work blocks the event loop of this thread. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** In ms: the 99th percentile of the delays, and the worst delay. */
export interface Stall {
  readonly p99: number
  readonly max: number
}

/** The result of some work, its duration in ms, and the delays of the loop meanwhile. */
export interface Watched<A> {
  readonly value: A
  readonly ms: number
  readonly stall: Stall
}

/** Samples the loop each ms until the work is done. */
export const during = async <A>(work: () => Promise<A>): Promise<Watched<A>> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  const begun = performance.now()
  const value = await work()
  // The sample afterwards sees a stall at the very end.
  await new Promise((resolve) => setTimeout(resolve, 5))
  histogram.disable()
  const stall =
    histogram.count === 0 ? { p99: 0, max: 0 } : { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 }
  return { value, ms: performance.now() - begun, stall }
}

/** The delays of an idle loop over some ms. */
export const idle = async (ms: number): Promise<Stall> =>
  (await during(() => new Promise((resolve) => setTimeout(resolve, ms)))).stall

/** Collects this thread's garbage now. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc()")
}
