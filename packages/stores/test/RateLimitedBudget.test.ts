/** Tests the budget under a test clock: the bucket, its queue, and the uses of a conversation. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Deadline, RequestBudget, Settings } from "@porthole/core"
import { RequestBudgetSuite } from "@porthole/stores/testing"
import { Duration, Effect, Exit, Fiber, Layer, Metric } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import * as RateLimitedBudget from "../src/RateLimitedBudget.ts"

const memory = RateLimiter.layerStoreMemory

const budget = (settings: Settings.SettingsInput = {}, store: Layer.Layer<RateLimiter.RateLimiterStore> = memory) =>
  Layer.fresh(RateLimitedBudget.layer).pipe(
    Layer.provide(Layer.fresh(store)),
    Layer.provide(Layer.orDie(Settings.layer(settings))),
  )

const as = (id: string, tenant = "default") => Effect.provideService(Conversation.Conversation, { id, tenant })

/** Spends with a deadline so many ms ahead of the test's clock. */
const spendWithin = (millis: number) =>
  Effect.flatMap(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now) =>
      Effect.provideService(
        RequestBudget.RequestBudget.use(({ spend }) => spend),
        Deadline.Deadline,
        Deadline.at(now + millis),
      ),
  )

const wireOf = <A, E extends { readonly wire: unknown }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

const spendTimes = <E, R>(count: number, spend: Effect.Effect<void, E, R>) =>
  Effect.forEach(times(count), () => spend, { discard: true })

const times = (count: number) => Array.from({ length: count }, (_, n) => n)

describe("the metrics", () => {
  it.effect.each([
    [{ max_requests_per_minute: 2 }, [2, 2, 0]],
    [{ max_uses: 3 }, [3, 0, 1]],
  ] as const)("count what was admitted and what wasn't: %j", ([settings, expected]) =>
    Effect.gen(function* () {
      const counts = Effect.forEach(["admitted", "rate_limited", "budget_exceeded"], (outcome) =>
        Metric.value(Metric.withAttributes(RateLimitedBudget.requests, { outcome })),
      )
      const before = yield* counts
      const spend = spendWithin(0).pipe(as("counted"))
      yield* spendTimes(4, Effect.exit(spend).pipe(Effect.asVoid))
      const after = yield* counts
      const grown = after.map(({ count }, at) => count - (before[at]?.count ?? 0))
      assert.deepStrictEqual<unknown>(grown, expected)
    }).pipe(Effect.provide(budget(settings))),
  )
})

describe("the bucket", () => {
  it.effect("holds 30 requests and gains one every two seconds", () =>
    Effect.gen(function* () {
      yield* spendTimes(30, spendWithin(0))
      yield* TestClock.adjust("1999 millis")
      assert.deepInclude(yield* wireOf(spendWithin(0)), { error: "rate_limited", retry_after: 1 })
      yield* TestClock.adjust("1 millis")
      yield* spendWithin(0)
      assert.deepInclude(yield* wireOf(spendWithin(0)), { error: "rate_limited", retry_after: 2 })
      yield* TestClock.adjust("10 minutes")
      yield* spendTimes(30, spendWithin(0))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(spendWithin(0))))
    }).pipe(Effect.provide(budget())),
  )

  it.effect("is one for each conversation, of any tenant", () =>
    Effect.gen(function* () {
      yield* spendWithin(0).pipe(as("one", "a"))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(spendWithin(0).pipe(as("one", "a")))))
      yield* spendWithin(0).pipe(as("two", "a"))
      yield* spendWithin(0).pipe(as("one", "b"))
    }).pipe(Effect.provide(budget({ max_requests_per_minute: 1 }))),
  )

  it.effect("is one for each tenant by setting", () =>
    Effect.gen(function* () {
      yield* spendWithin(0).pipe(as("one", "a"))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(spendWithin(0).pipe(as("two", "a")))))
      yield* spendWithin(0).pipe(as("one", "b"))
    }).pipe(Effect.provide(budget({ max_requests_per_minute: 1, rate_limit_by: "tenant" }))),
  )
})

describe("a team with one token", () => {
  it.effect.each(["conversation", "tenant"] as const)("reads which limit is reached, and that it's its %s's", (owner) =>
    Effect.gen(function* () {
      yield* spendWithin(0)
      const wire = yield* wireOf(spendWithin(0))
      const message = `This ${owner}'s limit of 1 searches and fetches a minute (max_requests_per_minute) is reached.`
      assert.include(JSON.stringify(wire), message)
    }).pipe(Effect.provide(budget({ max_requests_per_minute: 1, rate_limit_by: owner }))),
  )
})

