/** Tests the queue of look-ups over a lookup that answers when the test says so. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Settings, WebError } from "@porthole/core"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as LookupQueue from "../../src/resolve/LookupQueue.ts"

type Answer = Exit.Exit<LookupQueue.Addresses, WebError.WebError>

/** A queue over `threads`, and the look-ups under way. */
const queueOf = (threads: number) => {
  const underWay = new Map<string, (answer: Answer) => void>()
  const started: Array<string> = []
  const resolve = LookupQueue.make(threads, (host, onAnswer) => {
    assert.isFalse(underWay.has(host), `${host} is looked up twice`)
    started.push(host)
    underWay.set(host, onAnswer)
    assert.isAtMost(underWay.size, threads)
  })
  const answer = (host: string, result: Answer = Exit.succeed([host])): void => {
    const onAnswer = underWay.get(host)
    assert.isDefined(onAnswer, `${host} isn't under way`)
    underWay.delete(host)
    onAnswer(result)
  }
  const ask = (tenant: string, host: string, id = tenant) =>
    Effect.forkChild(Effect.provideService(resolve(host), Conversation.Conversation, { id, tenant }), {
      startImmediately: true,
    })
  return { answer, ask, started, underWay: () => [...underWay.keys()] }
}

const names = (tenant: string, count: number) => Array.from({ length: count }, (_, at) => `${tenant}${at}.test`)

describe.each([20, 200])("one tenant's %i names that hang", (count) => {
  it.effect.each([4, 7, 32])("leave threads for other tenants, of %i", (threads) =>
    Effect.gen(function* () {
      const queue = queueOf(threads)
      // Each name in a conversation of its own, so that only the tenant's bound holds.
      for (const host of names("dead", count)) yield* queue.ask("dead", host, host)
      assert.isAtLeast(queue.started.length, 1)
      assert.isBelow(queue.started.length, threads)

      const fiber = yield* queue.ask("live", "live.test")
      queue.answer("live.test")
      assert.deepStrictEqual(yield* Fiber.join(fiber), ["live.test"])
    }),
  )

  it.effect.each([2, 3])("leave threads for a tenant that was seen before, of %i", (threads) =>
    Effect.gen(function* () {
      const queue = queueOf(threads)
      for (const host of ["live0.test", "live1.test"]) {
        const fiber = yield* queue.ask("live", host)
        for (const dead of names("dead", count)) yield* queue.ask("dead", dead, dead)
        assert.include(queue.underWay(), host)
        queue.answer(host)
        assert.deepStrictEqual(yield* Fiber.join(fiber), [host])
        assert.isBelow(queue.underWay().length, threads)
      }
    }),
  )

  it.effect.each([2, 3])("have all threads of %i while their tenant is the only one", (threads) =>
    Effect.gen(function* () {
      const queue = queueOf(threads)
      for (const host of names("dead", count)) yield* queue.ask("dead", host)
      assert.lengthOf(queue.started, threads)
      // A new tenant's first name waits for a thread, and then has the next one.
      yield* queue.ask("live", "live0.test")
      assert.lengthOf(queue.started, threads)
      queue.answer("dead0.test")
      assert.strictEqual(queue.started.at(-1), "live0.test")
      queue.answer("live0.test")
      yield* queue.ask("live", "live1.test")
      assert.include(queue.underWay(), "live1.test")
    }),
  )

  it.effect("leave a thread even if several tenants have them", () =>
    Effect.gen(function* () {
      const queue = queueOf(7)
      for (const tenant of ["one", "two"]) {
        for (const host of names(tenant, count)) yield* queue.ask(tenant, host, host)
      }
      const fiber = yield* queue.ask("live", "live.test")
      queue.answer("live.test")
      yield* Fiber.join(fiber)
    }),
  )

  it.effect("leave threads for another conversation of the tenant", () =>
    Effect.gen(function* () {
      const queue = queueOf(7)
      yield* queue.ask("tenant", "first.test", "two")
      queue.answer("first.test")
      for (const host of names("dead", count)) yield* queue.ask("tenant", host, "one")
      assert.lengthOf(queue.underWay(), 3)
      yield* queue.ask("tenant", "live.test", "two")
      assert.include(queue.started, "live.test")
    }),
  )

  it.effect("have all their tenant's threads while their conversation is its only one", () =>
    Effect.gen(function* () {
      const queue = queueOf(7)
      yield* queue.ask("other", "first.test", "another")
      queue.answer("first.test")
      for (const host of names("dead", count)) yield* queue.ask("tenant", host, "one")
      assert.lengthOf(queue.underWay(), 4)
      // Once a second one was seen, the first doesn't take its tenant's next thread.
      yield* queue.ask("tenant", "live0.test", "two")
      queue.answer("dead0.test")
      assert.deepStrictEqual(queue.underWay(), ["dead1.test", "dead2.test", "dead3.test", "live0.test"])
      queue.answer("live0.test")
      assert.lengthOf(queue.underWay(), 3)
    }),
  )
})

