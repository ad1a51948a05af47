import { assert, describe, it } from "@effect/vitest"
import { Conversation } from "@porthole/core"
import { Credentials } from "@porthole/stores"
import { StoredKeysSuite } from "@porthole/stores/testing"
import { ConfigProvider, Effect, Redacted } from "effect"

/** Keys in memory: the simplest possible store. */
const inMemory = Effect.sync((): Credentials.StoredKeys => {
  const keys = new Map<string, Redacted.Redacted>()
  const at = (tenant: string, provider: string) => JSON.stringify([tenant, provider])
  return {
    get: (tenant, provider) => Effect.sync(() => keys.get(at(tenant, provider))),
    set: (tenant, provider, key) => Effect.sync(() => void keys.set(at(tenant, provider), key)),
    remove: (tenant, provider) => Effect.sync(() => keys.delete(at(tenant, provider))),
    list: (tenant) =>
      Effect.sync(() =>
        Array.from(keys.keys())
          .flatMap((key): ReadonlyArray<string> => {
            const [owner, provider]: [string, string] = JSON.parse(key)
            return owner === tenant ? [provider] : []
          })
          .toSorted(),
      ),
  }
})

const tavily = { provider: "tavily", variable: "TAVILY_API_KEY" }

const found = (keys: Credentials.CredentialsShape, tenant: string, env: Record<string, string>) =>
  Effect.map(keys.find(tavily), (key) => (key === undefined ? undefined : Redacted.value(key))).pipe(
    Effect.provideService(Conversation.Conversation, { id: "1", tenant }),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
  )

describe("keys in memory", () => {
  for (const { name, run } of StoredKeysSuite.cases(inMemory)) it.effect(name, () => run)
})

describe("the key of a call", () => {
  const env = { TAVILY_API_KEY: " of-the-environment " }

  it.effect("is the environment's, without surrounding blanks, unless an argument replaces it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* found(yield* Credentials.Credentials, "default", env), "of-the-environment")
      assert.isUndefined(yield* found(yield* Credentials.Credentials, "default", { TAVILY_API_KEY: "  " }))
      assert.isUndefined(yield* found(yield* Credentials.Credentials, "default", {}))
    }),
  )

  it.effect("comes for `default` from the environment first, for a named tenant from the store first", () =>
    Effect.gen(function* () {
      const stored = yield* inMemory
      const keys = Credentials.withStored(stored)
      yield* stored.set("default", "tavily", Redacted.make("of-default"))
      yield* stored.set("acme", "tavily", Redacted.make("of-acme"))
      assert.strictEqual(yield* found(keys, "default", env), "of-the-environment")
      assert.strictEqual(yield* found(keys, "default", {}), "of-default")
      assert.strictEqual(yield* found(keys, "acme", env), "of-acme")
      assert.strictEqual(yield* found(keys, "other", env), "of-the-environment")
      assert.isUndefined(yield* found(keys, "other", {}))
    }),
  )

  it.effect("comes for `default` from the environment without waiting for the store", () =>
    Effect.gen(function* () {
      const keys = Credentials.withStored({ ...(yield* inMemory), get: () => Effect.never })
      assert.strictEqual(yield* found(keys, "default", env), "of-the-environment")
    }),
  )

  it.effect("isn't replaced by another key if the store can't be read", () =>
    Effect.gen(function* () {
      const broken = Effect.fail(new Credentials.CredentialsError({ message: "gone" }))
      const keys = Credentials.withStored({ ...(yield* inMemory), get: () => broken })
      const { message } = yield* Effect.flip(found(keys, "acme", env))
      assert.strictEqual(message, "gone")
      assert.strictEqual(yield* found(keys, "default", env), "of-the-environment")
    }),
  )
})
