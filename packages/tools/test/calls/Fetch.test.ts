/** Tests the URL spellings of models and people. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { fetch, withUrl } from "../../src/calls/Fetch.ts"

describe("a written URL", () => {
  it.effect.each<readonly [string, string]>([
    ["example.com/page", "https://example.com/page"],
    ["www.example.com", "https://www.example.com"],
    ["example.com:8443/a?b#c", "https://example.com:8443/a?b#c"],
    ["münchen.de/straße", "https://münchen.de/straße"],
    ["//example.com/a", "https://example.com/a"],
    ["<http://example.com/a>", "http://example.com/a"],
    [" https://example.com/ ", "https://example.com/"],
    ["http://10.0.0.1/", "http://10.0.0.1/"],
    ["ftp://example.com/", "ftp://example.com/"],
    ["javascript:alert(1)", "javascript:alert(1)"],
    ["http://", "http://"],
    ["\thttps://example.com/", "\thttps://example.com/"],
    ["ht tp://example.com/", "ht tp://example.com/"],
  ])("%j is read as %j", ([text, expected]) =>
    Effect.map(withUrl({ url: text }), ({ url }) => assert.strictEqual(url, expected)),
  )

  it.effect("is read in linear time, whatever its spaces", () => {
    const text = `x${" ".repeat(1_000_000)}x`
    return Effect.map(Effect.flip(withUrl({ url: text })), ({ wire }) => assert.strictEqual(wire.reason, "url"))
  })

  it.effect.each(["", "page", "not a url", "/docs/start", "1.5", "tides and moons.", "10.0.0.1"])(
    "%j is an invalid request that names the expected value",
    (text) =>
      Effect.map(Effect.flip(withUrl({ url: text })), ({ wire }) => {
        assert.deepInclude(wire, { error: "invalid_request", reason: "url" })
        assert.include(wire.message, "https://example.com/page")
      }),
  )
})

describe("a call without an address", () => {
  it.effect.each([{}, { urls: [] }])("names both parameters: %j", (args) =>
    Effect.map(Effect.flip(Effect.provide(fetch(args), Doubles.backend({}))), ({ wire }) => {
      assert.deepInclude(wire, { error: "invalid_request", reason: "url" })
      assert.include(wire.message, "url or urls is required")
    }),
  )
})
