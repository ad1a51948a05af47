/** Tests that a setting of the composition is bounded, and that a failure never shows its value. */
import { assert, describe, it } from "@effect/vitest"
import { SettingSet } from "@porthole/core"
import { ConfigProvider, Effect, Redacted } from "effect"
import { inspect } from "node:util"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const made = (config: ToolSettings.Input, env: Record<string, string>) =>
  SettingSet.decode(ToolSettings.table, config).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
  )

describe("a setting of the composition", () => {
  it.effect.each([
    [{ PORTHOLE_KEY_STORE: "disk" }, "PORTHOLE_KEY_STORE", "`file`, `redis`"],
    [{ PORTHOLE_REDIS_URL: "redis://:SECRET@cache:99999" }, "PORTHOLE_REDIS_URL", "redis://"],
    [{ PORTHOLE_REDIS_URL: "redis://:SECRET%zz@cache" }, "PORTHOLE_REDIS_URL", "redis://"],
    // Each half of the character's UTF-8 bytes is invalid by itself, and the store would fail on it.
    [{ PORTHOLE_REDIS_URL: "redis://SECRET%E2:%82%AC@cache" }, "PORTHOLE_REDIS_URL", "redis://"],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://me:SECRET@a.test/" },
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "without credentials",
    ],
  ] as const)("that is out of bounds fails with its name and bounds, never its value: %j", ([env, name, bounds]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(made({}, env))
      assert.include(message, name)
      assert.include(message, bounds)
      assert.notMatch(message, /SECRET/)
    }),
  )

  it.effect("comes from the config, else from the environment under its variable, else from the default", () =>
    Effect.gen(function* () {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://a.test/otlp", PORTHOLE_REDIS_URL: "redis://:SECRET@cache" }
      const settings = yield* made({ key_store: "redis" }, env)
      assert.strictEqual(settings.otlp_endpoint, "https://a.test/otlp")
      assert.strictEqual(settings.key_store, "redis")
      assert.isFalse(settings.mcp_structured)
      assert.isTrue(Redacted.isRedacted(settings.redis_url))
      assert.notInclude(inspect(settings), "SECRET")
    }),
  )
})
