/** Tests a worker over a store in memory, and a page that takes several requests. */
import { assert, describe, it } from "@effect/vitest"
import { HostPace, Settings, WebError } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { MemoryJobs } from "@porthole/stores/testing"
import { Doubles } from "@porthole/testing"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { setImmediate } from "node:timers/promises"
import * as JobCalls from "../../src/node/JobCalls.ts"
import * as JobWorker from "../../src/node/JobWorker.ts"

/** A page of three requests to its host, of which nothing can be read. */
const page = (times: Array<number>) =>
  Doubles.backend({
    extract: () =>
      Effect.gen(function* () {
        const { permit } = yield* HostPace.HostPace
        for (let request = 0; request < 3; request++) {
          yield* Effect.scoped(permit?.("a.test", 0) ?? Effect.die("no permit"))
          times.push(yield* Clock.currentTimeMillis)
        }
        return yield* WebError.fail({ error: "robots_disallowed", message: "It is closed." })
      }),
  })

describe("a worker", () => {
  it.effect("lets fetches that wait go between the requests of a page", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const asked: Array<string> = []
      const memory = MemoryJobs.make()
      const store: JobStore.JobStoreShape = {
        ...memory,
        giveWay: ({ tenant }, host) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            asked.push(`${tenant} ${host}`)
            return now < 5_000 ? 100 : 0
          }),
      }
      yield* Effect.gen(function* () {
        yield* JobCalls.submitBatch({ urls: ["https://a.test/1"] })
        const stop = yield* Deferred.make<void>()
        const worker = yield* Effect.forkChild(JobWorker.run({ stop: Deferred.await(stop) }))
        // What the worker loads at its first use takes real time.
        while (times.length === 0)
          yield* Effect.andThen(
            Effect.promise(() => setImmediate()),
            TestClock.adjust(0),
          )
        for (let tick = 0; tick < 100; tick++) yield* TestClock.adjust("100 millis")
        yield* Deferred.succeed(stop, undefined)
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(worker)
      }).pipe(
        Effect.provideService(JobStore.JobStore, store),
        Effect.provide(Layer.mergeAll(page(times), Settings.layer({}))),
      )
      const [first = -1, second = 0, third = 0] = times
      assert.isBelow(first, 1_000)
      assert.isTrue(second >= 5_000 && third >= second)
      assert.match(asked[0] ?? "", / a\.test$/)
    }),
  )
})
