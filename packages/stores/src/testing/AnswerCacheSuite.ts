/** The contract of `PageCache` and `SearchCache`, which differ only in their values. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { AnswerCache } from "@porthole/core"
import { Contract } from "@porthole/testing"

/** The suite's input: an effect that opens a cache over one store, and two different answers. */
export interface AnswerCacheFixture<A> {
  /**
   * Opens a cache like a process does; its time to live is at least a minute. Each run opens another cache over the
   * same store.
   */
  readonly open: Effect.Effect<AnswerCache.AnswerCache<A>, never, Scope.Scope>
  readonly one: A
  readonly other: A
  /** Whether one cache finds the entries of another. */
  readonly isShared: boolean
}

/** The cases. Each uses new keys, so that a store may outlive the suite. */
export const cases = <A>(fixture: AnswerCacheFixture<A>): ReadonlyArray<Contract.Case> => {
  const test = testOver(fixture.open)
  return [...storedCases(test, fixture), ...callCases(test, fixture)]
}

// --- private --------------------------------------------------------------------------

type Test<A> = (
  name: string,
  run: (cache: AnswerCache.AnswerCache<A>, key: string) => Effect.Effect<void, Contract.BrokenContract, Scope.Scope>,
) => Contract.Case

const testOver =
  <A>(open: AnswerCacheFixture<A>["open"]): Test<A> =>
  (name, run) =>
    Contract.make(
      name,
      Effect.flatMap(open, (cache) => run(cache, `${name} ${(count += 1)}`)),
      Effect.scoped,
    )

/** Answers that are kept. */
const storedCases = <A>(
  test: Test<A>,
  { isShared, one, open, other }: AnswerCacheFixture<A>,
): ReadonlyArray<Contract.Case> => [
  test("finds nothing under an unknown key", (cache, key) => expectFound(cache, key, undefined, "nothing")),
  test("finds a stored value, fresh, and the later of two", (cache, key) =>
    Effect.gen(function* () {
      yield* cache.keep(key, one, patience)
      yield* expectFound(cache, key, one, "the answer")
      yield* cache.keep(key, other, patience)
      yield* expectFound(cache, key, other, "the later answer")
    })),
  test("never confuses two keys", (cache, key) =>
    Effect.gen(function* () {
      yield* cache.keep(key, one, patience)
      for (const near of [`${key} `, key.toUpperCase(), key.slice(1), `${key}\u0000`, `../${key}`, `${key}\n`]) {
        yield* expectFound(cache, near, undefined, JSON.stringify(near))
      }
    })),
  test("accepts keys of any text and of 8,192 characters", (cache, key) =>
    Effect.forEach(
      [`${key}${"k".repeat(8_192)}`, `${key}\ud800`, `${key}/../\u0000 *?`, `${key}é😀`],
      (odd) =>
        Effect.andThen(cache.keep(odd, one, patience), expectFound(cache, odd, one, JSON.stringify(odd.slice(0, 40)))),
      { discard: true },
    )),
  test(`${isShared ? "shares" : "doesn't share"} its values with the next cache over the store`, (cache, key) =>
    Effect.gen(function* () {
      yield* cache.keep(key, one, patience)
      yield* expectFound(yield* open, key, isShared ? one : undefined, "the next cache")
    })),
]

/** Calls that run at the same time. */
const callCases = <A>(test: Test<A>, { one, other }: AnswerCacheFixture<A>): ReadonlyArray<Contract.Case> => [
  test("runs one call of a key at a time, and a new one after its end", (cache, key) =>
    Effect.gen(function* () {
      let runs = 0
      const call = Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => {
          runs += 1
          return answer(one)
        }),
      )
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () => cache.once(key, call)),
        { concurrency: "unbounded" },
      )
      yield* Contract.expectEqual(
        outcomes,
        Array.from({ length: 20 }, () => answer(one)),
        "twenty answers",
      )
      yield* Contract.expectEqual(runs, 1, "one run")
      yield* cache.once(key, call)
      yield* Contract.expectEqual(runs, 2, "a second run")
    })),
  test("runs calls of different keys side by side", (cache, key) =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const waits = cache.once(`${key} a`, Effect.as(Deferred.await(gate), answer(one)))
      const opens = cache.once(`${key} b`, Effect.as(Deferred.succeed(gate, undefined), answer(other)))
      yield* Effect.all([waits, opens], { concurrency: 2 })
    })),
  test("continues a call for the remaining callers, and interrupts one that all have left", (cache, key) =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const call = Deferred.succeed(started, undefined).pipe(
        Effect.andThen(Deferred.await(gate)),
        Effect.as(answer(one)),
        Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined)),
      )
      yield* Contract.expect(!(yield* cache.isUnderWay(key)), "nothing is under way")
      const first = yield* Effect.forkScoped(cache.once(key, call))
      yield* Deferred.await(started)
      yield* Contract.expect(yield* cache.isUnderWay(key), "the call is under way")
      const second = yield* Effect.forkScoped(cache.once(key, call), { startImmediately: true })
      yield* Fiber.interrupt(first)
      yield* Contract.expect(!(yield* Deferred.isDone(interrupted)), "the second still waits")
      yield* Fiber.interrupt(second)
      yield* Deferred.await(interrupted)
      yield* Contract.expect(!(yield* cache.isUnderWay(key)), "the call has ended")
    })),
]

const expectFound = <A>(cache: AnswerCache.AnswerCache<A>, key: string, expected: A | undefined, expectation: string) =>
  Effect.flatMap(cache.find(key, patience), (found) =>
    Contract.expectEqual(found, expected === undefined ? undefined : { value: expected, isFresh: true }, expectation),
  )

const answer = <A>(value: A): AnswerCache.Shared<A> => ({
  exit: Exit.succeed({ value, cached: false }),
  endsAt: 0,
  isTimedOut: false,
})

let count = 0

/** Long enough for any store that answers, in ms. */
const patience = 10_000
