/** Tests the frontier on a real `redis-server` on loopback. clock: the server has its own */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@porthole/core"
import { FrontierSuite } from "@porthole/testing"
import { Effect, Layer, Option } from "effect"
import { RedisFrontier } from "../src/index.ts"
import * as RedisConnection from "../src/RedisConnection.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { shiftTimes } from "./support/shiftTimes.ts"
import { patient, pause, urlOf } from "./support/store.ts"

const item = (host: string, path: string): Frontier.Item => ({
  key: `https://${host}/${path}`,
  url: `https://${host}/${path}`,
  host,
})

describe.skipIf(RedisServer.isMissing())("RedisFrontier", () => {
  const server = serverForTests()

  let count = 0
  const job = (options: Partial<RedisFrontier.Options> = {}) =>
    RedisFrontier.make({ url: urlOf(server.port), prefix: `test:${count++}`, job: "one", ...patient, ...options })
  const layer = Layer.effect(
    Frontier.Frontier,
    Effect.suspend(() => Effect.orDie(job())),
  )
  const pass = (ms: number) => shiftTimes(server.port, ms)
  for (const { name, run } of FrontierSuite.cases(layer, pass)) it.live(name, () => run)

  it.live("leases a host to one of two jobs", () =>
    Effect.gen(function* () {
      const prefix = "jobs"
      const [one, two] = [yield* job({ prefix }), yield* job({ prefix, job: "two" })]
      yield* one.add([item("a.example", "1")])
      yield* two.add([item("a.example", "1"), item("b.example", "1")])
      const lease = Option.getOrThrow(yield* one.lease("first", 60_000))
      const other = yield* two.lease("second", 60_000)
      assert.strictEqual(Option.getOrThrow(other).host, "b.example")
      assert.isTrue(Option.isNone(yield* two.lease("second", 60_000)))
      yield* one.release(lease, { wait: 0 })
      yield* pass(1_000)
      assert.strictEqual(Option.getOrThrow(yield* two.lease("second", 60_000)).host, "a.example")
    }).pipe(Effect.scoped),
  )

  it.live("is found again by another owner, and damaged when a part of it is gone", () =>
    Effect.gen(function* () {
      const prefix = "again"
      const first = yield* job({ prefix })
      yield* first.add([item("a.example", "1"), item("b.example", "1")])
      const again = yield* job({ prefix })
      assert.strictEqual((yield* again.counts).waiting, 2)
      yield* deleteKey(server.port, "again:job:one:meta")
      const error = yield* Effect.flip(first.counts)
      assert.strictEqual(error.reason, "damaged")
    }).pipe(Effect.scoped),
  )

  it.live("has an expiry at every key", () =>
    Effect.gen(function* () {
      const prefix = "expiry"
      const frontier = yield* job({ prefix, keep: 600_000 })
      yield* frontier.add([item("a.example", "1"), item("a.example", "2"), item("a.example", "3")])
      const lease = Option.getOrThrow(yield* frontier.lease("one", 60_000))
      yield* frontier.take(lease, { count: 3, pace: 0 })
      const [first, second] = [item("a.example", "1").key, item("a.example", "2").key]
      yield* frontier.settle(lease, [
        { key: first, outcome: { failure: "timeout" } },
        { key: second, attempts: 1 },
      ])
      yield* frontier.release(lease, { wait: 0, notes: {} })
      assert.deepStrictEqual(yield* withoutExpiry(server.port, `${prefix}:*`), { keys: 12, without: [] })
    }).pipe(Effect.scoped),
  )

  it.live("is full when the Redis is, and says so", () =>
    Effect.gen(function* () {
      const small = yield* RedisServer.make({ args: ["--maxmemory", "2mb", "--maxmemory-policy", "noeviction"] })
      const frontier = yield* job({ url: urlOf(small.port) })
      const error = yield* Effect.flip(Effect.forever(Effect.suspend(() => frontier.add(manyItems()))))
      assert.strictEqual(error.reason, "full")
    }).pipe(Effect.scoped),
  )

  it.live("fails as lost for an owner that was frozen while its lease ended", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const frontier = yield* job({ url: urlOf(own.port) })
      yield* frontier.add([item("a.example", "1")])
      const lease = Option.getOrThrow(yield* frontier.lease("one", 200))
      yield* own.freeze
      yield* pause(400)
      yield* own.thaw
      const error = yield* Effect.flip(frontier.settle(lease, [{ key: item("a.example", "1").key, outcome: {} }]))
      assert.strictEqual(error.reason, "lost")
    }).pipe(Effect.scoped),
  )
})

let made = 0
const manyItems = () => Array.from({ length: 200 }, () => item("a.example", `${made++}`.padStart(200, "0")))

const command = <A>(port: number, ...words: readonly [string, ...ReadonlyArray<string>]) =>
  Effect.scoped(Effect.flatMap(RedisConnection.open(urlOf(port), patient), (redis) => redis.send<A>(...words)))

const deleteKey = (port: number, key: string) => command<number>(port, "DEL", key)

const withoutExpiry = Effect.fnUntraced(function* (port: number, pattern: string) {
  const keys = yield* command<ReadonlyArray<string>>(port, "KEYS", pattern)
  const without = yield* Effect.filter(keys, (key) => Effect.map(command<number>(port, "PTTL", key), (ms) => ms < 0))
  return { keys: keys.length, without }
})
