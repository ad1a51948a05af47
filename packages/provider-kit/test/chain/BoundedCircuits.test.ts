/** The limit on circuits in memory. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Exit } from "effect"
import { CircuitBreaker } from "effect/persistence"
import * as BoundedCircuits from "../../src/chain/BoundedCircuits.ts"

it.effect("forgets the circuit that was used longest ago, and no other", () =>
  Effect.gen(function* () {
    const store = BoundedCircuits.boundedStore(2)
    const tripPolicy = CircuitBreaker.consecutive(1)
    const open = Effect.fnUntraced(function* (key: string) {
      const { generation } = yield* Effect.scoped(store.admit(key))
      yield* store.record({ key, generation, outcome: "Failure", tripPolicy, openFor: Duration.hours(1) })
    })
    const isOpen = (key: string) => Effect.map(Effect.exit(Effect.scoped(store.admit(key))), Exit.isFailure)
    yield* open("a")
    yield* open("b")
    assert.isTrue(yield* isOpen("a"))
    yield* open("c")
    assert.isTrue(yield* isOpen("c"))
    assert.strictEqual((yield* store.state("a"))._tag, "Open")
    assert.isFalse(yield* isOpen("b"))
  }),
)
