import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SigningKey } from "../../src/index.ts"

describe("SigningKey", () => {
  it("has the thumbprint of RFC 8037, appendix A.3", () => {
    assert.strictEqual(
      SigningKey.thumbprintOf("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"),
      "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    )
  })

  it.effect("never has a thumbprint that a command takes for an option", () =>
    Effect.gen(function* () {
      for (let made = 0; made < 1_000; made++) assert.notMatch((yield* SigningKey.generate).kid, /^-/)
    }),
  )

  it.effect("is published without its private part, the signing one first", () =>
    Effect.gen(function* () {
      const keys = [yield* SigningKey.generate, yield* SigningKey.generate]
      const { keys: published } = SigningKey.directoryOf(keys)
      assert.deepStrictEqual(
        published.map(({ kid }) => kid),
        keys.map(({ kid }) => kid),
      )
      for (const key of published) assert.notProperty(key, "d")
      for (const { d } of keys) assert.notInclude(JSON.stringify(published), d)
      assert.notStrictEqual(keys[0]?.x, keys[1]?.x)
    }),
  )
})
