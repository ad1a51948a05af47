import { assert, describe, it } from "vitest"
import { SharedStores } from "@porthole/core"
import { Effect, Exit, Layer, Redacted } from "effect"
import { inspect } from "node:util"
import { RedisStore } from "../src/index.ts"

describe("RedisStore.layer", () => {
  it("fails the layer for an invalid URL, and doesn't show it", async () => {
    const layer = RedisStore.layer({ url: Redacted.make("http://:hunter2@cache") })
    const exit = await Effect.runPromiseExit(Effect.scoped(Layer.build(layer)))
    assert.isTrue(Exit.isFailure(exit))
    assert.include(inspect(exit, { depth: 20 }), "redis_url")
    assert.notInclude(inspect(exit, { depth: 20, showHidden: true }), "hunter2")
  })

  it("needs no server to set the stores of robots.txt, turns and circuits", async () => {
    const layer = RedisStore.layer({ url: Redacted.make("redis://127.0.0.1:1") })
    const stores = Effect.all([SharedStores.RobotsStore, SharedStores.TurnStore, SharedStores.CircuitStore])
    const set = await Effect.runPromise(Effect.provide(stores, layer))
    assert.deepStrictEqual(
      set.map(({ _tag }) => _tag),
      ["Some", "Some", "Some"],
    )
  })
})
