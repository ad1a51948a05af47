/** clock: real where none decides. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Conversation, Deadline, Settings } from "@porthole/core"
import * as HostLimit from "../../src/chain/HostLimit.ts"

const withLimit = <A, E>(permits: number, use: (limit: HostLimit.HostLimit) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(HostLimit.make, use), Settings.layer({ per_host_concurrency: permits }))

/** Counts the running visits, and keeps each until it is released. */
const gate = () => {
  const inside = new Map<number, () => void>()
  let peak = 0
  const order: Array<number> = []
  const visit = (id: number) =>
    Effect.callback<number>((resume) => {
      order.push(id)
      inside.set(id, () => resume(Effect.succeed(id)))
      peak = Math.max(peak, inside.size)
      return Effect.sync(() => inside.delete(id))
    }).pipe(Effect.ensuring(Effect.sync(() => inside.delete(id))))
  return { inside, order, visit, peak: () => peak }
}

/** A pace that a test without a deadline never exceeds; the interval is in milliseconds. */
const at = (interval: number) => ({
  interval,
  tooLong: (wait: number): never => assert.fail(`${wait} ms`),
})

const endingAt = <A, E, R>(endsAt: number, call: Effect.Effect<A, E, R>) =>
  Effect.provideService(call, Deadline.Deadline, Deadline.at(endsAt))

