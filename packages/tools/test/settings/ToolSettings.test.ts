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
    [{ PORTHOLE_EGRESS_PROXY: "http://me:SECRET@proxy:3128" }, "PORTHOLE_EGRESS_PROXY", "without credentials"],
    [{ PORTHOLE_EGRESS_PROXY: "ftp://SECRET" }, "PORTHOLE_EGRESS_PROXY", "socks5://"],
    [{ PORTHOLE_EGRESS_PROXY: "http://proxy:3128/SECRET" }, "PORTHOLE_EGRESS_PROXY", "http://host:port"],
    [{ PORTHOLE_EGRESS_PROXY: "proxy:3128" }, "PORTHOLE_EGRESS_PROXY", "http://host:port"],
    [{ PORTHOLE_EGRESS_PROXY_CREDENTIALS: "SECRET" }, "PORTHOLE_EGRESS_PROXY_CREDENTIALS", "user:password"],
    [{ PORTHOLE_EGRESS_PROXY_CREDENTIALS: ":SECRET" }, "PORTHOLE_EGRESS_PROXY_CREDENTIALS", "user:password"],
    [
      { PORTHOLE_EGRESS_PROXY_CREDENTIALS: "me:SECRET\r\nX-Y: z" },
      "PORTHOLE_EGRESS_PROXY_CREDENTIALS",
      "user:password",
    ],
    [
      { PORTHOLE_EGRESS_PROXY_CREDENTIALS: `me:SECRET${"\u00e4".repeat(128)}` },
      "PORTHOLE_EGRESS_PROXY_CREDENTIALS",
      "255 bytes",
    ],
    [{ PORTHOLE_TOOLS: "web_search,web_fetch_SECRET" }, "PORTHOLE_TOOLS", "the nearest are `web_fetch` and "],
    [{ PORTHOLE_TOOLS: "web_search web_fetch" }, "PORTHOLE_TOOLS", "Commas separate the entries"],
    [{ PORTHOLE_TOOLS: "web_fetch.queri_SECRET" }, "PORTHOLE_TOOLS", "the nearest are `web_fetch.query` and "],
    [{ PORTHOLE_TOOLS: "web_fetch.query.SECRET" }, "PORTHOLE_TOOLS", "`web_search`"],
    [{ PORTHOLE_RESOLVER: "auto-SECRET" }, "PORTHOLE_RESOLVER", "system"],
    [{ PORTHOLE_RESOLVER: "https://a.test/dns system" }, "PORTHOLE_RESOLVER", "system"],
    [{ PORTHOLE_RESOLVER: "https://me:SECRET@a.test/dns-query" }, "PORTHOLE_RESOLVER", "without credentials"],
    [{ PORTHOLE_RESOLVER: Array(5).fill("https://a.test/SECRET").join(" ") }, "PORTHOLE_RESOLVER", "1–4"],
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

describe("the way to the Internet", () => {
  it.effect("is the system's and direct, unless a setting says otherwise", () =>
    Effect.gen(function* () {
      const { egress_proxy, egress_proxy_credentials, resolver } = yield* made({}, { HTTPS_PROXY: "http://proxy:1" })
      assert.deepStrictEqual([resolver, egress_proxy, egress_proxy_credentials], ["system", undefined, undefined])
      assert.strictEqual(
        (yield* made({ resolver: "system" }, { PORTHOLE_RESOLVER: "https://a.test/" })).resolver,
        "system",
      )
    }),
  )

  it.effect("is read from text and from a program's values", () =>
    Effect.gen(function* () {
      const servers = ["https://1.1.1.1/dns-query", "http://127.0.0.1:8053/dns-query"]
      assert.deepStrictEqual((yield* made({}, { PORTHOLE_RESOLVER: ` ${servers.join("  ")} ` })).resolver, servers)
      assert.deepStrictEqual((yield* made({ resolver: servers }, {})).resolver, servers)
      for (const url of ["http://proxy:3128", "https://proxy.test", "socks5://[::1]:1080", "SOCKS5://10.0.0.1"]) {
        assert.strictEqual((yield* made({ egress_proxy: url }, {})).egress_proxy, url)
      }
    }),
  )

  it.effect("shows no credentials when it is printed", () =>
    Effect.gen(function* () {
      const settings = yield* made({ egress_proxy_credentials: "me:SECRET:with:colons" }, {})
      assert.isTrue(Redacted.isRedacted(settings.egress_proxy_credentials))
      assert.notMatch(inspect(settings) + JSON.stringify(settings), /SECRET/)
    }),
  )
})
