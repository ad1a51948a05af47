/** Tests which providers a chain skips, and for how long. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Settings, SharedStores, WebError } from "@porthole/core"
import { chain as chainOf } from "@porthole/provider-kit/chain"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Option } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { TestClock } from "effect/testing"
import { type Answer, fault, row, scripted } from "./scripted.ts"

const timeout = WebError.make({ error: "timeout" })

/** A chain of `first`, which is scripted, and `second`, which answers; a call returns the outcome of `first`. */
const make = (answer: (count: number) => Answer, rest: Parameters<typeof scripted>[2] = {}) => {
  const first = scripted("first", answer, rest)
  const second = scripted("second", () => [row("b")])
  const chain = Effect.map(chainOf([first.provider, second.provider]), (search) => ({
    call: Effect.map(search({ query: "x" }), (found): string => {
      const [attempt] = "attempts" in found ? (found.attempts ?? []) : []
      return attempt === undefined ? "none" : [attempt.outcome, attempt.reason ?? []].flat().join(" ")
    }),
  }))
  return { requested: first.requested, chain }
}

/** Sets the shared store of a chain. */
const share = (store: CircuitBreaker.CircuitBreakerStore["Service"]) =>
  Layer.succeed(SharedStores.CircuitStore, Option.some(store))

const of = (tenant: string) => Effect.provideService(Conversation.Conversation, { id: "1", tenant })

describe("a cooldown", () => {
  it.effect("lasts as long as the provider demands; then one call probes, and the others skip it meanwhile", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { requested, chain } = make((count) =>
        count === 1 ? fault("first", "rate_limited", 30) : Effect.as(Deferred.await(gate), [row("a")]),
      )
      const { call } = yield* chain
      assert.strictEqual(yield* call, "failed first_rate_limited")
      yield* TestClock.adjust("29999 millis")
      assert.strictEqual(yield* call, "skipped first_rate_limited")
      assert.lengthOf(requested, 1)
      yield* TestClock.adjust("1 millis")
      const ten = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 10 }), () => call, { concurrency: "unbounded" }),
      )
      yield* TestClock.adjust("1 seconds")
      assert.lengthOf(requested, 2)
      yield* Deferred.succeed(gate, undefined)
      const reported = yield* Fiber.join(ten)
      assert.deepStrictEqual(reported.toSorted(), ["answered", ...reported.slice(1).fill("skipped first_rate_limited")])
      const both = yield* Effect.all([call, call], { concurrency: "unbounded" })
      assert.deepStrictEqual(both, ["answered", "answered"])
    }),
  )

  it.effect("names the refusal that began it, though a call that ends later is an outage", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { chain } = make((count) =>
        count === 1
          ? Effect.andThen(Deferred.await(gate), fault("first", "unreachable"))
          : fault("first", "quota_exceeded"),
      )
      const { call } = yield* chain
      const slow = yield* Effect.forkChild(call, { startImmediately: true })
      yield* Effect.yieldNow
      assert.strictEqual(yield* call, "failed first_quota_exceeded")
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "failed first_unreachable")
      assert.strictEqual(yield* call, "skipped first_quota_exceeded")
    }),
  )

  const day = 24 * 3_600
  it.effect.each([
    ["rate_limited", undefined, 30],
    ["rate_limited", 7, 7],
    ["rate_limited", 0, 1],
    ["rate_limited", 365 * day, day],
    ["quota_exceeded", undefined, 3_600],
    ["quota_exceeded", 120, 120],
    ["challenged", undefined, 3_600],
    ["challenged", 5, 3_600],
    ["unauthorized", undefined, 60],
  ] as const)("after %s with a Retry-After of %s s lasts %d s", ([suffix, retryAfter, seconds]) => {
    const { requested, chain } = make((count) => (count === 1 ? fault("first", suffix, retryAfter) : [row("a")]))
    return Effect.gen(function* () {
      const { call } = yield* chain
      assert.strictEqual(yield* call, `failed first_${suffix}`)
      yield* TestClock.adjust(Duration.millis(seconds * 1_000 - 1))
      assert.strictEqual(yield* call, `skipped first_${suffix}`)
      assert.lengthOf(requested, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* call, "answered")
    })
  })

  it.effect("begins again when the probe is rejected, for the newly demanded time", () => {
    const { chain } = make((count) =>
      count < 3 ? fault("first", count === 1 ? "rate_limited" : "quota_exceeded") : [row("a")],
    )
    return Effect.gen(function* () {
      const { call } = yield* chain
      yield* call
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* call, "failed first_quota_exceeded")
      yield* TestClock.adjust("3599 seconds")
      assert.strictEqual(yield* call, "skipped first_quota_exceeded")
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(yield* call, "answered")
    })
  })

  it.effect("whose probe has no result continues with another probe", () => {
    const { requested, chain } = make((count) => {
      if (count === 1) return fault("first", "rate_limited")
      return count === 2 ? Effect.never : [row("a")]
    })
    return Effect.gen(function* () {
      const { call } = yield* chain
      yield* call
      yield* TestClock.adjust("30 seconds")
      const left = yield* Effect.forkChild(call, { startImmediately: true })
      yield* Effect.yieldNow
      yield* Fiber.interrupt(left)
      assert.lengthOf(requested, 2)
      assert.strictEqual(yield* call, "answered")
    })
  })

  it.effect("belongs to one tenant, except for a provider without keys", () => {
    const refusing = () => fault("first", "rate_limited")
    return Effect.gen(function* () {
      const keyed = yield* make(refusing).chain
      yield* of("a")(keyed.call)
      assert.strictEqual(yield* of("b")(keyed.call), "failed first_rate_limited")
      assert.strictEqual(yield* of("a")(keyed.call), "skipped first_rate_limited")
      const open = yield* make(refusing, { sharedByTenants: true }).chain
      yield* of("a")(open.call)
      assert.strictEqual(yield* of("b")(open.call), "skipped first_rate_limited")
    })
  })

  it.effect("belongs to one provider, even among several without keys", () =>
    Effect.gen(function* () {
      const refusing = scripted("first", () => fault("first", "rate_limited"), { sharedByTenants: true })
      const other = scripted("second", () => [row("b")], { sharedByTenants: true })
      const search = yield* chainOf([refusing.provider, other.provider])
      for (let at = 0; at < 2; at++) yield* search({ query: "x" })
      assert.deepStrictEqual([refusing.requested.length, other.requested.length], [1, 2])
    }),
  )
})

