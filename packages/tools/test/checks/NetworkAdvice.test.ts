/** Tests the sentences about a fetch that failed for its network. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { ConfigProvider, Effect, Layer } from "effect"
import * as NetworkAdvice from "../../src/checks/NetworkAdvice.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

type Reason = "malformed_response" | "proxy_unavailable" | "target_unreachable" | "tls_failed"

const sentencesOf = (
  { cause, reason }: { readonly reason: Reason; readonly cause?: Error },
  { env = {}, settings = {} }: { readonly env?: Record<string, string>; readonly settings?: ToolSettings.Input } = {},
) =>
  NetworkAdvice.ofFailure(WebError.make({ error: "http_error", reason, message: "It failed." }, cause)).pipe(
    Effect.map((sentences) => sentences.join(" ")),
    Effect.provide(Layer.orDie(ToolSettings.layer(settings))),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
  )

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })
const proxied = { settings: { egress_proxy: "http://proxy.corp:3128" } }

describe("a person whose fetch failed", () => {
  it.effect("reads which setting the proxy's credentials belong to", () =>
    Effect.gen(function* () {
      const cause = new Error("The proxy refuses the credentials, or demands some (egress_proxy_credentials).")
      const text = yield* sentencesOf({ reason: "proxy_unavailable", cause }, proxied)
      assert.include(text, "demands some (PORTHOLE_EGRESS_PROXY_CREDENTIALS).")
      assert.include(text, "Check PORTHOLE_EGRESS_PROXY and PORTHOLE_EGRESS_PROXY_CREDENTIALS.")
    }),
  )

  it.effect("reads why the proxy opened no tunnel", () =>
    Effect.gen(function* () {
      const cause = new Error("The proxy refused the tunnel (403). Many proxies: allow port 80 in its configuration.")
      assert.strictEqual(yield* sentencesOf({ reason: "target_unreachable", cause }, proxied), cause.message)
    }),
  )

  it.effect("reads of the setting of the name servers where none of them answers", () =>
    Effect.gen(function* () {
      const inner = coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:9")
      const cause = new Error("No server answers. Check resolver.", { cause: inner })
      const text = yield* sentencesOf({ reason: "target_unreachable", cause })
      assert.strictEqual(text, "No server answers. Check PORTHOLE_RESOLVER. connect ECONNREFUSED 127.0.0.1:9.")
      const refused = new Error("No server answers. Check resolver.", { cause: new Error("The proxy refused.") })
      assert.include(
        yield* sentencesOf({ reason: "target_unreachable", cause: refused }),
        "_RESOLVER. The proxy refused.",
      )
      const bare = yield* sentencesOf({ reason: "target_unreachable", cause: new Error("None. Check resolver.") })
      assert.strictEqual(bare, "None. Check PORTHOLE_RESOLVER.")
    }),
  )

  it.effect("reads of a proxy where the environment names one, or no route leads out, and nowhere else", () =>
    Effect.gen(function* () {
      const unknown = { reason: "target_unreachable", cause: coded("ENOTFOUND", "getaddrinfo none.test") } as const
      const routeless = { reason: "target_unreachable", cause: coded("ENETUNREACH", "connect") } as const
      assert.include(yield* sentencesOf(unknown, { env: { HTTPS_PROXY: "http://p:1" } }), "HTTPS_PROXY is set, but")
      assert.include(yield* sentencesOf(routeless), "set PORTHOLE_EGRESS_PROXY.")
      assert.strictEqual(yield* sentencesOf(unknown), "ENOTFOUND: getaddrinfo none.test.")
    }),
  )

  it.effect("reads of a certificate's authority once", () =>
    Effect.gen(function* () {
      const cause = coded("SELF_SIGNED_CERT_IN_CHAIN", "If so, set NODE_EXTRA_CA_CERTS to its authority's file.")
      for (const one of [undefined, cause]) {
        const text = yield* sentencesOf({ reason: "tls_failed", ...(one === undefined ? {} : { cause: one }) })
        assert.lengthOf(text.split("NODE_EXTRA_CA_CERTS"), 2)
      }
    }),
  )

  it.effect("reads of no authority where the site's certificate is another one's, or out of its time", () =>
    Effect.gen(function* () {
      for (const code of ["ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])
        assert.strictEqual(yield* sentencesOf({ reason: "tls_failed", cause: coded(code, "no") }), `${code}: no.`)
    }),
  )

  it.effect("reads nothing of the network where the site's answer is wrong", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sentencesOf({ reason: "malformed_response", cause: new Error("bad") }), "")
    }),
  )
})
