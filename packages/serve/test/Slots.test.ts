import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { assert, describe, it } from "@effect/vitest"
import * as Slots from "../src/Slots.ts"

/** Takes slots for a tenant while it gets any; returns how many. */
const takeAll = Effect.fnUntraced(function* (slots: Slots.Slots, tenant: string) {
  let taken = 0
  while (yield* Effect.isSuccess(slots.take(tenant))) taken += 1
  return taken
})

describe("the slots", () => {
  it.effect("let one tenant take two thirds, and leave room for others", () =>
    Effect.gen(function* () {
      const slots = Slots.make(512)
      assert.strictEqual(yield* takeAll(slots, "acme"), 336)
      assert.isAbove(yield* takeAll(slots, "other"), 64)
      yield* slots.take("third")
    }).pipe(Effect.scoped),
  )

  it.effect("always have one for a tenant without any beside sixty greedy ones that give none back", () =>
    Effect.gen(function* () {
      const slots = Slots.make(512)
      for (let greedy = 0; greedy < 60; greedy++) {
        const taken = yield* takeAll(slots, `greedy ${greedy}`)
        assert.isAbove(taken, 0)
      }
      yield* slots.take("late")
    }).pipe(Effect.scoped),
  )

  it.effect("give back what a scope held, also after a failure, and no more", () =>
    Effect.gen(function* () {
      const slots = Slots.make(8)
      for (let times = 0; times < 20; times++) {
        const scope = yield* Scope.make()
        assert.strictEqual(yield* Scope.provide(takeAll(slots, "acme"), scope), 6)
        yield* Scope.close(scope, Exit.fail("a call failed"))
      }
    }),
  )

  it.effect("refuse the last one to a tenant that holds another", () =>
    Effect.gen(function* () {
      const slots = Slots.make(2)
      yield* slots.take("acme")
      assert.strictEqual((yield* Effect.flip(slots.take("acme")))._tag, "Busy")
      yield* slots.take("other")
      assert.strictEqual((yield* Effect.flip(slots.take("third")))._tag, "Busy")
    }).pipe(Effect.scoped),
  )
})