describe("the limit of a host", () => {
  it.live("admits as many as it has permits, then one for each that finishes, in their order", () =>
    withLimit(2, (limit) =>
      Effect.gen(function* () {
        const { inside, order, visit } = gate()
        const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (id) => Effect.forkChild(limit("a.test", visit(id))))
        yield* Effect.yieldNow
        assert.deepStrictEqual(order, [1, 2])
        inside.get(2)?.()
        yield* Fiber.join(fibers[1]!)
        yield* Effect.yieldNow
        assert.deepStrictEqual(order, [1, 2, 3])
        for (const id of [1, 3, 4, 5]) {
          inside.get(id)?.()
          yield* Fiber.join(fibers[id - 1]!)
          yield* Effect.yieldNow
        }
        assert.deepStrictEqual(order, [1, 2, 3, 4, 5])
      }),
    ),
  )

  it.live("gives the next permit to another tenant that waits, however many of one came first", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const { inside, order, visit } = gate()
        const begin = (tenant: string, id: number) =>
          limit("a.test", visit(id)).pipe(
            Effect.provideService(Conversation.Conversation, { id: tenant, tenant }),
            Effect.forkChild,
          )
        for (const id of [1, 2, 3, 4]) yield* begin("flood", id)
        yield* begin("other", 5)
        yield* Effect.yieldNow
        for (const id of [1, 2, 5, 3, 4]) {
          inside.get(id)?.()
          for (let turn = 0; turn < 4; turn++) yield* Effect.yieldNow
        }
        assert.deepStrictEqual(order, [1, 2, 5, 3, 4])
      }),
    ),
  )

  it.live("counts each host separately", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const { order, visit } = gate()
        for (const [at, host] of ["a.test", "b.test", "a.test"].entries()) {
          yield* Effect.forkChild(limit(host, visit(at)))
        }
        yield* Effect.yieldNow
        assert.deepStrictEqual(order, [0, 1])
      }),
    ),
  )

  it.live("passes the permit on, whether an effect succeeds, fails, dies or is interrupted", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        for (const ending of [Effect.succeed(1), Effect.fail("no"), Effect.die("bug"), Effect.interrupt]) {
          yield* Effect.exit(limit("a.test", ending))
        }
        assert.strictEqual(yield* limit("a.test", Effect.succeed("in")), "in")
      }),
    ),
  )

  it.live("loses no place when a waiting caller leaves, granted or not", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const { inside, order, visit } = gate()
        const [first, second, third] = yield* Effect.forEach([1, 2, 3], (id) =>
          Effect.forkChild(limit("a.test", visit(id)), { startImmediately: true }),
        )
        inside.get(1)?.()
        // The second caller now holds the permit, and is interrupted before it can use it.
        yield* Fiber.interrupt(second!)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(second!)))
        yield* Fiber.join(first!)
        yield* Effect.yieldNow
        inside.get(3)?.()
        assert.strictEqual(yield* Fiber.join(third!), 3)
        assert.include(order, 3)
      }),
    ),
  )

  it.live("never exceeds its permits and ends with none in use, in any order of calls", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.tuple(fc.constantFrom("enter", "keep distance", "leave", "interrupt"), fc.nat(30)), {
            maxLength: 60,
          }),
          (permits, moves) =>
            Effect.runPromise(
              withLimit(permits, (limit) =>
                Effect.gen(function* () {
                  const { inside, peak, visit } = gate()
                  const fibers: Array<Fiber.Fiber<number>> = []
                  for (const [move, which] of moves) {
                    if (move === "enter") fibers.push(yield* Effect.forkChild(limit("a.test", visit(fibers.length))))
                    else if (move === "keep distance") {
                      fibers.push(yield* Effect.forkChild(limit("a.test", visit(fibers.length), at(0))))
                    } else if (move === "leave") inside.get(which)?.()
                    else if (fibers[which] !== undefined) yield* Effect.forkChild(Fiber.interrupt(fibers[which]))
                    if (which % 2 === 0) yield* Effect.yieldNow
                  }
                  yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
                  assert.isAtMost(peak(), permits)
                  const after = gate()
                  for (let id = 0; id < permits; id++) {
                    yield* Effect.forkChild(limit("a.test", after.visit(id), id === 0 ? at(0) : undefined))
                  }
                  for (let turn = 0; turn < 3; turn++) yield* Effect.yieldNow
                  assert.lengthOf(after.order, permits)
                }),
              ),
            ),
        ),
        { numRuns: 300 },
      ),
    ),
  )

  it.effect("holds no permit for a call that only waits for its interval", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const order: Array<string> = []
        const enter = (name: string) => Effect.sync(() => order.push(name))
        yield* limit("a.test", enter("first"), at(1_000))
        const second = yield* Effect.forkChild(limit("a.test", enter("second"), at(1_000)))
        yield* TestClock.adjust("999 millis")
        yield* limit("a.test", enter("without a pace"))
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(second)
        assert.deepStrictEqual(order, ["first", "without a pace", "second"])
      }),
    ),
  )

  it.effect("rejects a call immediately that would start too late, counting earlier calls", () =>
    withLimit(4, (limit) =>
      Effect.gen(function* () {
        const pace = { interval: 1_000, tooLong: (wait: number) => wait }
        const enter = endingAt(3_000, limit("a.test", Effect.never, pace))
        const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(enter, { startImmediately: true }))
        assert.strictEqual(yield* Effect.flip(enter), 3_000)
        // Two have begun; one still waits.
        yield* TestClock.adjust("1500 millis")
        assert.strictEqual(yield* Effect.flip(enter), 1_500)
        yield* Fiber.interrupt(fibers[2]!)
        const fourth = yield* Effect.forkChild(enter, { startImmediately: true })
        assert.isUndefined(fourth.pollUnsafe())
      }),
    ),
  )

  it.effect("rejects a waiting call as soon as it would start too late", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const pace = { interval: 1_000, tooLong: (wait: number) => wait }
        // clock: TestClock decides
        const slow = endingAt(2_500, limit("a.test", Effect.sleep("2 seconds"), pace))
        const [, , third] = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(slow, { startImmediately: true }))
        yield* TestClock.adjust("1999 millis")
        assert.isUndefined(third!.pollUnsafe())
        // The second has waited for a permit and has it now; a second later is too late for the third.
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* Effect.flip(Fiber.join(third!)), 1_000)
      }),
    ),
  )

  it.effect("makes no call wait longer than the interval, even if the clock was set back", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(3_600_000)
        yield* limit("a.test", Effect.void, at(1_000))
        yield* TestClock.setTime(0)
        const second = yield* Effect.forkChild(limit("a.test", Effect.void, at(1_000)))
        yield* TestClock.adjust("999 millis")
        assert.isUndefined(second.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.isDefined(second.pollUnsafe())
      }),
    ),
  )

  it.effect("forgets no start that still counts, with any number of hosts", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const ask = (host: number) => limit(`h${host}.test`, Effect.void, at(1_000))
        for (let host = 0; host < 2_000; host++) yield* ask(host)
        const again = yield* Effect.forkChild(ask(0))
        yield* TestClock.adjust("999 millis")
        assert.isUndefined(again.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(again)
      }),
    ),
  )

  it.effect("admits a call that needn't wait, with any remaining time", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* endingAt(0, limit("a.test", Effect.succeed("in"), at(1_000))), "in")
      }),
    ),
  )

  it.effect("keeps the interval after a call that waits for a permit, with any number of hosts meanwhile", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const started: Array<string> = []
        const enter = (name: string) =>
          limit(
            "a.test",
            Effect.sync(() => started.push(name)),
            at(1_000),
          )
        const busy = yield* Effect.forkChild(limit("a.test", Effect.never), { startImmediately: true })
        const first = yield* Effect.forkChild(enter("first"), { startImmediately: true })
        for (let host = 0; host < 2_000; host++) yield* limit(`h${host}.test`, Effect.void, at(0))
        const second = yield* Effect.forkChild(enter("second"), { startImmediately: true })
        yield* Fiber.interrupt(busy)
        yield* Fiber.join(first)
        yield* TestClock.adjust("999 millis")
        assert.deepStrictEqual(started, ["first"])
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(second)
        assert.deepStrictEqual(started, ["first", "second"])
      }),
    ),
  )
})

