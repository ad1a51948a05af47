/** What rankings of one text share, and for how long. */
import { assert, describe, it } from "@effect/vitest"
import { HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Conversation from "../../src/domain/Conversation.ts"
import * as TimeSlice from "../../src/domain/time/TimeSlice.ts"
import * as Passages from "../../src/passages/Passages.ts"

const text = HostileTexts.usual(2 * TimeSlice.length)

const rank = (question: string, tenant = "a", withTargets = false) =>
  Passages.rank({ text, mainLength: text.length }, question, withTargets).pipe(
    Effect.provideService(Conversation.Conversation, { id: tenant, tenant }),
  )

const atOnce = { concurrency: "unbounded" } as const

describe("rankings of a long text", () => {
  it.effect("share its index while they work at the same time, whatever they ask", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([rank("when does the ferry leave"), rank("word17 word18")], atOnce)
      assert.strictEqual(one.index, other.index)
      assert.notDeepEqual(one.order, other.order)
    }),
  )

  it.effect("share nothing later, with another tenant, or with other targets", () =>
    Effect.gen(function* () {
      const first = yield* rank("when does the ferry leave")
      const others = yield* Effect.all(
        [
          rank("when does the ferry leave"),
          rank("when does the ferry leave", "b"),
          rank("when does the ferry leave", "a", true),
        ],
        atOnce,
      )
      assert.lengthOf(new Set([first, ...others].map(({ index }) => index)), 4)
      for (const { order } of others.slice(0, 2)) assert.deepStrictEqual(order, first.order)
    }),
  )

  it.effect("go on when the one that began leaves", () =>
    Effect.gen(function* () {
      const begun = yield* Effect.forkChild(rank("when does the ferry leave"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(rank("word17 word18"), { startImmediately: true })
      yield* Fiber.interrupt(begun)
      assert.isAbove((yield* Fiber.join(waiting)).order.length, 0)
    }),
  )
})
