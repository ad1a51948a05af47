/** Tests jobs on a real `redis-server` on loopback. clock: the server has its own */
import { assert, describe, it } from "@effect/vitest"
import type { JobStore } from "@porthole/stores"
import { JobStoreSuite, SampleJobs } from "@porthole/stores/testing"
import { Effect, Exit, Fiber, Option } from "effect"
import { RedisJobs } from "../src/index.ts"
import { batch, leaseOf } from "./support/jobs.ts"
import { connected } from "./support/client.ts"
import * as RedisServer from "./support/redis.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { shiftTimes } from "./support/shiftTimes.ts"
import { eventually, patient, pause, urlOf } from "./support/store.ts"

/** Leaves what a server leaves that died once it had ended a job: nothing is forgotten yet. */
const dieAtEnd = (
  client: Effect.Success<ReturnType<typeof connected>>,
  prefix: string,
  { id }: JobStore.Name,
  { expires = 9_999_999_999_999 } = {},
) =>
  Effect.promise(async () => {
    await client.hSet(`${prefix}:job:a:${id}:meta`, { state: "cancelled", ended: 1, expires, untidy: 1 })
    await client.zRem(`${prefix}:jobs:turns:a`, id)
    await client.zAdd(`${prefix}:jobs:untidy`, { score: 1, value: `a:${id}` })
  })