it.effect("keeps the last start times of at most 1,024 idle hosts, and nothing else", () =>
  Effect.scoped(
    Effect.flatMap(hostsIn, (known) =>
      withLimit(1, (limit) =>
        Effect.gen(function* () {
          for (let host = 0; host < 50; host++) yield* limit(`idle${host}.test`, Effect.void)
          assert.deepStrictEqual(known(), [])
          for (let host = 0; host < 1_023; host++) yield* limit(`h${host}.test`, Effect.void, at(1_000))
          // One waits for a permit and gives up before it has begun.
          const busy = yield* Effect.forkChild(limit("a.test", Effect.never), { startImmediately: true })
          const waiting = yield* Effect.forkChild(limit("a.test", Effect.void, at(1_000)), { startImmediately: true })
          yield* Fiber.interrupt(waiting)
          yield* Fiber.interrupt(busy)
          assert.lengthOf(known(), 1_024)
          yield* TestClock.adjust("1 seconds")
          yield* limit("b.test", Effect.void, at(1_000))
          assert.deepStrictEqual(known(), ["b.test"])
          yield* limit("a.test", Effect.void)
          assert.deepStrictEqual(known(), ["b.test"])
        }),
      ),
    ),
  ),
)

/** The hosts that are keys of maps by now, whoever holds the maps. */
const hostsIn = Effect.acquireRelease(
  Effect.sync(() => vi.spyOn(Map.prototype, "set")),
  (set) => Effect.sync(() => set.mockRestore()),
).pipe(
  Effect.map((set) => (): ReadonlyArray<unknown> => {
    const maps = set.mock.contexts.filter(
      (map, at): map is Map<unknown, unknown> =>
        map instanceof Map && String(set.mock.calls[at]?.[0]).endsWith(".test"),
    )
    return [...new Set(maps)].flatMap((map) => Array.from(map.keys()))
  }),
)

describe("a patient caller", () => {
  it.effect("waits for its turn without loss of time", () =>
    withLimit(1, (limit) =>
      Effect.gen(function* () {
        const pace = { ...at(60_000), fromEnd: true }
        const page = (took: number) =>
          // clock: TestClock decides
          Deadline.within(limit("a.test", Effect.as(Effect.sleep(took), "page"), pace, true), {
            duration: 30_000,
            orElse: () => Effect.succeed("late"),
          })
        const all = yield* Effect.forkChild(
          Effect.forEach([20_000, 40_000, 20_000], page, { concurrency: "unbounded" }),
        )
        yield* TestClock.adjust(200_000)
        assert.deepStrictEqual(yield* Fiber.join(all), ["page", "late", "page"])
      }),
    ),
  )
})
