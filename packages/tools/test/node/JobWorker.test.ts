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
      yield* work({ store, urls: ["https://a.test/1"], hasBegun: () => times.length > 0 }).pipe(
        Effect.provide(page(times)),
      )
      const [first = -1, second = 0, third = 0] = times
      assert.isBelow(first, 1_000)
      assert.isTrue(second >= 5_000 && third >= second)
      assert.match(asked[0] ?? "", / a\.test$/)
    }),
  )

  it.effect("visits more hosts while pages wait for the host to which they redirect", () =>
    Effect.gen(function* () {
      let waiting = 0
      const redirecting = Doubles.backend({
        extract: ({ url }) =>
          Effect.gen(function* () {
            const { permit = () => Effect.die("no permit") } = yield* HostPace.HostPace
            yield* Effect.scoped(permit(new URL(url).hostname, 0))
            waiting++
            yield* Effect.scoped(permit("z.test", 0))
            return yield* WebError.fail({ error: "robots_disallowed", message: "It is closed." })
          }),
      })
      const store: JobStore.JobStoreShape = { ...MemoryJobs.make(), permit: () => Effect.never }
      const urls = Array.from({ length: 40 }, (_, at) => `https://h${at}.test/`)
      yield* work({ store, urls, hasBegun: () => waiting > 0 }).pipe(Effect.provide(redirecting))
      assert.strictEqual(waiting, 40)
    }),
  )
})

interface Work {
  readonly store: JobStore.JobStoreShape
  readonly urls: ReadonlyArray<string>
  /** Whether the first page is under way. */
  readonly hasBegun: () => boolean
}

/** Runs a worker over the pages of a batch for ten seconds. */
const work = Effect.fnUntraced(
  function* ({ hasBegun, urls }: Work) {
    yield* JobCalls.submitBatch({ urls })
    const stop = yield* Deferred.make<void>()
    const worker = yield* Effect.forkChild(JobWorker.run({ stop: Deferred.await(stop) }))
    // What the worker loads at its first use takes real time.
    while (!hasBegun())
      yield* Effect.andThen(
        Effect.promise(() => setImmediate()),
        TestClock.adjust(0),
      )
    for (let tick = 0; tick < 100; tick++) yield* TestClock.adjust("100 millis")
    yield* Deferred.succeed(stop, undefined)
    for (let tick = 0; tick < 60; tick++) yield* TestClock.adjust("1 second")
    yield* Fiber.join(worker)
  },
  (effect, { store }) =>
    Effect.provide(effect, Layer.merge(Layer.succeed(JobStore.JobStore, store), Settings.layer({}))),
)
