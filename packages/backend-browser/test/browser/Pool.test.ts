/** Tests how browsers are shared, replaced and ended, without a browser. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Conversation, WebError } from "@porthole/core"
import * as Pool from "../../src/browser/Pool.ts"

interface Fake extends Pool.Pooled {
  readonly name: number
  memoryBytes: number
  isBad: boolean
}

const pooled = Effect.fnUntraced(function* (given: Partial<Pool.Options<Fake, string>> = {}) {
  const log: Array<string> = []
  let count = 0
  const startAs = (word: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const browser: Fake = {
          name: ++count,
          memoryBytes: 0,
          isBad: false,
          isCondemned: () => browser.isBad,
          memory: () => browser.memoryBytes,
        }
        log.push(`${word} ${browser.name}`)
        return browser
      }),
      ({ name }) => Effect.sync(() => log.push(`end ${name}`)),
    )
  const use = yield* Pool.make<Fake, string>({
    start: startAs("start"),
    startAlone: startAs("start alone"),
    isLoss: (error) => error === "lost",
    maxContexts: 2,
    maxQueue: 1,
    maxUses: 100,
    maxKeptMemory: 500,
    idleTime: "60 seconds",
    ...given,
  })
  return { use, log }
})

const name = ({ name }: Fake) => Effect.succeed(name)

const reasonOf = (error: unknown) => (error instanceof WebError.WebError ? error.wire.reason : undefined)

/** A use by a tenant, which ends when the test opens the gate. */
const useAs = (use: Pool.Use<Fake, string>, tenant: string, gate: Deferred.Deferred<void>, began: Array<string>) =>
  use(() =>
    Effect.andThen(
      Effect.sync(() => began.push(tenant)),
      Deferred.await(gate),
    ),
  ).pipe(Effect.provideService(Conversation.Conversation, { id: tenant, tenant }))

describe("several tenants", () => {
  it.effect("take turns, and none takes the last rendering from another that is present", () =>
    Effect.gen(function* () {
      const { use } = yield* pooled({ maxQueue: 16 })
      const began: Array<string> = []
      const gates = yield* Effect.forEach([1, 2, 3, 4, 5], () => Deferred.make<void>())
      const begin = (tenant: string, gate: number) =>
        Effect.forkChild(useAs(use, tenant, gates[gate] ?? gates[0]!, began), { startImmediately: true })
      const first = yield* begin("other", 0)
      yield* begin("flood", 1)
      yield* begin("flood", 1)
      yield* begin("flood", 1)
      yield* Deferred.succeed(gates[0]!, undefined)
      yield* Fiber.join(first)
      assert.deepStrictEqual(began, ["other", "flood"])
      const again = yield* begin("other", 2)
      assert.deepStrictEqual(began, ["other", "flood", "other"])
      yield* Deferred.succeed(gates[2]!, undefined)
      yield* Fiber.join(again)
    }),
  )

  it.effect("lose the youngest of the one with the most where the queue is full", () =>
    Effect.gen(function* () {
      const { use } = yield* pooled({ maxQueue: 3 })
      const gate = yield* Deferred.make<void>()
      const began: Array<string> = []
      const flood = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
        Effect.forkChild(useAs(use, "flood", gate, began), { startImmediately: true }),
      )
      const other = yield* Effect.forkChild(useAs(use, "other", gate, began), { startImmediately: true })
      assert.strictEqual(reasonOf(yield* Effect.flip(Fiber.join(flood[4]!))), "overloaded")
      assert.isUndefined(other.pollUnsafe())
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(other)
      assert.deepStrictEqual(began.slice(0, 4).toSorted(), ["flood", "flood", "flood", "other"])
    }),
  )
})

