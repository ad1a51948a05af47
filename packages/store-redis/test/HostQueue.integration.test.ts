/** Tests the queues of hosts that several jobs want, on a real `redis-server`. clock: the server has its own */
import { assert, describe, it } from "@effect/vitest"
import type { Frontier } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import { Effect, Option } from "effect"
import { RedisJobs } from "../src/index.ts"
import { batch, leaseOf } from "./support/jobs.ts"
import { connected } from "./support/client.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { shiftTimes } from "./support/shiftTimes.ts"
import { eventually, patient, urlOf } from "./support/store.ts"

const both = { concurrency: "unbounded" } as const

describe.skipIf(RedisServer.isMissing())("the queue of a host", () => {
  const server = serverForTests()
  let count = 0
  const open = (options: Partial<RedisJobs.Options> = {}) =>
    RedisJobs.make({ url: urlOf(server.port), prefix: `queues:${count++}`, ...patient, ...options })

  it.live("asks soon for a host that another job visits, also if it began meanwhile", () =>
    Effect.gen(function* () {
      const jobs = yield* open()
      const first = jobs.frontier(yield* jobs.create(batch("a", ["one.example"])))
      const lease = Option.getOrThrow(yield* first.lease("worker", 60_000))
      const second = jobs.frontier(yield* jobs.create(batch("b", ["one.example"])))
      assert.isAtMost(Option.getOrThrow(yield* second.nextVisit), 1_000)
      yield* first.release(lease, { wait: 0 })
      yield* eventually(Effect.flatMap(second.lease("worker", 60_000), Effect.fromOption))
    }).pipe(Effect.scoped),
  )

  it.live("gives a host that several jobs want to the tenant that waits longest", () =>
    Effect.gen(function* () {
      const jobs = yield* open()
      const create = (tenant: string) =>
        Effect.map(jobs.create(batch(tenant, ["one.example"], { maxRunning: 9, maxKept: 9 })), (job) => ({
          job,
          ...jobs.frontier(job),
        }))
      const all = yield* Effect.forEach(["a", "a", "a", "b", "c"], create)
      type Owner = (typeof all)[number]
      const leased: Effect.Effect<readonly [Owner, Frontier.Lease], unknown> = Effect.raceAllFirst(
        all.map((owner) => Effect.map(eventually(leaseOf(owner)), (lease) => [owner, lease] as const)),
      )
      let [owner, lease] = yield* leased
      const turns: Array<JobStore.Name> = [owner.job]
      for (let at = 0; at < 8; at++) {
        // Each of them asks while the host is held.
        for (const other of all) assert.isTrue(Option.isNone(yield* other.lease("worker", 60_000)))
        // In one look, because the one whose turn it is has two seconds to come.
        ;[, [owner, lease]] = yield* Effect.all([owner.release(lease, { wait: 0 }), leased], both)
        turns.push(owner.job)
      }
      assert.deepStrictEqual(turns.map(({ tenant }) => tenant).toSorted(), [..."aaabbbccc"])
      assert.strictEqual(new Set(turns.map(({ id }) => id)).size, 5)
    }).pipe(Effect.scoped),
  )

  it.live("leaves a host to another job, if the one whose turn it is doesn't come", () =>
    Effect.gen(function* () {
      const jobs = yield* open()
      const create = (tenant: string) => Effect.map(jobs.create(batch(tenant, ["one.example"])), jobs.frontier)
      const [one, other] = [yield* create("a"), yield* create("b")]
      const lease = yield* leaseOf(one)
      assert.isTrue(Option.isNone(yield* other.lease("worker", 60_000)))
      const [, again] = yield* Effect.all([one.release(lease, { wait: 0 }), one.lease("worker", 60_000)], both)
      assert.isTrue(Option.isNone(again))
      const next = yield* eventually(leaseOf(one))
      yield* one.release(next, { wait: 0 })
      // The other one has left the queue.
      yield* leaseOf(one)
    }).pipe(Effect.scoped),
  )

  it.live("is kept as long as jobs ask for the host", () =>
    Effect.gen(function* () {
      const jobs = yield* open({ prefix: "kept" })
      const client = yield* connected(server.port)
      const create = (tenant: string) => Effect.map(jobs.create(batch(tenant, ["one.example"])), jobs.frontier)
      const [one, other] = [yield* create("a"), yield* create("b")]
      yield* leaseOf(one)
      const ask = Effect.andThen(other.lease("worker", 60_000), shiftTimes(server.port, 1_000))
      yield* ask
      const keys = ["queue", "places"].map((name) => `kept:visit:one.example:${name}`)
      for (const key of keys) assert.strictEqual(yield* Effect.promise(() => client.pExpire(key, 20_000)), 1)
      yield* ask
      for (const key of keys) assert.isAbove(yield* Effect.promise(() => client.pTTL(key)), 20_000)
    }).pipe(Effect.scoped),
  )
})
