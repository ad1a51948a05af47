/** The memory of a Redis with so many waiting URLs of a job, and the time of a turn over them. */
import { Effect, Option, Redacted } from "effect"
import { urlOf } from "../../../packages/cli/test/support/manyPages/Web.ts"
import { RedisJobs } from "../../../packages/store-redis/src/index.ts"
import * as RedisInfo from "../../../packages/store-redis/src/RedisInfo.ts"
import * as RedisServer from "../../../packages/store-redis/test/support/redis.ts"

const hosts = 500

/** The medians of steps in milliseconds, and the bytes of the Redis for a URL. */
export const measureWaiting = (urls: number) =>
  Effect.gen(function* () {
    const redis = yield* RedisServer.make()
    const url = Redacted.make(`redis://127.0.0.1:${redis.port}`)
    const before = yield* memoryOf(url)
    const jobs = yield* RedisJobs.make({ url, replyTimeout: "60 seconds" })
    const items = Array.from({ length: urls }, (_, at) => {
      const address = urlOf(at, hosts)
      return { key: address, url: address, host: `h${at % hosts}.test` }
    })
    const bounds = { most: urls, keep: 60_000, maxRunning: 1, maxKept: 1 }
    // clock: the figures of this bench
    const begun = performance.now()
    yield* jobs.create({ tenant: "a", kind: "batch", request: {}, items, ...bounds })
    const seconds = (performance.now() - begun) / 1_000
    const bytes = ((yield* memoryOf(url)) - before) / urls
    const times: Array<number> = []
    for (let turn = 0; turn < 300; turn++) {
      const from = performance.now()
      const { job } = yield* jobs.next("worker")
      if (job === undefined) break
      const frontier = jobs.frontier(job)
      const lease = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
      const [item] = yield* frontier.take(lease, { count: 1, pace: 1_000 })
      yield* frontier.settle(lease, [{ key: item?.key ?? "", outcome: { result: {} } }])
      yield* frontier.release(lease, { wait: 1_000 })
      times.push(performance.now() - from)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    return { seconds, bytes, median: at(0.5), late: at(0.95) }
  }).pipe(Effect.scoped)

// --- private --------------------------------------------------------------------------

const memoryOf = (url: Redacted.Redacted) =>
  Effect.map(RedisInfo.section("memory", { url, replyTimeout: "60 seconds" }), (text) =>
    Number(/used_memory:(\d+)/.exec(text)?.[1]),
  )