describe("the pool", () => {
  it.effect("starts nothing before the first use, and one browser for all", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled()
      assert.deepStrictEqual(log, [])
      assert.deepStrictEqual(yield* Effect.all([use(name), use(name), use(name)], { concurrency: 2 }), [1, 1, 1])
      assert.deepStrictEqual(log, ["start 1"])
    }),
  )

  it.effect("lets two work at once, one wait, and fails further ones at once", () =>
    Effect.gen(function* () {
      const { use } = yield* pooled()
      const gate = yield* Deferred.make<void>()
      let working = 0
      const work = () =>
        Effect.andThen(
          Effect.sync(() => working++),
          Deferred.await(gate),
        )
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(use(work), { startImmediately: true }))
      assert.strictEqual(working, 2)
      assert.strictEqual(reasonOf(yield* Effect.flip(use(work))), "overloaded")
      yield* Fiber.interrupt(fibers[2]!)
      const waiting = yield* Effect.forkChild(use(work), { startImmediately: true })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(waiting)
      assert.strictEqual(working, 3)
    }),
  )

  it.effect("ends a browser after a while without work, and starts another one later", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled()
      yield* use(name)
      yield* TestClock.adjust("59 seconds")
      yield* use(name)
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(log, ["start 1"])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(log, ["start 1", "end 1"])
      assert.strictEqual(yield* use(name), 2)
    }),
  )

  it.effect("replaces a browser after its renderings and when it keeps too much, once nobody uses it", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled({ maxUses: 2 })
      const gate = yield* Deferred.make<void>()
      const long = yield* Effect.forkChild(
        use(() => Deferred.await(gate)),
        { startImmediately: true },
      )
      assert.deepStrictEqual([yield* use(name), yield* use(name)], [1, 2])
      assert.deepStrictEqual(log, ["start 1", "start 2"])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(long)
      assert.deepStrictEqual(log, ["start 1", "start 2", "end 1"])
      yield* use((browser) => Effect.sync(() => (browser.memoryBytes = 501)))
      assert.deepStrictEqual(log.at(-1), "end 2")
    }),
  )

  it.effect("ends a condemned browser at once, also under other work", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled()
      const other = yield* Effect.forkChild(
        use(() => Effect.never),
        { startImmediately: true },
      )
      yield* use((browser) => Effect.sync(() => (browser.isBad = true)))
      assert.deepStrictEqual(log, ["start 1", "end 1"])
      assert.strictEqual(yield* use(name), 2)
      yield* Fiber.interrupt(other)
    }),
  )

  it.effect("gives each use that loses its browser another one for itself, and once", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled()
      const lose = (browser: Fake) => {
        browser.isBad = true
        return Effect.fail("lost")
      }
      assert.strictEqual(yield* Effect.flip(use(lose)), "lost")
      assert.deepStrictEqual(log, ["start 1", "end 1", "start alone 2", "end 2"])
      const gate = yield* Deferred.make<void>()
      const seen: Array<number> = []
      const loseFirst = (browser: Fake) =>
        Effect.suspend(() => {
          if (seen.push(browser.name) === 2) Deferred.doneUnsafe(gate, Effect.void)
          return browser.name === 3 ? Effect.andThen(Deferred.await(gate), () => lose(browser)) : name(browser)
        })
      const names = yield* Effect.all([use(loseFirst), use(loseFirst)], { concurrency: 2 })
      assert.deepStrictEqual(
        [seen.slice(0, 2), names.toSorted()],
        [
          [3, 3],
          [4, 5],
        ],
      )
      assert.strictEqual(yield* Effect.flip(use(() => Effect.fail("other"))), "other")
    }),
  )

  it.effect("starts one browser at a time, also for those that lost theirs", () =>
    Effect.gen(function* () {
      let starting = 0
      let most = 0
      const startAlone = Effect.gen(function* () {
        most = Math.max(most, ++starting)
        yield* Effect.yieldNow
        starting--
        return { name: 0, memoryBytes: 0, isBad: false, isCondemned: () => false, memory: () => 0 }
      })
      const { use } = yield* pooled({ startAlone })
      const bothHave = yield* Deferred.make<void>()
      let using = 0
      const loseFirst = ({ name }: Fake) =>
        Effect.gen(function* () {
          if (++using % 2 === 0) yield* Deferred.succeed(bothHave, undefined)
          yield* Deferred.await(bothHave)
          return name > 0 ? yield* Effect.fail("lost") : name
        })
      assert.deepStrictEqual(yield* Effect.all([use(loseFirst), use(loseFirst)], { concurrency: 2 }), [0, 0])
      assert.strictEqual(most, 1)
    }),
  )

  it.effect("gives out no browser that is condemned, and ends one that nobody uses", () =>
    Effect.gen(function* () {
      const { log, use } = yield* pooled()
      const gate = yield* Deferred.make<Fake>()
      const long = yield* Effect.forkChild(
        use((browser) => Effect.andThen(Deferred.succeed(gate, browser), Effect.never)),
        { startImmediately: true },
      )
      ;(yield* Deferred.await(gate)).isBad = true
      assert.strictEqual(yield* use(name), 2)
      yield* Fiber.interrupt(long)
      assert.deepStrictEqual(log, ["start 1", "start 2", "end 1"])
      const idle = yield* use(Effect.succeed)
      idle.isBad = true
      assert.strictEqual(yield* use(name), 3)
      assert.deepStrictEqual(log.slice(3), ["end 2", "start 3"])
    }),
  )

  it.effect("ends every browser with its scope, and keeps none that didn't start", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { log, use } = yield* Scope.provide(pooled({ maxUses: 2 }), scope)
      yield* use(name)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(log, ["start 1", "end 1"])
      let tries = 0
      const start = Effect.suspend(() => (++tries === 1 ? Effect.fail("no") : Effect.succeed({ name: 7 } as never)))
      const failing = yield* pooled({ start })
      assert.strictEqual(yield* Effect.flip(failing.use(name)), "no")
      assert.strictEqual(tries, 1)
    }),
  )
})
