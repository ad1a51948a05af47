import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as UseCount from "../src/UseCount.ts"

it.effect("the conversation that was used longest ago is dropped to limit memory", () =>
  Effect.sync(() => {
    const uses = UseCount.make(1)
    const take = (n: number) => uses.take({ id: String(n), tenant: "default" }) !== undefined
    for (let n = 0; n < UseCount.maxConversations; n++) assert.isTrue(take(n))
    assert.isFalse(take(0))
    assert.isTrue(take(UseCount.maxConversations))
    assert.deepStrictEqual([take(0), take(1)], [false, true])
  }),
)
