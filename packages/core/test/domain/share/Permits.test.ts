/** Tests permits by weight over effects that end when the test says so. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as Conversation from "../../../src/domain/Conversation.ts"
import * as Permits from "../../../src/domain/share/Permits.ts"

const options: Permits.Options = {
  capacity: 100,
  perFree: 3,
  reserve: 10,
  maxWaiting: 4,
  maxWait: Duration.seconds(5),
}

/** Permits, and calls that hold them until they are ended; `running` has the names of those with a turn. */
const world = (changed: Partial<Permits.Options> = {}) => {
  const permits = Permits.make("texts", { ...options, ...changed })
  const running: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  /** Begins a call; the first letter of its name is its tenant. */
  const begin = Effect.fnUntraced(function* (name: string, weight: number) {
    const end = yield* Deferred.make<void>()
    ends.set(name, end)
    const call = Effect.sync(() => running.push(name)).pipe(
      Effect.andThen(Deferred.await(end)),
      Effect.ensuring(Effect.sync(() => running.splice(running.indexOf(name), 1))),
      permits.hold(weight),
      Effect.provideService(Conversation.Conversation, { id: name, tenant: name.slice(0, 1) }),
    )
    return yield* Effect.forkChild(call, { startImmediately: true })
  })
  const end = (name: string) => {
    const deferred = ends.get(name)
    return deferred === undefined
      ? Effect.die(`${name} hasn't begun`)
      : Effect.andThen(Deferred.succeed(deferred, undefined), settle)
  }
  return { begin, end, running }
}

/** Lets fibers that were woken run. */
const settle = Effect.forEach(Array.from({ length: 8 }), () => Effect.yieldNow, { discard: true })

describe("permits", () => {
  it.effect("are held by as much as fits, first in first out", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world()
      for (const name of ["a1", "a2", "a3", "a4"]) yield* begin(name, 45)
      yield* settle
      assert.deepStrictEqual(running, ["a1", "a2"])
      yield* end("a1")
      assert.deepStrictEqual(running, ["a2", "a3"])
    }),
  )

  it.effect("go to another tenant at its turn, however much one entered first", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world()
      for (const name of ["a1", "a2", "a3", "a4"]) yield* begin(name, 45)
      yield* begin("b1", 45)
      yield* end("a1")
      yield* end("a2")
      assert.deepStrictEqual(running, ["a3", "b1"])
    }),
  )

  it.effect("of a heavy call aren't taken by light ones that came later", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world()
      yield* begin("a1", 80)
      yield* begin("b1", 1_000)
      yield* begin("c1", 1)
      yield* settle
      assert.deepStrictEqual(running, ["a1"])
      yield* end("a1")
      assert.deepStrictEqual(running, ["b1", "c1"])
    }),
  )

  it.effect("don't make a light call of a newcomer wait for a heavy one", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world({ light: 5, heaviest: 50 })
      yield* begin("a1", 80)
      yield* begin("b1", 1_000)
      yield* begin("c1", 5)
      yield* begin("c2", 5)
      yield* begin("d1", 6)
      assert.deepStrictEqual(running, ["a1", "c1"])
      yield* end("c1")
      assert.deepStrictEqual(running, ["a1", "c2"])
      yield* end("a1")
      assert.deepStrictEqual(running, ["c2", "b1", "d1"])
    }),
  )

  it.effect("that don't come in time are a refusal with the time of another try", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world()
      yield* begin("a1", 100)
      const late = yield* begin("b1", 20)
      yield* TestClock.adjust("5 seconds")
      const { wire } = yield* Effect.flip(Fiber.join(late))
      assert.deepInclude(wire, { error: "rate_limited", reason: "overloaded", retry_after: 5 })
      assert.include(wire.message ?? "", "texts")
      yield* end("a1")
      assert.deepStrictEqual(running, [])
      yield* begin("b2", 100)
      assert.deepStrictEqual(running, ["b2"])
    }),
  )

  it.effect("refuse the youngest of the tenant with the most beyond the queue's length", () =>
    Effect.gen(function* () {
      const { begin, running } = world()
      yield* begin("a1", 100)
      const waiting = yield* Effect.forEach(["a2", "a3", "a4", "a5"], (name) => begin(name, 1))
      const other = yield* begin("b1", 20)
      const refused = waiting[3]
      assert.isDefined(refused)
      if (refused !== undefined) assert.isTrue(Exit.isFailure(yield* Fiber.await(refused)))
      assert.isUndefined(other.pollUnsafe())
      assert.deepStrictEqual(running, ["a1"])
    }),
  )

  it.effect("come back after failures and interruptions, also of calls that wait", () =>
    Effect.gen(function* () {
      const { begin, end, running } = world()
      const holding = yield* begin("a1", 100)
      const waiting = yield* begin("a2", 100)
      yield* begin("b1", 100)
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(holding)
      yield* settle
      assert.deepStrictEqual(running, ["b1"])
      yield* end("b1")
      yield* begin("c1", 100)
      assert.deepStrictEqual(running, ["c1"])
    }),
  )
})
