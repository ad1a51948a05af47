/** Tests a provider's address and key: which may be missing, and the error if they are. */
import { assert, describe, it } from "@effect/vitest"
import { Credentials } from "@porthole/stores"
import * as Provider from "@porthole/provider-kit"
import { ConfigProvider, Effect, Redacted } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

const identity: Provider.Identity = {
  name: "some",
  title: "Some",
  url: "https://api.some.test",
  key: { variable: "SOME_API_KEY", isOptional: "self-hosted" },
}

const variables = (of: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(of))

describe("a key that is optional elsewhere", () => {
  it.effect("is required at the public API", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Provider.resolveEndpoint(identity))
      assert.strictEqual(error.reason, "some_not_configured")
      assert.isFalse(yield* Provider.isConfigured(identity))
    }).pipe(variables({})),
  )

  it.effect("isn't required at another address", () =>
    Effect.gen(function* () {
      const place = yield* Provider.resolveEndpoint(identity)
      assert.deepStrictEqual(place, {
        url: "http://127.0.0.1:1/v2",
        fullUrl: new URL("http://127.0.0.1:1/v2/"),
        key: undefined,
      })
      assert.isTrue(yield* Provider.isConfigured(identity))
    }).pipe(variables({ PORTHOLE_SOME_URL: "http://127.0.0.1:1/v2/" })),
  )

  it.effect("is used at any address", () =>
    Effect.gen(function* () {
      const { key, url } = yield* Provider.resolveEndpoint(identity)
      assert.deepStrictEqual([url, key && Redacted.value(key)], ["https://api.some.test", "k"])
      assert.isTrue(yield* Provider.isConfigured(identity))
    }).pipe(variables({ SOME_API_KEY: "k" })),
  )
})

describe("a key that is optional", () => {
  it.effect("isn't required for a call, but only a key or an address counts as configuration", () => {
    const free = { ...identity, key: { variable: "SOME_API_KEY", isOptional: true } }
    return Effect.gen(function* () {
      assert.strictEqual((yield* Provider.resolveEndpoint(free)).url, "https://api.some.test")
      assert.isFalse(yield* Provider.isConfigured(free))
    }).pipe(variables({}))
  })
})

describe("a provider without a public API", () => {
  const hosted = { name: "some", title: "Some", key: { variable: "SOME_API_KEY", isOptional: true } }

  it.effect("isn't configured by a key alone", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* Provider.isConfigured(hosted))
      assert.isTrue(yield* Provider.isConfigured(hosted, { url: "http://127.0.0.1:1" }))
      assert.isFalse(yield* Provider.isConfigured({ name: "some", title: "Some" }))
      assert.strictEqual((yield* Effect.flip(Provider.resolveEndpoint(hosted))).message, "Set PORTHOLE_SOME_URL.")
      assert.strictEqual(Provider.whatToSet(hosted, {}), "PORTHOLE_SOME_URL")
      assert.isTrue(yield* Provider.isConfigured({ name: "some", title: "Some", url: "http://127.0.0.1:1" }))
    }).pipe(variables({ SOME_API_KEY: "k" })),
  )
})

describe("an address", () => {
  it.effect("may have its own variable, which is read and named", () => {
    const own = { name: "some", title: "Some", urlVariables: ["SOME_ADDRESS"] } as const
    return Effect.gen(function* () {
      assert.strictEqual((yield* Provider.resolveEndpoint(own)).url, "http://127.0.0.1:1")
      const error = yield* Effect.flip(Provider.resolveEndpoint(own, { url: "ftp://127.0.0.1" }))
      assert.include(error.message, "SOME_ADDRESS")
    }).pipe(variables({ SOME_ADDRESS: "http://127.0.0.1:1", PORTHOLE_SOME_URL: "http://127.0.0.1:2" }))
  })
})

describe("several variables of an address", () => {
  const own = { name: "some", title: "Some", urlVariables: ["SOME_FIRST", "SOME_SECOND"] } as const

  it.effect("are read in their order", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Provider.resolveEndpoint(own)).url, "http://127.0.0.1:2")
      assert.isTrue(yield* Provider.isConfigured(own))
    }).pipe(variables({ SOME_SECOND: "http://127.0.0.1:2" })),
  )

  it.effect("are reported by the unusable one's name", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Provider.resolveEndpoint(own))
      assert.match(error.message, /^SOME_SECOND can't be used/)
    }).pipe(variables({ SOME_SECOND: "ftp://127.0.0.1" })),
  )
})