describe.skipIf(RedisServer.isMissing())("RedisJobs", () => {
  const server = serverForTests()
  let count = 0
  const open = (options: Partial<RedisJobs.Options> = {}) =>
    RedisJobs.make({ url: urlOf(server.port), prefix: `jobs:${count++}`, ...patient, ...options })

  const cases = JobStoreSuite.cases({
    open: Effect.suspend(() => Effect.orDie(open())),
    pass: (ms) => shiftTimes(server.port, ms),
  })
  for (const { name, run } of cases) it.live(name, () => run)

  it.live("leases nothing after a restart of the Redis, which may have lost leases", () =>
    Effect.gen(function* () {
      const prefix = "restarted"
      const jobs = yield* open({ prefix })
      const job = yield* jobs.create(batch("a", ["one.example"]))
      const frontier = jobs.frontier(job)
      const client = yield* connected(server.port)
      const expiry = Effect.promise(() => client.pTTL(`${prefix}:visit:one.example`))
      const lease = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
      // A full Redis evicts nothing that has no expiry.
      assert.strictEqual(yield* expiry, -1)
      yield* frontier.release(lease, { wait: 0 })
      assert.isAbove(yield* expiry, 0)
      // As if another run of the server had been the last one.
      yield* Effect.promise(() => client.hSet(`${prefix}:visit`, "run", "another"))
      assert.isTrue(Option.isNone(yield* frontier.lease("worker", 60_000)))
      assert.isAbove((yield* jobs.next("worker")).wait ?? 0, 10_000)
      assert.match(Option.getOrThrow(yield* jobs.find(job)).note, /Redis was restarted/)
      const permit = yield* Effect.forkChild(Effect.scoped(jobs.permit("two.example", { ttl: 60_000, rest: 0 })))
      yield* pause(300)
      assert.strictEqual(permit.pollUnsafe(), undefined)
      yield* Fiber.interrupt(permit)
    }).pipe(Effect.scoped),
  )

  it.live("leases nothing after a restart of the Redis that lost everything, once an older worker comes", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const options = { url: urlOf(own.port), prefix: "empty" }
      const [older, newer] = [yield* open(options), yield* open(options)]
      // A Redis that is new.
      assert.isAtMost((yield* older.next("older")).wait ?? Infinity, 1_000)
      yield* own.kill
      yield* own.start
      yield* eventually(newer.create(batch("a", ["one.example", "two.example"])))
      // To a worker that begins it may be new.
      assert.isDefined((yield* newer.next("newer")).job)
      const { wait = 0 } = yield* eventually(older.next("older"))
      assert.isAbove(wait, 10_000)
      assert.isAtMost((yield* newer.next("newer")).wait ?? Infinity, wait)
      assert.isAtMost((yield* older.next("older")).wait ?? Infinity, wait)
    }).pipe(Effect.scoped),
  )

  it.live("forgets what is lost, and never begins it anew", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const jobs = yield* open({ url: urlOf(own.port) })
      const job = yield* jobs.create(batch("a", ["one.example"]))
      yield* own.kill
      yield* own.start
      assert.isTrue(Option.isNone(yield* eventually(jobs.find(job))))
      assert.strictEqual((yield* jobs.next("worker")).job, undefined)
      assert.strictEqual((yield* Effect.flip(jobs.frontier(job).add([SampleJobs.item("b.example")]))).reason, "damaged")
    }).pipe(Effect.scoped),
  )

  it.live("tells that a part of a job is lost, running or ended", () =>
    Effect.gen(function* () {
      const prefix = "lost"
      const jobs = yield* open({ prefix })
      const lose = ({ id, tenant }: JobStore.Name, part: "items" | "outcomes") =>
        Effect.flatMap(connected(server.port), (client) =>
          Effect.promise(() => client.del(`${prefix}:job:${tenant}:${id}:${part}`)),
        )
      const [running, ended, other] = [
        yield* jobs.create(batch("a", ["one.example", "two.example"])),
        yield* jobs.create(batch("a", ["three.example"])),
        yield* jobs.create(batch("b", ["four.example"])),
      ]
      yield* Effect.repeat(SampleJobs.turn(jobs), { times: 2 })
      yield* jobs.end(ended, "done")
      yield* jobs.end(other, "done")
      yield* lose(running, "outcomes")
      yield* lose(ended, "outcomes")
      yield* lose(other, "items")
      assert.strictEqual((yield* jobs.next("worker")).job, undefined)
      for (const job of [running, ended, other]) {
        const found = Option.getOrThrow(yield* jobs.find(job))
        assert.strictEqual(found.state, "failed")
        assert.match(found.note, /lost a part/)
      }
    }).pipe(Effect.scoped),
  )

  it.live("is full when the Redis is, and says so", () =>
    Effect.gen(function* () {
      const small = yield* RedisServer.make({ args: ["--maxmemory", "2mb", "--maxmemory-policy", "noeviction"] })
      const jobs = yield* open({ url: urlOf(small.port) })
      const hosts = Array.from({ length: 5_000 }, (_, at) => `${"x".repeat(50)}.${at}.example`)
      const error = yield* Effect.flip(jobs.create(batch("a", hosts, { most: 10_000 })))
      assert.strictEqual(error.reason, "full")
      // What the refused job had is gone, so that a smaller one has room.
      yield* jobs.create(batch("a", ["one.example"]))
    }).pipe(Effect.scoped),
  )

  it.live("leaves nothing of a job that was refused", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const jobs = yield* open({ url: urlOf(own.port) })
      const names = Array.from({ length: 1_500 }, (_, at) => `${at}.example`)
      const tries = [1, 2, 3, 4].map(() =>
        Effect.exit(jobs.create(batch("a", names, { most: 2_000, maxRunning: 1, maxKept: 9 }))),
      )
      const taken = (yield* Effect.all(tries, { concurrency: "unbounded" })).filter(Exit.isSuccess)
      assert.lengthOf(taken, 1)
      const client = yield* connected(own.port)
      const keys = yield* Effect.promise(() => client.keys("*:job:a:*"))
      assert.lengthOf(new Set(keys.map((key) => /:job:a:([^:]+)/.exec(key)?.[1])), 1)
    }).pipe(Effect.scoped),
  )

  for (const policy of ["noeviction", "volatile-lru"])
    it.live(`cancels a job on a full Redis, and gives its room back (${policy})`, () =>
      Effect.gen(function* () {
        const own = yield* RedisServer.make({ args: ["--maxmemory-policy", policy] })
        const jobs = yield* open({ url: urlOf(own.port) })
        const names = Array.from({ length: 5_000 }, (_, at) => `${"x".repeat(50)}.${at}.example`)
        const job = yield* jobs.create(batch("a", names, { most: 10_000 }))
        const lease = Option.getOrThrow(yield* jobs.frontier(job).lease("worker", 60_000))
        const [taken] = yield* jobs.frontier(job).take(lease, { count: 1, pace: 0 })
        const client = yield* connected(own.port)
        yield* Effect.promise(() => client.configSet("maxmemory", "2mb"))
        assert.strictEqual((yield* Effect.flip(jobs.create(batch("a", ["one.example"])))).reason, "full")
        yield* jobs.end(job, "cancelled")
        assert.deepInclude(Option.getOrThrow(yield* jobs.find(job)), { state: "cancelled" })
        yield* jobs.create(batch("a", ["one.example"]))
        // The page under way is kept.
        yield* jobs.frontier(job).settle(lease, [{ key: taken?.key ?? "", outcome: { result: {} } }])
        const results = Option.getOrThrow(yield* jobs.results(job, { after: 0, count: 9, bytes: 9 }))
        assert.lengthOf(results.items, 1)
        yield* Effect.promise(() => client.configSet("maxmemory", "1mb"))
        yield* jobs.remove(job)
        yield* jobs.frontier(job).release(lease, { wait: 0, notes: {} })
        assert.deepStrictEqual(yield* Effect.promise(() => client.keys(`*:job:a:${job.id}:*`)), [])
      }).pipe(Effect.scoped),
    )

  it.live("forgets many URLs that wait in several steps, and a worker goes on with them", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const jobs = yield* open({ url: urlOf(own.port), prefix: "tidy" })
      const client = yield* connected(own.port)
      const evaluated = Effect.map(
        Effect.promise(() => client.info("commandstats")),
        (info) => Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1] ?? 0),
      )
      const names = Array.from({ length: 1_300 }, (_, at) => `${at % 700}.example`)
      const items = names.map((host, at) => SampleJobs.item(host, String(at)))
      const create = jobs.create(batch("a", [], { items, most: 2_000 }))
      const waiting = (job: JobStore.Name) => Effect.promise(() => client.keys(`*:${job.id}:waits:*`))
      const [one, other] = [yield* create, yield* create]
      const lease = yield* leaseOf(jobs.frontier(one))
      const before = yield* evaluated
      yield* jobs.end(one, "cancelled")
      assert.isAbove((yield* evaluated) - before, 3)
      // The host that is visited has its URLs until the job expires.
      assert.deepStrictEqual(yield* waiting(one), [`tidy:job:a:${one.id}:waits:${lease.host}`])
      assert.isAbove(yield* Effect.promise(() => client.pTTL(`tidy:job:a:${one.id}:hosts`)), 0)

      yield* dieAtEnd(client, "tidy", other)
      yield* Effect.repeat(jobs.next("worker"), { times: 5 })
      assert.deepStrictEqual(yield* waiting(other), [])
      assert.isAbove(yield* Effect.promise(() => client.pTTL(`tidy:job:a:${other.id}:meta`)), 0)
      assert.strictEqual(yield* Effect.promise(() => client.exists("tidy:jobs:untidy")), 0)
    }).pipe(Effect.scoped),
  )

  it.live("leaves nothing of a job that has expired before its URLs were forgotten", () =>
    Effect.gen(function* () {
      const jobs = yield* open({ prefix: "late" })
      const client = yield* connected(server.port)
      const items = [
        SampleJobs.item("one.example", "1"),
        SampleJobs.item("one.example", "2"),
        SampleJobs.item("two.example"),
      ]
      const job = yield* jobs.create(batch("a", [], { items }))
      const frontier = jobs.frontier(job)
      const lease = yield* leaseOf(frontier)
      const [taken] = yield* frontier.take(lease, { count: 1, pace: 0 })
      yield* frontier.settle(lease, [{ key: taken?.key ?? "", outcome: { failure: "http_404", result: {} } }])
      yield* dieAtEnd(client, "late", job, { expires: 1 })
      yield* jobs.next("worker")
      assert.deepStrictEqual(yield* Effect.promise(() => client.keys(`*:${job.id}:*`)), [])
    }).pipe(Effect.scoped),
  )

  it.live("forgets the URLs of a job that workers visit many hosts of, all in one step", () =>
    Effect.gen(function* () {
      const jobs = yield* open({ prefix: "many" })
      const client = yield* connected(server.port)
      const hosts = Array.from({ length: 600 }, (_, at) => `${at}.example`)
      const job = yield* jobs.create(batch("a", hosts, { most: 1_000 }))
      const leased = yield* Effect.forEach(hosts.slice(0, 550), () => leaseOf(jobs.frontier(job)))
      yield* dieAtEnd(client, "many", job)
      yield* jobs.next("worker")
      assert.strictEqual(yield* Effect.promise(() => client.exists("many:jobs:untidy")), 0)
      assert.lengthOf(yield* Effect.promise(() => client.keys(`*:${job.id}:waits:*`)), leased.length)
    }).pipe(Effect.scoped),
  )

  it.live("tells that a job waits for room, as long as a worker finds none", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make({ args: ["--maxmemory-policy", "noeviction"] })
      const jobs = yield* open({ url: urlOf(own.port), prefix: "full" })
      const job = yield* jobs.create(batch("a", ["one.example"]))
      const note = Effect.map(jobs.find(job), (found) => Option.getOrThrow(found).note)
      yield* jobs.note(job, "So far.")
      const frontier = jobs.frontier(job)
      const lease = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
      const client = yield* connected(own.port)
      yield* Effect.promise(() => client.configSet("maxmemory", "1mb"))
      assert.strictEqual(yield* note, "So far.")
      const taken = frontier.take(lease, { count: 1, pace: 0 })
      assert.strictEqual((yield* Effect.flip(taken)).reason, "full")
      assert.strictEqual(yield* note, "So far. It waits for room on the server's Redis.")
      yield* Effect.promise(() => client.hDel("full:visit", "full"))
      yield* Effect.promise(() => client.configSet("maxmemory", "0"))
      assert.lengthOf(yield* taken, 1)
      assert.strictEqual(yield* note, "So far.")
    }).pipe(Effect.scoped),
  )
})
