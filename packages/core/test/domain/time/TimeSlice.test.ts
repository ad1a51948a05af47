import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Conversation } from "../../../src/domain/Conversation.ts"
import * as TimeSlice from "../../../src/domain/time/TimeSlice.ts"

/** Work of some slices, which writes its name into a log at the beginning of each. */
const work = (log: Array<string>, name: string, slices: number, tenant = "default"): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (let slice = 0; slice < slices; slice++) {
      log.push(name)
      yield* TimeSlice.next
    }
  }).pipe(Effect.provideService(Conversation, { id: name, tenant }))

describe("slices of time", () => {
  it("run one per round of the event loop, however much work there is", async () => {
    const log: Array<string> = []
    // `forever` yields after each time.
    const rounds = Effect.forever(Effect.sync(() => log.push("|")))
    const all = Effect.forEach(Array.from({ length: 20 }).keys(), () => work(log, "x", 4), { concurrency: "unbounded" })
    await Effect.runPromise(Effect.race(all, rounds))
    const [first = "", ...others] = log.join("").split("|")
    assert.strictEqual(first + others.join(""), "x".repeat(80))
    // Each has its first slice when it begins.
    assert.isTrue(others.every((slices) => slices.length <= 1))
  })

  it("go to tenants in turns, so that the work of one doesn't slow down another's", async () => {
    const log: Array<string> = []
    const crowd = Array.from({ length: 50 }, () => work(log, "a", 4, "A"))
    await Effect.runPromise(Effect.all([...crowd, work(log, "b", 4, "B")], { concurrency: "unbounded" }))
    const later = log.slice(51)
    assert.isBelow(later.lastIndexOf("b"), 8)
    assert.lengthOf(later, 150 + 3)
  })

  it("are forgotten with their work", async () => {
    const log: Array<string> = []
    await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = yield* Effect.forEach(["a", "b", "c"], (name) => Effect.forkChild(work(log, name, 1_000)))
        yield* Effect.yieldNow
        yield* Fiber.interruptAll(fibers)
        const before = log.length
        yield* work(log, "d", 3)
        assert.deepStrictEqual(log.slice(before), ["d", "d", "d"])
      }),
    )
  })

  it("hold a bounded part of a list, and a long list's last one nothing else", async () => {
    let round = 0
    const rounds = Effect.forever(Effect.sync(() => round++))
    const list = Array.from({ length: 25 }, (_, n) => n)
    const mapped = TimeSlice.map(
      list,
      () => TimeSlice.length / 4,
      (n) => ({ n, round }),
    )
    const both = Effect.map(mapped, (seen) => ({ seen, after: round }))
    const { after, seen } = await Effect.runPromise(Effect.race(both, rounds))
    const counts = Array.from(Map.groupBy(seen, (each) => each.round).values(), ({ length }) => length)
    assert.deepStrictEqual(counts, [4, 4, 4, 4, 4, 4, 1])
    assert.isAbove(after, seen.at(-1)?.round ?? after)
    assert.deepStrictEqual(
      seen.map(({ n }) => n),
      list,
    )
    assert.deepStrictEqual(
      Effect.runSync(
        TimeSlice.map(
          list,
          () => 1,
          (n, at) => n - at,
        ),
      ),
      list.map(() => 0),
    )
  })

  it("end after a bounded amount of work", () => {
    const slice = TimeSlice.begin()
    assert.isFalse(slice.spend(TimeSlice.length - 1))
    assert.isTrue(slice.spend(1))
    assert.isFalse(slice.spend(1))
    assert.isTrue(slice.spend(100 * TimeSlice.length))
  })
})
