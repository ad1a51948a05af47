/** Calls by many parallel clients for some time, and their figures. */
import { countsOf, quantile } from "./Figures.ts"

/** The figures of a load. Times are in milliseconds. */
export interface Figures {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  /** The messages of the failed calls, each with its number. */
  readonly failures: ReadonlyArray<readonly [reason: string, count: number]>
}

/** The number of clients, and the time of their calls. */
export interface Load {
  readonly clients: number
  readonly ms: number
  /** The least number of calls. */
  readonly calls?: number
}

/** Lets clients call one after another until the time is over; a call returns why it failed, or nothing. */
export const run = async (
  { calls = 0, clients, ms }: Load,
  call: (number: number, client: number) => Promise<string | undefined>,
): Promise<Figures> => {
  const times: Array<number> = []
  const failures: Array<string> = []
  let number = 0
  const begun = performance.now()
  const client = async (_: unknown, at: number): Promise<void> => {
    for (let now = performance.now(); now < begun + ms || times.length < calls;) {
      const failure = await call(number++, at)
      if (failure !== undefined) failures.push(failure)
      const then = now
      now = performance.now()
      times.push(now - then)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const [p50 = 0, p95 = 0, p99 = 0, max = 0] = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share))
  const perSecond = (1_000 * times.length) / (performance.now() - begun)
  return { calls: times.length, perSecond, p50, p95, p99, max, failures: countsOf(failures) }
}