it.effect("a timeout is its caller's, and its thread stays taken until the system answers", () =>
  Effect.gen(function* () {
    const queue = queueOf(1)
    const first = yield* queue.ask("a", "a0.test")
    const second = yield* queue.ask("a", "a1.test")
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual((yield* Effect.flip(Fiber.join(first))).error, "timeout")
    // The second one hasn't begun: only its call's deadline ends it.
    yield* TestClock.adjust("1 hour")
    assert.isUndefined(second.pollUnsafe())
    queue.answer("a0.test")
    queue.answer("a1.test")
    assert.deepStrictEqual(yield* Fiber.join(second), ["a1.test"])
  }),
)

it.effect.each([
  ["1 s", 5_000],
  ["20 s", 5_000],
  ["120 s", 30_000],
] as const)("with a fetch_timeout of %s a look-up may take %i ms", ([fetch_timeout, wait]) =>
  Effect.gen(function* () {
    const queue = queueOf(1)
    const asked = yield* queue.ask("a", "a0.test")
    yield* TestClock.adjust(wait - 1)
    assert.isUndefined(asked.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.strictEqual((yield* Effect.flip(Fiber.join(asked))).error, "timeout")
  }).pipe(Effect.provide(Settings.layer({ fetch_timeout }))),
)

it.effect("tenants take turns, so do conversations, and names keep their order", () =>
  Effect.gen(function* () {
    const queue = queueOf(1)
    yield* queue.ask("a", "begin.test")
    for (const host of ["a1", "a2", "a3"]) yield* queue.ask("a", host, "a/one")
    yield* queue.ask("a", "a4", "a/two")
    for (const host of ["b1", "b2"]) yield* queue.ask("b", host)
    yield* queue.ask("c", "c1")
    for (const host of ["begin.test", "a1", "b1", "c1", "a4", "b2", "a2", "a3"]) queue.answer(host)
    assert.lengthOf(queue.underWay(), 0)
  }),
)

describe("a name that several want", () => {
  it.effect("is looked up once, also for those that still wait for a thread", () =>
    Effect.gen(function* () {
      const queue = queueOf(4)
      for (const host of ["other.test", "another.test"]) yield* queue.ask("a", host)
      const waiting = yield* queue.ask("a", "same.test")
      const starting = yield* queue.ask("b", "same.test")
      const joining = yield* queue.ask("c", "same.test")
      queue.answer("same.test")
      for (const fiber of [waiting, starting, joining]) assert.deepStrictEqual(yield* Fiber.join(fiber), ["same.test"])
      assert.deepStrictEqual(queue.started, ["other.test", "another.test", "same.test"])
    }),
  )

  it.effect("has no answer of an earlier look-up", () =>
    Effect.gen(function* () {
      const queue = queueOf(2)
      const failed = WebError.make({ error: "http_error", reason: "target_unreachable" })
      const first = yield* queue.ask("a", "same.test")
      queue.answer("same.test", Exit.fail(failed))
      assert.strictEqual(yield* Effect.flip(Fiber.join(first)), failed)
      const second = yield* queue.ask("a", "same.test")
      queue.answer("same.test")
      assert.deepStrictEqual(yield* Fiber.join(second), ["same.test"])
    }),
  )

  it.effect("is still looked up if only one of its callers leaves", () =>
    Effect.gen(function* () {
      const queue = queueOf(1)
      yield* queue.ask("a", "other.test")
      const first = yield* queue.ask("a", "same.test")
      const second = yield* queue.ask("a", "same.test")
      yield* Fiber.interrupt(first)
      queue.answer("other.test")
      queue.answer("same.test")
      assert.deepStrictEqual(yield* Fiber.join(second), ["same.test"])
    }),
  )
})

it.effect("a caller that leaves frees no thread, and takes none later", () =>
  Effect.gen(function* () {
    const queue = queueOf(1)
    const running = yield* queue.ask("a", "a0.test")
    const waiting = yield* queue.ask("a", "a1.test")
    yield* Fiber.interrupt(waiting)
    yield* Fiber.interrupt(running)
    yield* queue.ask("a", "a2.test")
    assert.deepStrictEqual(queue.started, ["a0.test"])
    queue.answer("a0.test")
    assert.deepStrictEqual(queue.started, ["a0.test", "a2.test"])
  }),
)
