/**
 * Two processes over one Redis, in the small Internet: the state that they share, and the outcomes of their calls when
 * the Redis is killed and when it returns.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { Effect, Exit, Scope } from "effect"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import type { Order } from "./scale-worker.ts"

type Answer = Readonly<Record<string, unknown>>

/** The program's output. `served` counts the site's requests for pages. */
export interface Report {
  readonly shared: { readonly first: Answer; readonly second: Answer; readonly served: number }
  readonly bucket: { readonly answers: ReadonlyArray<Answer>; readonly served: number; readonly bound: number }
  readonly killed: { readonly answers: ReadonlyArray<Answer>; readonly served: number; readonly slowest: number }
  readonly back: { readonly first: Answer; readonly second: Answer }
  /** Calls over a Redis that accepts connections and never answers, by the seconds of their timeout. */
  readonly silent: ReadonlyArray<{ readonly seconds: number; readonly answer: Answer; readonly ms: number }>
}

const world = await World.start()
const redis = await Effect.runPromise(Scope.provide(RedisServer.make(), Scope.makeUnsafe()))

const worker = (options: object): ChildProcess =>
  fork(
    packedProgram("scale-worker"),
    [JSON.stringify({ redisUrl: `redis://127.0.0.1:${redis.port}`, rateLimitBy: "tenant", ...options })],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority } },
  )

const fetchAll = async (by: ChildProcess, order: Order): Promise<ReadonlyArray<Answer>> => {
  const reply = once(by, "message")
  by.send(order)
  const [answers] = await reply
  return answers
}

const fetchOne = async (by: ChildProcess, url: string): Promise<Answer> => {
  const [answer] = await fetchAll(by, { urls: [url] })
  return answer ?? {}
}

/** A worker that has loaded all its modules, so that its start counts neither in measurements nor in limits. */
const warm = async (options: object, url: string): Promise<ChildProcess> => {
  const started = worker(options)
  await fetchOne(started, url)
  return started
}

const requestsSince = (mark: number): number =>
  world.seen.slice(mark).filter(({ url }) => !url.endsWith("/robots.txt")).length

const pages = (name: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `http://public.test/${name}/${n}`)

const shared = await (async () => {
  const [one, two] = [await warm({}, "http://public.test/warm/5"), await warm({}, "http://public.test/warm/6")]
  const mark = world.seen.length
  const first = await fetchOne(one, "http://public.test/shared")
  const second = await fetchOne(two, "http://public.test/shared")
  one.kill()
  two.kill()
  return { first, second, served: requestsSince(mark) }
})()

/**
 * One hundred calls of two processes over a new bucket of 5 a minute: it gains a token less often than a call waits for
 * one, and the Redis gets a twentieth of that.
 */
const fetchOverBucket = async (): Promise<Report["bucket"]> => {
  await Effect.runPromise(Effect.andThen(redis.kill, redis.start))
  const few = { maxRequestsPerMinute: 5, fetchTimeout: "11 s" }
  // Each has paid for one page before the count begins.
  const [one, two] = [await warm(few, "http://public.test/warm/1"), await warm(few, "http://public.test/warm/2")]
  const mark = world.seen.length
  const start = performance.now()
  const answers: Array<Answer> = []
  for (let round = 0; round < 10; round++) {
    const [a, b] = await Promise.all([
      fetchAll(one, { urls: pages(`bucket/one/${round}`, 5) }),
      fetchAll(two, { urls: pages(`bucket/two/${round}`, 5) }),
    ])
    answers.push(...a, ...b)
  }
  const seconds = (performance.now() - start) / 1_000
  one.kill()
  two.kill()
  const served = requestsSince(mark)
  // The two first pages took 2 of the bucket's 5; it gains one every twelve seconds. Two buckets would have 8 left.
  return { answers, served, bound: 3 + Math.floor(seconds / 12) + 2 }
}

/**
 * A process whose Redis doesn't reply within half a second continues with its own bucket, as documented. A busy machine
 * can cause that, but hardly three times in a row.
 */
const bucket = await (async () => {
  for (let trial = 1; ; trial++) {
    const result = await fetchOverBucket()
    if (result.served <= result.bound || trial === 3) return result
  }
})()

const generous = { maxRequestsPerMinute: 10_000 }
const one = await warm(generous, "http://public.test/warm/3")
const two = await warm(generous, "http://public.test/warm/4")
const killed = await (async () => {
  const mark = world.seen.length
  const answers: Array<Answer> = []
  let slowest = 0
  for (let round = 0; round < 10; round++) {
    if (round === 2) await Effect.runPromise(redis.kill)
    const start = performance.now()
    const [a, b] = await Promise.all([
      fetchAll(one, { urls: pages(`killed/${round}`, 5) }),
      fetchAll(two, { urls: pages(`killed/${round}`, 5) }),
    ])
    slowest = Math.max(slowest, performance.now() - start)
    answers.push(...a, ...b)
  }
  return { answers, served: requestsSince(mark), slowest: Math.round(slowest) }
})()

await Effect.runPromise(redis.start)
/**
 * Runs until the second process reads the first one's pages from the cache: a lost Redis gets requests again after ten
 * seconds.
 */
const back = await (async () => {
  for (let round = 0; ; round++) {
    const url = `http://public.test/back/${round}`
    const first = await fetchOne(one, url)
    const second = await fetchOne(two, url)
    if (second["cached"] === true || round === 60) return { first, second }
    await new Promise((done) => setTimeout(done, 500))
  }
})()

const silent = await (async () => {
  const listener = createServer(() => {}).listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  const redisUrl = `redis://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const calls: Array<Report["silent"][number]> = []
  const visitor = await warm({ ...generous, redisUrl, fetchTimeout: "60 s" }, "http://public.test/warm/silent")
  for (const seconds of [10, 20, 40, 60]) {
    const urls = [`http://public.test/silent/${seconds}`]
    const start = performance.now()
    const [answer = {}] = await fetchAll(visitor, { urls, fresh: { fetchTimeout: `${seconds} s` } })
    calls.push({ seconds, answer, ms: Math.round(performance.now() - start) })
  }
  visitor.kill()
  return calls
})()

const report: Report = { shared, bucket, killed, back, silent }
await Effect.runPromise(Effect.exit(redis.kill).pipe(Effect.map(Exit.isSuccess)))
process.stdout.write(JSON.stringify(report), () => process.exit(0))
