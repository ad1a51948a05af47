/** Tests the settings of the server. */
import { assert, describe, it } from "@effect/vitest"
import { SettingSet } from "@porthole/core"
import { ConfigProvider, Effect } from "effect"
import * as ServerSettings from "../../src/settings/ServerSettings.ts"

const made = (env: Record<string, string>) =>
  SettingSet.decode(ServerSettings.table, {}).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
  )

describe("the address to listen on", () => {
  it.effect.each([
    ["127.0.0.1:8710", { host: "127.0.0.1", port: 8_710 }],
    ["[::1]:0", { host: "::1", port: 0 }],
    ["LOCALHOST:80", { host: "127.0.0.1", port: 80 }],
  ] as const)("%s is read", ([text, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* made({ PORTHOLE_LISTEN: text })).listen, expected)
    }),
  )

  it.effect.each(["example.com:80", "127.0.0.1:99999", "127.0.0.1", "[::1:80", ":80"])(
    "%s is refused, because DNS would have to resolve it, or it is no address with a port",
    (text) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(made({ PORTHOLE_LISTEN: text }))
        assert.match(message, /^PORTHOLE_LISTEN can't be used: expected `address:port`/)
      }),
  )
})