describe("the parts of an address", () => {
  const url = "http://user:word@127.0.0.1:1/find/?a=b"
  const some = { name: "some", title: "Some" }

  it.effect("are kept where the provider takes them", () =>
    Effect.gen(function* () {
      const place = yield* Provider.resolveEndpoint({ ...some, addressMayHold: ["credentials", "query"] }, { url })
      assert.deepStrictEqual([place.url, place.fullUrl.href], ["http://127.0.0.1:1/find", url])
    }),
  )

  it.effect.each([
    ["credentials", "query and fragment"],
    ["query", "credentials and fragment"],
  ] as const)("other than %s are refused, and named", ([part, refused]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Provider.resolveEndpoint({ ...some, addressMayHold: [part] }, { url }))
      assert.match(error.message, new RegExp(`without ${refused}\\.$`))
    }),
  )
})

describe("a switch", () => {
  const some = { name: "some", title: "Some", url: "http://127.0.0.1:1", switch: "SOME_SWITCH" }
  const isOn = (options?: Provider.Options) =>
    Effect.all([
      Provider.isConfigured(some, options),
      Effect.match(Provider.resolveEndpoint(some, options), {
        onFailure: ({ message }) => message,
        onSuccess: ({ url }) => url,
      }),
    ])

  it.effect.each([
    ["", true],
    ["on", true],
    [" TRUE ", true],
    ["1", true],
    ["off", false],
    ["False", false],
    ["0", false],
  ] as const)("is read from its variable: %j", ([value, on]) =>
    Effect.map(isOn(), (found) =>
      assert.deepStrictEqual(found, [on, on ? "http://127.0.0.1:1" : "SOME_SWITCH is off. Turn it on to use it."]),
    ).pipe(variables({ SOME_SWITCH: value })),
  )

  it.effect("that can't be read is an error, and no other provider is called", () =>
    Effect.map(isOn(), (found) =>
      assert.deepStrictEqual(found, [true, "SOME_SWITCH can't be used: expected on or off."]),
    ).pipe(variables({ SOME_SWITCH: "of" })),
  )

  it.effect("takes a program's value before its variable", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* isOn({ enabled: false }), [false, "SOME_SWITCH is off. Turn it on to use it."])
      const own = { name: "some", title: "Some", url: "http://127.0.0.1:1" }
      const error = yield* Effect.flip(Provider.resolveEndpoint(own, { enabled: false }))
      assert.strictEqual(error.message, "Some is off. Turn it on to use it.")
    }).pipe(variables({ SOME_SWITCH: "on" })),
  )

  it("is the setting to set", () => {
    assert.strictEqual(Provider.whatToSet(some, {}), "SOME_SWITCH to on")
  })
})

describe("bearer", () => {
  const request = HttpClientRequest.get("http://127.0.0.1:1/")

  it("is a header with the key, or none without a key", () => {
    const signed = Provider.bearer({ key: Redacted.make("k") })(request)
    assert.strictEqual(signed.headers["authorization"], "Bearer k")
    assert.strictEqual(Provider.bearer({ key: undefined })(request), request)
  })
})

describe("an unusable setting", () => {
  it.effect.each(["two words", "line\nbreak", "tab\t", "übel", "nul\u0000"])(
    "a key such as %j is reported without its value",
    (key) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Provider.resolveEndpoint(identity, { key: Redacted.make(key) }))
        assert.strictEqual(error.reason, "some_not_configured")
        assert.notInclude(error.message, key)
      }).pipe(variables({})),
  )

  it.effect.each([
    "ftp://api.test",
    "api.test",
    "https://user:pass@api.test",
    "https://api.test/?key=1",
    "https://api.test/#x",
    "https://",
    "javascript:alert(1)",
  ])("an address such as %s is reported without its value", (url) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Provider.resolveEndpoint(identity, { url, key: "k" }))
      assert.strictEqual(error.reason, "some_not_configured")
      assert.include(error.message, "PORTHOLE_SOME_URL")
      assert.notInclude(error.message, url)
    }).pipe(variables({})),
  )
})

describe("keys that can't be looked up", () => {
  const broken = Effect.provideService(Credentials.Credentials, {
    find: () => Effect.fail(new Credentials.CredentialsError({ message: "/secret/path is gone" })),
  })

  it.effect("count as configured, so that no other provider is called, and errors don't name their address", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* Provider.isConfigured(identity))
      const error = yield* Effect.flip(Provider.resolveEndpoint(identity))
      assert.strictEqual(error.reason, "some_not_configured")
      assert.notInclude(JSON.stringify(error), "/secret")
    }).pipe(broken, variables({})),
  )

  it.effect("make no provider of one without an address", () =>
    Effect.gen(function* () {
      const hosted = { name: "some", title: "Some", key: { variable: "SOME_API_KEY", isOptional: true } }
      assert.isFalse(yield* Provider.isConfigured(hosted))
    }).pipe(broken, variables({})),
  )
})
