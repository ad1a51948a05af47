/** Tests the doctor's advice in a network whose only way out is a proxy. */
import { assert, describe, it } from "@effect/vitest"
import { type Network, WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Layer } from "effect"
import * as NetworkCheck from "../../src/checks/NetworkCheck.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const noNames = Doubles.resolver({})
const names = Doubles.resolver({ "example.com": ["93.184.216.34"] })
const failing = (reason: "target_unreachable" | "tls_failed") =>
  Doubles.dialer(() => WebError.fail({ error: "http_error", reason }))

const adviceIn = (env: Readonly<Record<string, string>>, ports: Layer.Layer<Network.Resolver | Network.Dialer>) =>
  Effect.map(NetworkCheck.examine, ({ advice = "" }) => advice).pipe(
    Effect.provide(Layer.merge(ports, Layer.orDie(ToolSettings.layer()))),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
  )

const ignored = /^HTTPS_PROXY is set, but Porthole ignores .*: set PORTHOLE_EGRESS_PROXY to that proxy\./

describe("a person behind a proxy that HTTPS_PROXY names", () => {
  const env = { HTTPS_PROXY: "http://me:SECRET@proxy.corp:3128" }

  it.effect("reads first that the variable is ignored, and which setting to use", () =>
    Effect.gen(function* () {
      const advice = yield* adviceIn(env, Layer.merge(noNames, failing("target_unreachable")))
      assert.match(advice, ignored)
      assert.include(advice, "PORTHOLE_RESOLVER")
      assert.notInclude(advice, "SECRET")
    }),
  )

  it.effect("reads it too where names resolve and no connection succeeds", () =>
    Effect.gen(function* () {
      assert.match(yield* adviceIn(env, Layer.merge(names, failing("target_unreachable"))), ignored)
    }),
  )

  it.effect("reads of the certificate where the connection succeeds", () =>
    Effect.gen(function* () {
      assert.include(yield* adviceIn(env, Layer.merge(names, failing("tls_failed"))), "NODE_EXTRA_CA_CERTS")
    }),
  )
})

describe("a person without such a variable", () => {
  it.effect("reads of the resolver first", () =>
    Effect.gen(function* () {
      const advice = yield* adviceIn({ HTTPS_PROXY: "" }, Layer.merge(noNames, failing("target_unreachable")))
      assert.match(advice, /^Set PORTHOLE_RESOLVER .* If only a proxy leads to the Internet/)
    }),
  )
})