describe("the queue", () => {
  it.effect("holds a call whose turn comes before its deadline, and no other", () =>
    Effect.gen(function* () {
      yield* spendTimes(30, spendWithin(0))
      // With a turn every 2 s and a deadline of 20 s, nine of a hundred get their turn in time.
      const calls = yield* Effect.forEach(times(100), () =>
        Effect.forkChild(Effect.exit(spendWithin(20_000)), { startImmediately: true }),
      )
      yield* TestClock.adjust(1)
      const refused = calls.filter((call) => call.pollUnsafe() !== undefined)
      assert.lengthOf(refused, 91)
      yield* TestClock.adjust("20 seconds")
      const exits = yield* Effect.forEach(calls, Fiber.join)
      assert.deepStrictEqual(
        exits.flatMap((exit, n) => (Exit.isSuccess(exit) ? [n] : [])),
        times(9),
      )
    }).pipe(Effect.provide(budget())),
  )

  it.effect("reports the wait in its error", () =>
    Effect.gen(function* () {
      yield* spendTimes(30, spendWithin(0))
      yield* Effect.forEach(times(4), () => Effect.forkChild(spendWithin(20_000), { startImmediately: true }))
      yield* TestClock.adjust(1)
      assert.deepInclude(yield* wireOf(spendWithin(5_000)), { error: "rate_limited", retry_after: 10 })
    }).pipe(Effect.provide(budget())),
  )

  it.effect("continues when a caller leaves it", () =>
    Effect.gen(function* () {
      yield* spendTimes(30, spendWithin(0))
      const calls = yield* Effect.forEach(times(3), () =>
        Effect.forkChild(spendWithin(20_000), { startImmediately: true }),
      )
      yield* TestClock.adjust(1)
      const [first, second, third] = calls
      if (first === undefined || second === undefined || third === undefined) return assert.fail()
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("2 seconds")
      assert.isDefined(second.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      assert.isDefined(third.pollUnsafe())
    }).pipe(Effect.provide(budget())),
  )

  it.effect("stays in order when a token arrives sooner than its head expected", () => {
    let tokens = 0
    const early = storeOf(() => Effect.sync(() => [tokens > 0 ? --tokens : -1, 0] as const))
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(spendWithin(20_000), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      tokens = 1
      const second = yield* Effect.forkChild(spendWithin(20_000), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      assert.isDefined(first.pollUnsafe())
      assert.isUndefined(second.pollUnsafe())
      tokens = 1
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(second)
    }).pipe(Effect.provide(budget({}, early)))
  })

  it.effect("lets only its head query the store", () => {
    let requested = 0
    const empty = storeOf(() => Effect.sync(() => (requested++, [-1, 0] as const)))
    return Effect.gen(function* () {
      yield* Effect.forkChild(spendWithin(60_000), { startImmediately: true })
      yield* TestClock.adjust(1)
      const before = requested
      yield* Effect.forEach(times(9), () => Effect.forkChild(spendWithin(60_000), { startImmediately: true }))
      yield* TestClock.adjust(1)
      assert.strictEqual(requested, before)
    }).pipe(Effect.provide(budget({}, empty)))
  })

  it.effect("loses its head as soon as other calls' tokens make it too late", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(wireOf(spendWithin(3_000)), { startImmediately: true })
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isDefined(call.pollUnsafe())
      assert.deepInclude(yield* Fiber.join(call), { error: "rate_limited", retry_after: 2 })
    }).pipe(
      Effect.provide(
        budget(
          {},
          storeOf(() => Effect.succeed([-1, 0])),
        ),
      ),
    ),
  )

  it.effect("admits all immediately while there are tokens, with any delay of the store", () => {
    let tokens = 30
    const slow = storeOf(() =>
      // clock: TestClock decides
      Effect.delay(
        Effect.sync(() => [--tokens, 0] as const),
        "10 millis",
      ),
    )
    return Effect.gen(function* () {
      const calls = yield* Effect.forEach(times(30), () =>
        Effect.forkChild(spendWithin(1_000), { startImmediately: true }),
      )
      yield* TestClock.adjust("10 millis")
      yield* Effect.forEach(calls, Fiber.join)
    }).pipe(Effect.provide(budget({}, slow)))
  })
})

