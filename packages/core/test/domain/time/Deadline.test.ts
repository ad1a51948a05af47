import { assert, describe, it } from "@effect/vitest"
import { Deadline } from "@porthole/core"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const late = { orElse: () => Effect.succeed("late") }

/** The outcome of a call after a time. */
const after = (time: Duration.Input, call: Effect.Effect<string>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(call, { startImmediately: true })
    yield* TestClock.adjust(time)
    return fiber.pollUnsafe() === undefined ? "running" : yield* Fiber.join(fiber)
  })

describe("a part with time of its own", () => {
  // clock: TestClock decides
  const part = Deadline.ownTime(Effect.as(Effect.sleep(300), "read"), { duration: 500, ...late })
  const nested = (inner: Effect.Effect<string>) =>
    Deadline.within(Deadline.within(inner, { duration: 100, ...late }), { duration: 200, ...late })

  it.effect("isn't ended by the deadlines around it", () =>
    Effect.map(after(300, nested(part)), (outcome) => assert.strictEqual(outcome, "read")),
  )

  it.effect("has a limit of its own", () =>
    Effect.map(after(500, nested(Deadline.ownTime(Effect.never, { duration: 500, ...late }))), (outcome) =>
      assert.strictEqual(outcome, "late"),
    ),
  )

  it.effect("leaves the deadline to the rest of the call: each part counts once", () =>
    Effect.gen(function* () {
      const call = nested(Effect.andThen(Effect.andThen(part, part), Effect.never))
      assert.strictEqual(yield* after(1_099, call), "running")
      assert.strictEqual(yield* after(1_100, call), "late")
    }),
  )

  it.effect("gives no time to calls beside it", () =>
    Effect.gen(function* () {
      const other = Deadline.within(Effect.never, { duration: 100, ...late })
      const both = Effect.all([nested(part), other], { concurrency: "unbounded" })
      assert.strictEqual(
        yield* after(
          300,
          Effect.map(both, (ends) => ends.join()),
        ),
        "read,late",
      )
    }),
  )
})

describe("a deadline that stands still", () => {
  // clock: TestClock decides
  const wait = (ms: number, next: Effect.Effect<string>) =>
    Deadline.standing((goOn) => Effect.andThen(Effect.andThen(Effect.sleep(ms), goOn), next))
  const nested = (inner: Effect.Effect<string>) =>
    Deadline.within(Deadline.within(inner, { duration: 100, ...late }), { duration: 200, ...late })

  it.effect("leaves the time before the wait and after it, however long that is", () =>
    Effect.gen(function* () {
      // clock: TestClock decides
      const call = nested(Effect.andThen(Effect.sleep(40), wait(500, wait(30, Effect.never))))
      assert.strictEqual(yield* after(629, call), "running")
      assert.strictEqual(yield* after(630, call), "late")
    }),
  )

  it.effect("counts a wait that is over when it would have ended", () =>
    Effect.gen(function* () {
      const call = nested(wait(50, Effect.never))
      assert.strictEqual(yield* after(149, call), "running")
      assert.strictEqual(yield* after(150, call), "late")
    }),
  )

  it.effect("tells how much time is left after the wait", () =>
    Effect.gen(function* () {
      const left = Effect.map(Deadline.timeLeft(Duration.millis(1_000)), String)
      assert.strictEqual(yield* after(500, nested(wait(500, left))), "100")
    }),
  )

  it.effect("goes on when the wait is interrupted", () =>
    Effect.gen(function* () {
      // clock: TestClock decides
      const waits = Effect.timeoutOption(wait(10_000, Effect.never), 50)
      const call = nested(Effect.andThen(waits, Effect.never))
      assert.strictEqual(yield* after(149, call), "running")
      assert.strictEqual(yield* after(150, call), "late")
    }),
  )
})

describe("the time that is left", () => {
  const left = Deadline.timeLeft(Duration.millis(500))

  it.effect("is that of the nearer end, and never none", () =>
    Effect.gen(function* () {
      const within = (millis: number) => Effect.provideService(left, Deadline.Deadline, Deadline.at(millis, undefined))
      assert.deepStrictEqual(yield* Effect.all([left, within(400), within(600), within(0)]), [500, 400, 500, 1])
    }),
  )

  it.effect("ends earlier for a part with a reserve", () =>
    Effect.gen(function* () {
      const outer = yield* Deadline.Deadline
      const nearer = yield* Deadline.withNearer(Deadline.Deadline, Duration.millis(500), 200)
      assert.deepStrictEqual([nearer.endsAt, nearer.outer === outer], [300, true])
    }),
  )
})
