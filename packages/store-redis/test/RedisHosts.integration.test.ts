/** Tests rights to visit hosts on a real `redis-server` on loopback. clock: the server has its own */
import { assert, describe, it } from "@effect/vitest"
import { HostLeases } from "@porthole/core"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import { RedisJobs, RedisStore } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { shiftTimes } from "./support/shiftTimes.ts"
import { eventually, patient, pause, urlOf } from "./support/store.ts"

const host = "one.example"
const limits = { count: 2, interval: 0, ttl: 600_000 }
const item = { key: "https://one.example/", url: "https://one.example/", host }
const batch = { tenant: "a", kind: "batch", request: {}, most: 9, items: [item], keep: 9_000 } as const

describe.skipIf(RedisServer.isMissing())("RedisHosts", () => {
  const server = serverForTests()
  let count = 0
  /** The rights of a process, whose calls have long timeouts. */
  const open = (prefix: string, port = server.port) =>
    Layer.build(RedisStore.layer({ url: urlOf(port), prefix, ...patient })).pipe(
      Effect.flatMap((context) => Effect.provide(HostLeases.HostLeases, context)),
      Effect.map(Option.getOrThrow),
    )
  const nextPrefix = () => `hosts:${count++}`
  const refused = (wait: number) => assert.isAbove(wait, 0)
  const pass = (ms: number) => Effect.suspend(() => shiftTimes(server.port, ms))
  /** Keeps what lasts for seconds or less while a busy machine stands still. */
  const hold = pass(-60_000)

  it.live("are as many for all processes as a host may have at the same time", () =>
    Effect.gen(function* () {
      const prefix = nextPrefix()
      const [one, other] = [yield* open(prefix), yield* open(prefix)]
      const scope = yield* Scope.make()
      assert.strictEqual(yield* Scope.provide(one.take(host, limits), scope), 0)
      assert.strictEqual(yield* other.take(host, limits), 0)
      refused(yield* other.take(host, limits))
      assert.strictEqual(yield* other.take("two.example", limits), 0)
      yield* Scope.close(scope, Exit.void)
      yield* eventually(Effect.filterOrFail(Effect.scoped(other.take(host, limits)), (wait) => wait === 0))
      // That of a process that died ends by itself.
      assert.strictEqual(yield* one.take("dead.example", { ...limits, count: 1, ttl: 50 }), 0)
      yield* pause(60)
      assert.strictEqual(yield* other.take("dead.example", { ...limits, count: 1 }), 0)
    }).pipe(Effect.scoped),
  )

  it.live("begin as far apart as the site demands, whichever process asks", () =>
    Effect.gen(function* () {
      const prefix = nextPrefix()
      const [one, other] = [yield* open(prefix), yield* open(prefix)]
      assert.strictEqual(yield* one.take(host, { ...limits, interval: 60_000 }), 0)
      const wait = yield* other.take(host, { ...limits, interval: 60_000 })
      assert.isTrue(wait > 0 && wait <= 60_000)
      // Who has waited for long waits for the pace, and for nothing else.
      refused(yield* other.take(host, { ...limits, interval: 60_000, isUrgent: true }))
      refused(yield* other.take(host, { ...limits, count: 1 }))
      assert.strictEqual(yield* other.take(host, { ...limits, count: 1, isUrgent: true }), 0)
    }).pipe(Effect.scoped),
  )

  it.live("exclude turns of jobs, and go before them", () =>
    Effect.gen(function* () {
      const prefix = nextPrefix()
      const hosts = yield* open(prefix)
      const jobs = yield* RedisJobs.make({ url: urlOf(server.port), prefix, ...patient })
      const frontier = jobs.frontier(yield* jobs.create({ ...batch, maxRunning: 9, maxKept: 9 }))
      const held = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
      refused(yield* hosts.take(host, limits))
      yield* hold
      yield* frontier.release(held, { wait: 0 })
      // The fetch that waits goes first.
      assert.isTrue(Option.isNone(yield* frontier.lease("worker", 60_000)))
      const scope = yield* Scope.make()
      assert.strictEqual(yield* Scope.provide(hosts.take(host, limits), scope), 0)
      yield* pass(62_200)
      assert.isTrue(Option.isNone(yield* frontier.lease("worker", 60_000)))
      yield* Scope.close(scope, Exit.void)
      yield* eventually(Effect.flatMap(frontier.lease("worker", 60_000), Effect.fromOption))
    }).pipe(Effect.scoped),
  )

  it.live("are given between the requests of a turn that gives way", () =>
    Effect.gen(function* () {
      const prefix = nextPrefix()
      const hosts = yield* open(prefix)
      const jobs = yield* RedisJobs.make({ url: urlOf(server.port), prefix, ...patient })
      const name = yield* jobs.create({ ...batch, maxRunning: 9, maxKept: 9 })
      const held = Option.getOrThrow(yield* jobs.frontier(name).lease("worker", 60_000))
      const giveWay = jobs.giveWay(name, host)
      assert.strictEqual(yield* giveWay, 0)
      refused(yield* hosts.take(host, limits))
      yield* hold
      assert.strictEqual(yield* jobs.giveWay({ tenant: "b", id: name.id }, host), 0)
      refused(yield* hosts.take(host, limits))
      assert.isAbove(yield* giveWay, 0)
      yield* hold
      const scope = yield* Scope.make()
      assert.strictEqual(yield* Scope.provide(hosts.take(host, limits), scope), 0)
      assert.isAbove(yield* giveWay, 0)
      yield* Scope.close(scope, Exit.void)
      yield* eventually(Effect.filterOrFail(giveWay, (wait) => wait === 0))
      refused(yield* hosts.take(host, limits))
      yield* jobs.frontier(name).release(held, { wait: 0 })
    }).pipe(Effect.scoped),
  )

  it.live("keep turns of jobs as far from a fetch as the site demands", () =>
    Effect.gen(function* () {
      const prefix = nextPrefix()
      const hosts = yield* open(prefix)
      const jobs = yield* RedisJobs.make({ url: urlOf(server.port), prefix, ...patient })
      const frontier = jobs.frontier(yield* jobs.create({ ...batch, maxRunning: 9, maxKept: 9 }))
      assert.strictEqual(yield* Effect.scoped(hosts.take(host, { ...limits, interval: 600_000 })), 0)
      yield* pass(300_000)
      assert.isTrue(Option.isNone(yield* frontier.lease("worker", 60_000)))
      yield* pass(300_000)
      yield* eventually(Effect.flatMap(frontier.lease("worker", 60_000), Effect.fromOption))
    }).pipe(Effect.scoped),
  )

  it.live("are given at once while the Redis is down", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const hosts = yield* open(nextPrefix(), own.port)
      assert.strictEqual(yield* hosts.take(host, { ...limits, count: 1 }), 0)
      yield* own.kill
      assert.strictEqual(yield* hosts.take(host, { ...limits, count: 1 }), 0)
    }).pipe(Effect.scoped),
  )
})
