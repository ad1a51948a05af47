/** Tests how requests share a host's limits with other processes, by rights that a function gives. */
import { assert, describe, it } from "@effect/vitest"
import { HostLeases, Settings } from "@porthole/core"
import { Clock, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as HostLimit from "../../src/chain/HostLimit.ts"
import * as SharedLimit from "../../src/chain/SharedLimit.ts"
import { get, inTime, names, page, to, web } from "../support/DoubledWeb.ts"

/** Rights that are refused until a time, and what was asked and given back; a site's pace may refuse them for good. */
const rights = (freeAt: number, paceWait = 0) => {
  const log: Array<string> = []
  const take: HostLeases.HostLeasesShape["take"] = (host, { isUrgent = false }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (paceWait > 0) return Effect.succeed(paceWait)
      if (now < freeAt && !isUrgent) return Effect.succeed(freeAt - now)
      log.push(`take ${host}`)
      return Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => void log.push(`leave ${host}`))),
        0,
      )
    })
  return { log, leases: { take } }
}

const sent = Clock.currentTimeMillis

/** When a request is sent whose host is free at a time, and another one of this process that needs no right. */
const times = (freeAt: number) =>
  Effect.gen(function* () {
    const { leases } = rights(freeAt)
    const limit = yield* HostLimit.make
    const request = { host: "a.test", pace: undefined, send: sent }
    const waiting = yield* Effect.forkChild(SharedLimit.run(leases, limit, request))
    yield* TestClock.adjust("100 millis")
    const other = yield* Effect.forkChild(limit("a.test", sent))
    for (let tick = 0; tick < 400; tick++) yield* TestClock.adjust("100 millis")
    return [yield* Fiber.join(waiting), yield* Fiber.join(other)] as const
  }).pipe(Effect.provide(Settings.layer({ per_host_concurrency: 1, fetch_timeout: "30 seconds" })))

describe("a request whose host other processes visit", () => {
  it.effect("is sent soon after the host is free, and holds up nothing else of its process", () =>
    Effect.gen(function* () {
      const [waited, other] = yield* times(5_000)
      assert.isTrue(waited >= 5_000 && waited <= 5_300)
      assert.strictEqual(other, 100)
    }),
  )

  it.effect("waits for nobody after half of its call's time", () =>
    Effect.gen(function* () {
      const [waited] = yield* times(Infinity)
      assert.isTrue(waited >= 15_000 && waited <= 15_300)
    }),
  )
})

describe("a right", () => {
  it.effect("isn't held while its request waits for its own process", () =>
    Effect.gen(function* () {
      const { leases, log } = rights(5_000)
      const limit = yield* HostLimit.make
      const waiting = yield* Effect.forkChild(
        SharedLimit.run(leases, limit, { host: "a.test", pace: undefined, send: sent }),
      )
      yield* TestClock.adjust("1 second")
      // clock: the test's
      const turn = yield* Effect.forkChild(limit("a.test", Effect.sleep("7 seconds")))
      for (let tick = 0; tick < 60; tick++) yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(log, [])
      for (let tick = 0; tick < 60; tick++) yield* TestClock.adjust("100 millis")
      assert.isAtLeast(yield* Fiber.join(waiting), 8_000)
      yield* Fiber.join(turn)
    }).pipe(Effect.provide(Settings.layer({ per_host_concurrency: 1, fetch_timeout: "30 seconds" }))),
  )

  it.effect("that the site's pace grants too late is a failure, and no request", () =>
    Effect.gen(function* () {
      const limit = yield* HostLimit.make
      const pace = { interval: 10_000, tooLong: (wait: number) => wait }
      const send = Effect.die("It is too early.")
      const asked = SharedLimit.run(rights(0, 60_000).leases, limit, { host: "a.test", pace, send })
      assert.strictEqual(yield* inTime(Effect.flip(asked)), 60_000)
    }).pipe(Effect.provide(Settings.layer({ fetch_timeout: "30 seconds" }))),
  )
})

describe("the requests of a fetch", () => {
  it.effect("have one right at a time, that of their host", () =>
    Effect.gen(function* () {
      const { leases, log } = rights(0)
      const sites = { "a.test": () => to("https://b.test/end"), "b.test": () => page() }
      yield* inTime(
        get("https://a.test/").pipe(
          Effect.provide(web(sites, names).layer),
          Effect.provideService(HostLeases.HostLeases, Option.some(leases)),
        ),
      )
      assert.deepStrictEqual(log, ["take a.test", "leave a.test", "take b.test", "leave b.test"])
    }),
  )
})
