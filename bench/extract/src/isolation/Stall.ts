/** How long the event loop of this thread is kept from its work while something goes on. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** In ms: of a hundred looks at the loop, the second worst delay, and the worst of all. */
export interface Stall {
  readonly p99: number
  readonly max: number
}

/** What came of some work, how long that took, in ms, and how the loop fared meanwhile. */
export interface Watched<A> {
  readonly value: A
  readonly ms: number
  readonly stall: Stall
}

/** Watches the loop, looking each ms, until the work is done. */
export const during = async <A>(work: () => Promise<A>): Promise<Watched<A>> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  const begun = performance.now()
  const value = await work()
  // A stall at the very end is seen by the look after it.
  await new Promise((resolve) => setTimeout(resolve, 5))
  histogram.disable()
  const stall =
    histogram.count === 0 ? { p99: 0, max: 0 } : { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 }
  return { value, ms: performance.now() - begun, stall }
}

/** The loop while nothing goes on for so many ms. */
export const idle = async (ms: number): Promise<Stall> =>
  (await during(() => new Promise((resolve) => setTimeout(resolve, ms)))).stall

/** Frees what this thread doesn't use any more, now. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc()")
}
