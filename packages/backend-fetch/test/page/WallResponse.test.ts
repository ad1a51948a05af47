/** Walls of bot protections, over doubles of the ports. */
import { assert, describe, it } from "@effect/vitest"
import type { Doubles } from "@porthole/testing"
import { Effect, Stream } from "effect"
import { get, inTime, page, to, web, wireOf } from "../support/DoubledWeb.ts"

const html = { "Content-Type": "text/html; charset=utf-8" }
const refusal = (
  status: number,
  body: string | Stream.Stream<Uint8Array>,
  headers: Doubles.Answer["headers"] = html,
) => ({
  status,
  headers,
  body,
})
const wireFor = (answer: Doubles.Answer) => {
  const site = web({ "a.test": () => answer })
  return Effect.map(inTime(wireOf(get("http://a.test/"))).pipe(Effect.provide(site.layer)), (wire) => ({
    wire,
    requests: site.dialled.length,
    read: site.extracted.length,
  }))
}

describe("a refusal is a wall", () => {
  it.effect.each([
    [403, "cf-mitigated", "challenge"],
    [503, "CF-Mitigated", "Challenge"],
    [429, "x-vercel-mitigated", "challenge"],
    [405, "x-amzn-waf-action", "captcha"],
    [403, "x-dd-b", "1"],
    [429, "x-kpsdk-ct", "0a1b"],
    [403, "x-sucuri-block", "BOT01"],
  ] as const)("by the status %d with %s: %s, whose document nobody reads, at the first try", ([status, name, value]) =>
    Effect.gen(function* () {
      const { read, requests, wire } = yield* wireFor(refusal(status, "x", { ...html, [name]: value }))
      assert.deepInclude(wire, { error: "http_error", reason: "challenge", status_code: status })
      assert.include(wire.message, "CAPTCHA")
      assert.deepStrictEqual([requests, read], [1, 0])
    }),
  )

  it.effect.each([401, 403, 405, 406, 418, 429, 503])("by its document with the status %d", (status) =>
    Effect.gen(function* () {
      const { read, requests, wire } = yield* wireFor(refusal(status, "a challenge"))
      assert.deepInclude(wire, { error: "http_error", reason: "challenge", status_code: status })
      assert.deepStrictEqual([requests, read], [status === 429 || status === 503 ? 2 : 1, 1])
    }),
  )

  it.effect("behind a redirect, too", () =>
    Effect.gen(function* () {
      const site = web({ "a.test": () => to("https://b.test/"), "b.test": () => refusal(403, "a challenge") })
      const wire = yield* wireOf(get("http://a.test/")).pipe(Effect.provide(site.layer))
      assert.strictEqual(wire.reason, "challenge")
    }),
  )
})

describe("a refusal is none", () => {
  it.effect.each([
    ["with another document", refusal(403, "<p>Members only.</p>")],
    ["with the document of a login", refusal(403, "a wall")],
    ["with a document that isn't HTML", refusal(403, '{"says":"a challenge"}', { "Content-Type": "application/json" })],
    ["with a status that no wall has", refusal(404, "a challenge")],
    ["with the field of a site that is only watched", refusal(403, "x", { ...html, "x-datadome": "protected" })],
    ["with another value of a wall's field", refusal(403, "x", { ...html, "cf-mitigated": "none" })],
    ["with a document that never ends", refusal(403, Stream.never)],
  ] as const)("%s", ([, answer]) =>
    Effect.gen(function* () {
      const { wire } = yield* wireFor(answer)
      assert.deepStrictEqual([wire.error, wire.reason, wire.status_code], ["http_error", undefined, answer.status])
    }),
  )
})

it.effect("a refusal whose document drips is told, and no timeout, even at the end of the call's time", () =>
  Effect.gen(function* () {
    const answer = refusal(403, Stream.never)
    const { layer } = web({ "a.test": () => answer }, undefined, { fetch_timeout: "1500 millis" })
    const wire = yield* inTime(wireOf(get("http://a.test/"))).pipe(Effect.provide(layer))
    assert.deepStrictEqual([wire.error, wire.status_code], ["http_error", 403])
  }),
)

it.effect("a page with a wall's field says so", () =>
  Effect.gen(function* () {
    const answer = { ...page("<p>One moment"), status: 202, headers: { ...html, "x-amzn-waf-action": "challenge" } }
    const { layer } = web({ "a.test": () => answer })
    const read = yield* get("http://a.test/").pipe(Effect.provide(layer))
    assert.strictEqual(read.warning, "low_content")
    assert.include(read.message, "CAPTCHA")
  }),
)

it.effect.each([
  ["a Refresh header, by its fields", "x", { "x-amzn-waf-action": "challenge", Refresh: "5; url=/solved" }],
  ["a Refresh header, by its document", "a challenge", { Refresh: "5; url=/solved" }],
  ["a meta refresh", "leads by redirect to http://a.test/solved", { "x-amzn-waf-action": "challenge" }],
] as const)("a page that is a wall isn't left by %s", ([, body, headers]) =>
  Effect.gen(function* () {
    const site = web({ "a.test": () => ({ ...page(body), headers: { ...html, ...headers } }) })
    const read = yield* get("http://a.test/").pipe(Effect.provide(site.layer))
    assert.deepStrictEqual([read.url, site.dialled.length], ["http://a.test/", 1])
    assert.include(read.message, "CAPTCHA")
  }),
)
