/** Tests what an operator reads at the start about the Redis of `redis_url`. */
import { assert, describe, it } from "@effect/vitest"
import { Data, Effect, Layer, Option } from "effect"
import * as Stores from "../../src/node/Stores.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

class NoReply extends Data.TaggedError("NoReply") {}

const unused = () => Promise.reject(new Error("Not loaded."))

/** The sentence where the Redis answers a question so. */
const adviceWhen = (answer: Effect.Effect<boolean, unknown>, settings: ToolSettings.Input) =>
  Stores.silenceAdvice({
    diskStore: unused,
    keyFile: unused,
    redisStore: unused,
    redisKeys: unused,
    redisEviction: unused,
    redisPersistence: () => Promise.resolve({ isAppended: () => answer }),
  }).pipe(Effect.map(Option.getOrUndefined), Effect.provide(Layer.orDie(ToolSettings.layer(settings))))

describe("an operator who starts a server", () => {
  const redis = { redis_url: "redis://127.0.0.1:1" }

  it.effect("reads that the Redis doesn't answer", () =>
    Effect.gen(function* () {
      const silent = Effect.fail({ cause: new NoReply() })
      assert.match((yield* adviceWhen(silent, redis)) ?? "", /^The Redis of PORTHOLE_REDIS_URL doesn't answer\./)
      assert.isUndefined(yield* adviceWhen(silent, {}))
    }),
  )

  it.effect("reads nothing of a Redis that answers, or refuses the question", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* adviceWhen(Effect.succeed(false), redis))
      assert.isUndefined(yield* adviceWhen(Effect.fail({ cause: new Error("NOPERM") }), redis))
    }),
  )
})
