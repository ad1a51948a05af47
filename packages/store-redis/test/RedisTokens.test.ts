import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { RedisTokens } from "../src/index.ts"
import { serve } from "./support/silentServer.ts"
import { urlOf } from "./support/store.ts"

describe("access tokens on a server that is slow", () => {
  it.effect("are read, within the limit of a reply", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<() => void>()
      const { port } = yield* serve((socket) =>
        socket.on("data", (chunk) => {
          const answer = () => void socket.write("*0\r\n")
          if (chunk.includes("PING")) socket.write("+PONG\r\n")
          else Deferred.doneUnsafe(requested, Effect.succeed(answer))
        }),
      )
      const tokens = yield* RedisTokens.make({ url: urlOf(port), replyTimeout: "5 seconds" })
      const list = yield* Effect.forkChild(tokens.list)
      const answer = yield* Deferred.await(requested)
      yield* TestClock.adjust("4 seconds")
      answer()
      assert.deepStrictEqual(yield* Fiber.join(list), [])
    }).pipe(Effect.scoped),
  )
})
