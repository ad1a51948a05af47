/** How much text is worked on at once. The memory that this saves is measured in `TextWork.memory.long.test.ts`. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as Conversation from "../../src/domain/Conversation.ts"
import * as TextWork from "../../src/passages/TextWork.ts"

const as = (tenant: string) => Effect.provideService(Conversation.Conversation, { id: tenant, tenant })

describe("work on whole texts", () => {
  it.effect("has at most so many characters under way, leaves room for others, and tells what gets no turn", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let underWay = 0
      const work = (length: number) =>
        Effect.acquireUseRelease(
          Effect.sync(() => (underWay += length)),
          () => Deferred.await(gate),
          () => Effect.sync(() => (underWay -= length)),
        ).pipe(TextWork.hold(length))
      const begin = (tenant: string, length: number) =>
        Effect.forkChild(as(tenant)(work(length)), { startImmediately: true })
      const flood = yield* Effect.forEach(Array.from({ length: 40 }), () => begin("flood", 1_000_000))
      assert.isAtMost(underWay, TextWork.maxCharacters - TextWork.maxCharacters / 8)
      assert.isAtLeast(underWay, 2_000_000)
      const before = underWay
      const other = yield* begin("other", 500_000)
      assert.strictEqual(underWay, before + 500_000)
      yield* TestClock.adjust(TextWork.maxWait)
      const refused = flood.filter((fiber) => fiber.pollUnsafe() !== undefined)
      assert.lengthOf(refused, 40 - before / 1_000_000)
      const { wire } = yield* Effect.flip(Fiber.join(refused[0] ?? other))
      assert.deepInclude(wire, {
        error: "rate_limited",
        reason: "overloaded",
        retry_after: Duration.toSeconds(TextWork.maxWait),
      })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(other)
    }),
  )

  it.effect("may contain work on a part, which waits for nobody", () =>
    Effect.gen(function* () {
      const part = TextWork.hold(TextWork.maxCharacters)(Effect.succeed("done"))
      assert.strictEqual(yield* TextWork.hold(TextWork.maxCharacters)(part), "done")
    }),
  )
})
