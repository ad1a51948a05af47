/** Tests keys on a server that never answers. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { RedisKeys } from "../src/index.ts"
import { serve } from "./support/silentServer.ts"
import { urlOf } from "./support/store.ts"

describe("keys on a server that accepts and never answers", () => {
  const patient = { connectTimeout: "1 hour", replyTimeout: "1 hour" } as const

  it.live("can't be looked up, which fails soon, with any connection timeout", () =>
    Effect.gen(function* () {
      const { port } = yield* serve(() => {})
      const keys = yield* RedisKeys.make({ url: urlOf(port), ...patient })
      for (let at = 0; at < 20; at++) {
        const error = yield* Effect.flip(keys.get("default", "tavily"))
        assert.propertyVal(error, "message", "The Redis that stores the keys didn't answer.")
      }
    }),
  )
})
