/**
 * Two processes over one Redis, in the small Internet: the state that they share, and the outcomes of their calls when
 * the Redis is killed and when it returns.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { text } from "node:stream/consumers"
import { Effect, Scope } from "effect"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import type { Order } from "./scale-worker.ts"

type Answer = Readonly<Record<string, unknown>>

/** What is tried. `served` counts the site's requests for pages. */
export interface Parts {
  readonly shared: { readonly first: Answer; readonly second: Answer; readonly served: number }
  readonly killed: { readonly answers: ReadonlyArray<Answer>; readonly served: number }
  readonly back: { readonly first: Answer; readonly second: Answer }
  readonly bucket: { readonly answers: ReadonlyArray<Answer>; readonly served: number; readonly bound: number }
  /** Calls over a Redis that accepts connections and never answers, by the seconds of their timeout. */
  readonly silent: ReadonlyArray<{ readonly seconds: number; readonly answer: Answer }>
}

/** The program's output: the parts that its input names. */
export type Report = Partial<Parts>

const chosen: ReadonlyArray<string> = JSON.parse(await text(process.stdin))
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

/** A busy Redis has three seconds for a reply: a twentieth of these. */
const patient = { maxRequestsPerMinute: 10_000, fetchTimeout: "120 s", searchTimeout: "60 s" }
const [one, two] = await Promise.all([
  warm(patient, "http://public.test/warm/1"),
  warm(patient, "http://public.test/warm/2"),
])

const share = async (): Promise<Parts["shared"]> => {
  const mark = world.seen.length
  const first = await fetchOne(one, "http://public.test/shared")
  const second = await fetchOne(two, "http://public.test/shared")
  return { first, second, served: requestsSince(mark) }
}

const kill = async (): Promise<Parts["killed"]> => {
  const mark = world.seen.length
  const answers: Array<Answer> = []
  for (let round = 0; round < 10; round++) {
    if (round === 2) await Effect.runPromise(redis.kill)
    const [a, b] = await Promise.all([
      fetchAll(one, { urls: pages(`killed/${round}`, 5) }),
      fetchAll(two, { urls: pages(`killed/${round}`, 5) }),
    ])
    answers.push(...a, ...b)
  }
  return { answers, served: requestsSince(mark) }
}

/**
 * Runs until the second process reads the first one's pages from the cache: a lost Redis gets requests again after ten
 * seconds.
 */
const comeBack = async (): Promise<Parts["back"]> => {
  await Effect.runPromise(redis.start)
  for (let round = 0; ; round++) {
    const url = `http://public.test/back/${round}`
    const first = await fetchOne(one, url)
    const second = await fetchOne(two, url)
    if (second["cached"] === true || round === 600) return { first, second }
    // clock: polls until the Redis gets requests again
    await new Promise((done) => setTimeout(done, 500))
  }
}

/**
 * One hundred calls of two processes over a new bucket of 3 a minute: it gains a token less often than a call waits for
 * one, and the Redis gets a twentieth of that.
 */
const fetchOverBucket = async (): Promise<Parts["bucket"]> => {
  await Effect.runPromise(Effect.andThen(redis.kill, redis.start))
  const few = { maxRequestsPerMinute: 3, fetchTimeout: "20 s", searchTimeout: "60 s" }
  const mark = world.seen.length
  const start = performance.now() // clock: the bucket's own time, of which more lets more through
  const first = await warm(few, "http://public.test/warm/3")
  const second = await warm(few, "http://public.test/warm/4")
  const answers: Array<Answer> = []
  for (let round = 0; round < 10; round++) {
    const [a, b] = await Promise.all([
      fetchAll(first, { urls: pages(`bucket/one/${round}`, 5) }),
      fetchAll(second, { urls: pages(`bucket/two/${round}`, 5) }),
    ])
    answers.push(...a, ...b)
  }
  const seconds = (performance.now() - start) / 1_000 // clock: as above
  first.kill()
  second.kill()
  // It gains a token every twenty seconds. Two buckets would have 6 in the beginning.
  return { answers, served: requestsSince(mark), bound: 3 + Math.floor(seconds / 20) + 1 }
}

/**
 * A process whose Redis doesn't reply within a second continues with its own bucket, as documented. A busy machine can
 * cause that, but hardly three times in a row.
 */
const fill = async (): Promise<Parts["bucket"]> => {
  for (let trial = 1; ; trial++) {
    const result = await fetchOverBucket()
    if (result.served <= result.bound || trial === 3) return result
  }
}

const hush = async (): Promise<Parts["silent"]> => {
  const listener = createServer(() => {}).listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  const redisUrl = `redis://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const calls: Array<Parts["silent"][number]> = []
  const visitor = await warm({ ...patient, redisUrl }, "http://public.test/warm/silent")
  for (const seconds of [10, 20, 40, 60]) {
    const urls = [`http://public.test/silent/${seconds}`]
    const [answer = {}] = await fetchAll(visitor, { urls, fresh: { fetchTimeout: `${seconds} s` } })
    calls.push({ seconds, answer })
  }
  visitor.kill()
  return calls
}

/** In this order: a killed Redis comes back. */
const parts: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  shared: share,
  killed: kill,
  back: comeBack,
  bucket: fill,
  silent: hush,
}

const report: Record<string, unknown> = {}
for (const [name, part] of Object.entries(parts)) if (chosen.includes(name)) report[name] = await part()
await Effect.runPromise(Effect.exit(redis.kill))
process.stdout.write(JSON.stringify(report), () => process.exit(0))