describe("a breaker", () => {
  const outages: ReadonlyArray<readonly [string, Answer]> = [
    ["unreachable", fault("first", "unreachable")],
    ["a timeout", timeout],
  ]

  it.effect("doesn't open for bad answers, which prove nothing for other queries", () => {
    const { requested, chain } = make((count) => (count <= 4 ? [{ title: "no url" }] : [row("a")]))
    return Effect.gen(function* () {
      const { call } = yield* chain
      for (let at = 0; at < 4; at++) assert.match(yield* call, /^failed /)
      assert.strictEqual(yield* call, "answered")
      assert.lengthOf(requested, 5)
    })
  })

  it.effect.each(outages)("opens for 30 s after three times %s", ([, answer]) => {
    const { requested, chain } = make((count) => (count <= 3 ? answer : [row("a")]))
    return Effect.gen(function* () {
      const { call } = yield* chain
      for (let at = 0; at < 3; at++) assert.match(yield* call, /^failed /)
      assert.strictEqual(yield* call, "skipped first_unreachable")
      yield* TestClock.adjust("29999 millis")
      assert.strictEqual(yield* call, "skipped first_unreachable")
      assert.lengthOf(requested, 3)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* call, "answered")
    })
  })

  const between: ReadonlyArray<readonly [string, Answer, Duration.Input]> = [
    ["an answer", [row("a")], 0],
    ["a refusal", fault("first", "rate_limited"), "30 seconds"],
  ]
  it.effect.each(between)("counts outages in a row: %s between them begins a new one", ([, answer, pause]) => {
    const { requested, chain } = make((count) => (count === 3 ? answer : timeout))
    return Effect.gen(function* () {
      const { call } = yield* chain
      for (let at = 0; at < 3; at++) yield* call
      yield* TestClock.adjust(pause)
      for (let at = 0; at < 3; at++) yield* call
      assert.lengthOf(requested, 6)
      assert.strictEqual(yield* call, "skipped first_unreachable")
    })
  })
})