describe("max_uses", () => {
  it.effect("are a conversation's total", () =>
    Effect.gen(function* () {
      yield* spendTimes(3, spendWithin(0).pipe(as("one")))
      yield* TestClock.adjust("1 day")
      assert.deepInclude(yield* wireOf(spendWithin(0).pipe(as("one"))), { error: "budget_exceeded" })
      yield* spendWithin(0).pipe(as("two"))
      yield* spendWithin(0).pipe(as("one", "another tenant"))
    }).pipe(Effect.provide(budget({ max_uses: 3 }))),
  )

  it.effect("aren't used up by a rejected or abandoned request", () =>
    Effect.gen(function* () {
      yield* spendWithin(0)
      assert.deepInclude(yield* wireOf(spendWithin(0)), { error: "rate_limited" })
      const waiting = yield* Effect.forkChild(spendWithin(120_000), { startImmediately: true })
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(waiting)
      yield* TestClock.adjust("1 minute")
      yield* spendWithin(0)
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* wireOf(spendWithin(0)), { error: "budget_exceeded" })
    }).pipe(Effect.provide(budget({ max_uses: 2, max_requests_per_minute: 1 }))),
  )
})

describe("a store that is lost", () => {
  const down = new RateLimiter.RateLimiterError({
    reason: new RateLimiter.RateLimitStoreError({ message: "down", cause: "x" }),
  })

  it.effect("is replaced by a bucket of this process", () =>
    Effect.gen(function* () {
      yield* spendTimes(30, spendWithin(0))
      assert.deepInclude(yield* wireOf(spendWithin(0)), { error: "rate_limited" })
    }).pipe(
      Effect.provide(
        budget(
          {},
          storeOf(() => Effect.fail(down)),
        ),
      ),
    ),
  )

  it.effect("that hangs costs one second for each of three calls, then nothing for a while", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(
        Effect.forEach(times(30), () => spendWithin(20_000), { discard: true }),
        { startImmediately: true },
      )
      yield* TestClock.adjust("3 seconds")
      assert.isDefined(call.pollUnsafe())
    }).pipe(
      Effect.provide(
        budget(
          {},
          storeOf(() => Effect.never),
        ),
      ),
    ),
  )

  it.effect("is used again later", () => {
    let requested = 0
    const flaky = storeOf(() => (++requested <= 3 ? Effect.fail(down) : Effect.succeed([29, 0] as const)))
    return Effect.gen(function* () {
      yield* spendTimes(5, spendWithin(0))
      assert.strictEqual(requested, 3)
      yield* TestClock.adjust(Duration.seconds(10))
      yield* spendWithin(0)
      assert.strictEqual(requested, 4)
    }).pipe(Effect.provide(budget({}, flaky)))
  })
})

it.effect("a turn must leave a call enough time to use it", () =>
  Effect.gen(function* () {
    yield* spendTimes(30, spendWithin(0))
    // The next token comes in two seconds: too late for a call of two and a half, in time for one of three.
    assert.deepInclude(yield* wireOf(RequestBudget.spend(Duration.millis(2_500))), { error: "rate_limited" })
    const call = yield* Effect.forkChild(RequestBudget.spend(Duration.seconds(3)), { startImmediately: true })
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(call)
  }).pipe(Effect.provide(budget())),
)

it.effect("a budget may have time of its own", () =>
  Effect.gen(function* () {
    const timeout = Duration.millis(200)
    // clock: TestClock decides
    const spend = Deadline.ownTime(Effect.sleep("400 millis"), { duration: 600, orElse: () => Effect.void })
    const call = yield* Deadline.within(Effect.as(RequestBudget.spend(timeout), "paid"), {
      duration: timeout,
      orElse: () => Effect.succeed("timed out"),
    }).pipe(Effect.provideService(RequestBudget.RequestBudget, { spend }), Effect.forkChild({ startImmediately: true }))
    yield* TestClock.adjust("400 millis")
    assert.strictEqual(yield* Fiber.join(call), "paid")
  }),
)

it.effect("a call without a budget is unlimited", () => spendTimes(1_000, RequestBudget.spend(Duration.seconds(1))))

function storeOf(
  tokenBucket: RateLimiter.RateLimiterStore["Service"]["tokenBucket"],
): Layer.Layer<RateLimiter.RateLimiterStore> {
  return Layer.succeed(
    RateLimiter.RateLimiterStore,
    RateLimiter.RateLimiterStore.of({
      tokenBucket,
      fixedWindow: () => Effect.die("unused"),
      adaptiveConsume: () => Effect.die("unused"),
      adaptiveFeedback: () => Effect.die("unused"),
    }),
  )
}

describe.each<readonly [string, Settings.SettingsInput]>([
  ["by requests a minute", { max_requests_per_minute: 5 }],
  ["by uses", { max_requests_per_minute: 1_000, max_uses: 5 }],
])("the contract of RequestBudget %s", (_, settings) => {
  for (const { name, run } of RequestBudgetSuite.cases({ layer: budget(settings) })) it.effect(name, () => run)
})
