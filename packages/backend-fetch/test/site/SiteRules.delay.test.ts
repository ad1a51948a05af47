/** Tests the delay between requests to a site whose robots.txt has a Crawl-delay. */
import { assert, describe, it } from "@effect/vitest"
import type { Settings } from "@porthole/core"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { get, names, page, type Site, to, web, wireOf } from "../support/DoubledWeb.ts"

/** Sites with a Crawl-delay; `starts` lists the requested pages, each with its second. */
const slowly = (delay: string, config: Settings.SettingsInput = {}, pages: Site = () => page()) => {
  const starts: Array<readonly [string, number]> = []
  const site: Site = (path, requested) =>
    path === "/robots.txt"
      ? { status: 200, body: `User-agent: *\nCrawl-delay: ${delay}` }
      : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          starts.push([requested.url, now / 1_000])
          const answer = pages(path, requested)
          return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
        })
  const { layer } = web({ "a.test": site, "b.test": site }, names, { robots: true, ...config })
  return { starts, seconds: () => starts.map(([, second]) => second), layer }
}

const fork = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(effects, (effect) => Effect.forkChild(effect))

describe("pages of one host", () => {
  it.effect("start with that delay between them, in the order of their requests", () =>
    Effect.gen(function* () {
      const { layer, starts } = slowly("2.5")
      yield* Effect.gen(function* () {
        const fibers = yield* fork([1, 2, 3].map((at) => get(`http://a.test/${at}`)))
        yield* TestClock.adjust("5 seconds")
        yield* Effect.forEach(fibers, Fiber.join)
        assert.deepStrictEqual(starts, [
          ["http://a.test/1", 0],
          ["http://a.test/2", 2.5],
          ["http://a.test/3", 5],
        ])
        // A later request waits only for the remaining delay, or not at all.
        yield* TestClock.adjust("1 second")
        const fourth = yield* Effect.forkChild(get("http://a.test/4"))
        yield* TestClock.adjust("1499 millis")
        assert.strictEqual(starts.length, 3)
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(fourth)
        yield* TestClock.adjust("1 hour")
        yield* get("http://a.test/5")
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("don't wait for those of other hosts", () =>
    Effect.gen(function* () {
      const { layer, seconds } = slowly("5")
      yield* Effect.all([get("http://a.test/"), get("http://b.test/")]).pipe(Effect.provide(layer))
      assert.deepStrictEqual(seconds(), [0, 0])
    }),
  )

  it.effect("on later hops and second attempts count, too", () =>
    Effect.gen(function* () {
      let tries = 0
      const { layer, starts } = slowly("3", {}, (path) =>
        path === "/" ? to("/next") : ++tries === 1 ? { status: 503 } : page(),
      )
      const fiber = yield* Effect.forkChild(get("http://a.test/").pipe(Effect.provide(layer)))
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(starts, [
        ["http://a.test/", 0],
        ["http://a.test/next", 3],
        ["http://a.test/", 6],
        ["http://a.test/next", 9],
      ])
    }),
  )

  it.effect("wait at most ten seconds, whatever the site demands", () =>
    Effect.gen(function* () {
      const { layer, seconds } = slowly("3600")
      const fibers = yield* fork([1, 2].map((at) => get(`http://a.test/${at}`))).pipe(
        Effect.andThen((fibers) => Effect.andThen(TestClock.adjust("10 seconds"), Effect.forEach(fibers, Fiber.join))),
        Effect.provide(layer),
      )
      assert.deepStrictEqual([fibers.length, seconds()], [2, [0, 10]])
    }),
  )

  it.effect("start with that delay even after waiting for a permit", () =>
    Effect.gen(function* () {
      // The first two end at the same time, so that both permits are released together.
      const { layer, seconds } = slowly("1", { per_host_concurrency: 2 }, (path) =>
        // clock: TestClock decides
        Effect.delay(Effect.succeed(page()), path === "/2" ? "4 seconds" : "5 seconds"),
      )
      yield* Effect.gen(function* () {
        const fibers = yield* fork([1, 2, 3, 4].map((at) => get(`http://a.test/${at}`)))
        yield* TestClock.adjust("15 seconds")
        yield* Effect.forEach(fibers, Fiber.join)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(seconds(), [0, 1, 5, 6])
    }),
  )
})

describe("a wait", () => {
  it.effect(
    "that would end at or after the deadline is rate_limited immediately, with its length in whole seconds",
    () =>
      Effect.gen(function* () {
        const { layer, seconds } = slowly("7.5")
        yield* Effect.gen(function* () {
          // All four share one robots.txt, then start in this order.
          const fibers = yield* fork([1, 2, 3].map((at) => get(`http://a.test/${at}`)))
          yield* TestClock.adjust("1 millis")
          const wire = yield* wireOf(get("http://a.test/4"))
          assert.deepStrictEqual(Object.keys(wire), ["error", "message", "retry_after"])
          assert.deepStrictEqual([wire.error, wire.retry_after], ["rate_limited", 23])
          assert.notInclude(wire.message ?? "", "a.test")
          yield* TestClock.adjust("20 seconds")
          yield* Effect.forEach(fibers, Fiber.join)
          assert.deepStrictEqual(seconds(), [0, 7.5, 15])
        }).pipe(Effect.provide(layer))
      }),
  )

  it.effect("that grew because of slow earlier calls is rejected when it begins", () =>
    Effect.gen(function* () {
      const { layer, seconds } = slowly("4", { per_host_concurrency: 1 }, (path) =>
        // clock: TestClock decides
        path === "/1" ? Effect.delay(Effect.succeed(page()), "15 seconds") : page(),
      )
      yield* Effect.gen(function* () {
        const read = yield* fork([1, 2, 3].map((at) => get(`http://a.test/${at}`)))
        const late = yield* Effect.forkChild(wireOf(get("http://a.test/4")))
        yield* TestClock.adjust("19 seconds")
        yield* Effect.forEach(read, Fiber.join)
        assert.isDefined(late.pollUnsafe())
        assert.deepInclude(yield* Fiber.join(late), { error: "rate_limited", retry_after: 4 })
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(seconds(), [0, 15, 19])
    }),
  )

  it.effect("abandoned by its caller shortens the following ones", () =>
    Effect.gen(function* () {
      const { layer, starts } = slowly("8")
      yield* Effect.gen(function* () {
        const [first, second, third] = yield* fork([1, 2, 3].map((at) => get(`http://a.test/${at}`)))
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(second!)
        yield* TestClock.adjust("7 seconds")
        yield* Effect.forEach([first!, third!], Fiber.join)
        assert.deepStrictEqual(starts, [
          ["http://a.test/1", 0],
          ["http://a.test/3", 8],
        ])
      }).pipe(Effect.provide(layer))
    }),
  )
})