describe("cooldowns in a store that processes share", () => {
  const memory = Effect.map(
    Layer.build(Layer.fresh(CircuitBreaker.layerStoreMemory())),
    Context.get(CircuitBreaker.CircuitBreakerStore),
  )

  it.effect("are known to another process, without their cause", () =>
    Effect.gen(function* () {
      const store = share(yield* memory)
      const refused = make((count) => (count === 1 ? fault("first", "quota_exceeded", 60) : [row("a")]))
      const one = yield* Effect.provide(refused.chain, store)
      const two = yield* Effect.provide(refused.chain, store)
      yield* one.call
      assert.strictEqual(yield* two.call, "skipped first_rate_limited")
      assert.strictEqual(yield* one.call, "skipped first_quota_exceeded")
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* two.call, yield* one.call], ["answered", "answered"])
      const down = make(() => timeout)
      const three = yield* Effect.provide(down.chain, store)
      const four = yield* Effect.provide(down.chain, store)
      for (let at = 0; at < 3; at++) yield* three.call
      assert.strictEqual(yield* four.call, "skipped first_unreachable")
      assert.lengthOf(down.requested, 3)
    }),
  )

  it.effect("let through one probe of all processes", () =>
    Effect.gen(function* () {
      const store = share(yield* memory)
      const { requested, chain } = make((count) => (count === 1 ? fault("first", "rate_limited") : Effect.never))
      const [one, two] = [yield* Effect.provide(chain, store), yield* Effect.provide(chain, store)]
      yield* one.call
      yield* TestClock.adjust("30 seconds")
      const probe = yield* Effect.forkChild(two.call, { startImmediately: true })
      yield* Effect.yieldNow
      assert.strictEqual(yield* one.call, "skipped first_rate_limited")
      assert.lengthOf(requested, 2)
      yield* Fiber.interrupt(probe)
    }),
  )

  const lost = (method: Effect.Effect<never, CircuitBreaker.CircuitBreakerError>) => {
    let count = 0
    const counted = Effect.suspend(() => (count++, method))
    const layer = share({
      admit: () => counted,
      record: () => counted,
      state: () => counted,
    })
    return { layer, count: () => count }
  }
  const down = Effect.fail(
    new CircuitBreaker.CircuitBreakerError({
      reason: new CircuitBreaker.CircuitBreakerStoreError({ message: "down" }),
    }),
  )
  it.effect.each([
    ["is down", down],
    ["hangs", Effect.never],
    ["dies", Effect.die("bug")],
  ] as const)("that %s cost a call a second at most, and hold in this process", ([, method]) =>
    Effect.gen(function* () {
      const store = lost(method)
      const { requested, chain } = make((count) => (count === 1 ? fault("first", "rate_limited") : [row("a")]))
      const { call } = yield* Effect.provide(chain, store.layer)
      const fiber = yield* Effect.forkChild(call)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(fiber.pollUnsafe()?._tag, "Success")
      assert.strictEqual(yield* Fiber.join(fiber), "failed first_rate_limited")
      assert.strictEqual(yield* call, "skipped first_rate_limited")
      assert.deepStrictEqual([requested.length, store.count()], [1, 1])
      yield* TestClock.adjust("30 seconds")
      const again = yield* Effect.forkChild(call)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(again), "answered")
      assert.strictEqual(store.count(), 2)
    }),
  )

  it.effect("that was lost when a call began ignores that call's outcome", () =>
    Effect.gen(function* () {
      const recorded: Array<unknown> = []
      const store = share({
        admit: () => down,
        record: (options) => Effect.sync(() => (recorded.push(options), undefined)),
        state: () => down,
      })
      // A lost store is used again after 10 s.
      // clock: TestClock decides
      const { chain } = make(() => Effect.as(Effect.sleep("12 seconds"), [row("a")]))
      const { call } = yield* Effect.provide(chain, store)
      const fiber = yield* Effect.forkChild(call)
      yield* TestClock.adjust("12 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "answered")
      assert.lengthOf(recorded, 0)
    }).pipe(Effect.provide(Layer.orDie(Settings.layer({ search_timeout: "60 seconds" })))),
  )

  it.effect("that is slow uses up time of its provider, not of the following ones", () =>
    Effect.gen(function* () {
      const { chain } = make(() => Effect.never)
      const { call } = yield* Effect.provide(chain, lost(Effect.never).layer)
      const fiber = yield* Effect.forkChild(call)
      yield* TestClock.adjust("4950 millis")
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
    }),
  )

  it.effect("that is lost while a call runs delays no call: its outcome is ignored", () =>
    Effect.gen(function* () {
      const good = yield* memory
      const store = share({ ...good, record: () => Effect.never })
      const { chain } = make(() => [row("a")])
      const { call } = yield* Effect.provide(chain, store)
      const fiber = yield* Effect.forkChild(call)
      yield* TestClock.adjust("1 second")
      assert.isTrue(Option.isSome(Option.fromUndefinedOr(fiber.pollUnsafe())))
      assert.strictEqual(yield* Fiber.join(fiber), "answered")
    }),
  )
})
