/**
 * One round: `concurrency` parallel loops each fetch one URL after another for `ms` and at least `requests` times,
 * after a short lead-in that isn't counted.
 */
import { performance } from "node:perf_hooks"
import type { Get } from "./Clients.ts"

export interface Order {
  readonly url: string
  /** The expected size of every body. */
  readonly bytes: number
  readonly concurrency: number
  readonly ms: number
  readonly requests: number
}

export interface Outcome {
  readonly perSecond: number
  /** In ms. */
  readonly p50: number
  /** In ms. */
  readonly p99: number
  /** In µs, over all threads of the process. */
  readonly cpu: number
  /** In MiB. */
  readonly rss: number
}

/** The share of a round that opens connections and isn't counted. */
const leadIn = 0.2

export const run = async (get: Get, order: Order): Promise<Outcome> => {
  await fetchFor({ ...order, ms: order.ms * leadIn, requests: 0 }, get)
  const cpu = process.cpuUsage()
  const started = performance.now()
  const times = await fetchFor(order, get)
  const elapsed = performance.now() - started
  const { system, user } = process.cpuUsage(cpu)
  const sorted = Float64Array.from(times).toSorted()
  return {
    perSecond: (1_000 * sorted.length) / elapsed,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    cpu: (system + user) / sorted.length,
    rss: process.memoryUsage.rss() / 1_048_576,
  }
}

// --- private --------------------------------------------------------------------------

const fetchFor = async ({ bytes, concurrency, ms, requests, url }: Order, get: Get): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const until = performance.now() + ms
  const loop = async () => {
    for (let now = performance.now(); now < until || times.length < requests;) {
      const got = await get(url)
      if (got !== bytes) throw new Error(`${got} bytes came, not ${bytes}`)
      const then = now
      now = performance.now()
      times.push(now - then)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return times
}

const at = (sorted: Float64Array, share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
