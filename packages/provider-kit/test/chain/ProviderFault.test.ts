/** Tests how the replies of a kit's provider affect its circuit breaker in a chain. */
import { assert, describe, it } from "@effect/vitest"
import { SharedStores, type WebError, WebUrl } from "@porthole/core"
import { chain, chainExtract } from "@porthole/provider-kit/chain"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import * as Provider from "@porthole/provider-kit"
import { Effect, Fiber, Layer, Option, Result } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { CircuitBreaker } from "effect/persistence"
import { TestClock } from "effect/testing"

const identity: Provider.Identity = { name: "some", title: "Some", url: "http://127.0.0.1:1" }

const makeSearch = Provider.searchBackend(identity, {
  request: (_, place) => HttpClientRequest.get(`${place.url}/search`),
  supports: () => [],
  rows: (json) => (Provider.Json.at(json, "ok") === true ? [] : undefined),
  maxQueryLength: 10,
})

const makeExtract = Provider.pageReader(identity, {
  modes: ["markdown"],
  request: (_, place) => HttpClientRequest.get(`${place.url}/page`),
  row: (json) =>
    Provider.Json.at(json, "slow") === true
      ? Provider.siteTimeoutError
      : { title: "T", url: "https://example.com/", content: "text", links: [], status_code: 200 },
  fault: ({ json }) => (Provider.Json.text(json, "code") === "SLOW" ? Provider.siteTimeoutError : undefined),
})

const target = Result.getOrThrow(WebUrl.judge("https://example.com/", { ports: [443] }))
const page = { url: target.url, target, mode: "markdown" } as const

/** The reasons of the calls; `answered` for a success. */
const outcomes = <A>(calls: ReadonlyArray<Effect.Effect<A, WebError.WebError>>) =>
  Effect.forEach(calls, (call) =>
    Effect.match(call, { onFailure: ({ error, reason }) => reason ?? error, onSuccess: () => "answered" }),
  )

/** A provider that gives these replies, one after the other, and an empty answer from then on. */
const replying = (replies: ReadonlyArray<ProviderDouble.Recorded>) => {
  let at = 0
  return ProviderDouble.make(() => replies[at++] ?? { body: { ok: true } })
}

const repeat = <A>(count: number, value: A) => Array.from({ length: count }, () => value)

describe("a reply about the request", () => {
  it.effect.each([400, 408, 413, 414, 422, 431])("of %d doesn't open the circuit of a search provider", (status) =>
    Effect.gen(function* () {
      const provider = replying(repeat(5, { status, body: {} }))
      const search = yield* Effect.provide(chain([{ provider: "some", backend: makeSearch() }]), provider.layer)
      const calls = repeat(6, search({ query: "x" }))
      assert.deepStrictEqual(yield* outcomes(calls), [...repeat(5, "some_unreachable"), "answered"])
    }),
  )

  it.effect("interrupts a series of outages: a provider that refuses is reachable", () =>
    Effect.gen(function* () {
      const down = { status: 404, body: {} }
      const provider = replying([down, down, { status: 400, body: {} }, down, down, { body: { ok: true } }])
      const search = yield* Effect.provide(chain([{ provider: "some", backend: makeSearch() }]), provider.layer)
      yield* outcomes(repeat(6, search({ query: "x" })))
      assert.lengthOf(provider.seen, 6)
    }),
  )

  it.effect("of 404 is an outage: three open the circuit", () =>
    Effect.gen(function* () {
      const provider = replying(repeat(5, { status: 404, body: {} }))
      const search = yield* Effect.provide(chain([{ provider: "some", backend: makeSearch() }]), provider.layer)
      yield* outcomes(repeat(5, search({ query: "x" })))
      assert.lengthOf(provider.seen, 3)
    }),
  )

  it.effect("keeps its effect through an inner chain", () =>
    Effect.gen(function* () {
      const provider = replying(repeat(5, { status: 400, body: {} }))
      const inner = chain([{ provider: "some", backend: makeSearch() }], { setUpHint: "Set X." })
      const search = yield* Effect.provide(chain([{ provider: "outer", backend: inner }]), provider.layer)
      yield* outcomes(repeat(5, search({ query: "x" })))
      assert.lengthOf(provider.seen, 5)
    }),
  )
})

describe("a provider on cooldown", () => {
  it.effect.each([408, 429])("by %d causes no wait: the next one is called immediately", (status) =>
    Effect.gen(function* () {
      const provider = replying([{ status, headers: { "retry-after": "1" }, body: {} }])
      const chained = { backend: makeSearch() }
      const backend = chain([
        { provider: "first", ...chained },
        { provider: "second", ...chained },
      ])
      const search = yield* Effect.provide(backend, provider.layer)
      // The clock stands still, so no call has waited.
      yield* search({ query: "x" })
      assert.lengthOf(provider.seen, 2)
    }),
  )

  it.effect("by 503 is tried a second time", () =>
    Effect.gen(function* () {
      const provider = replying([{ status: 503, headers: { "retry-after": "1" }, body: {} }])
      const search = yield* Effect.provide(makeSearch(), provider.layer)
      const fiber = yield* Effect.forkChild(search({ query: "x" }))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { provider: "some", rows: [] })
      assert.lengthOf(provider.seen, 2)
    }),
  )
})

describe("a query that is too long for a provider", () => {
  it.effect("isn't sent to it; characters are counted, not units of UTF-16", () =>
    Effect.gen(function* () {
      const provider = replying([])
      const search = yield* Effect.provide(makeSearch(), provider.layer)
      const query = "🐋".repeat(10)
      assert.deepStrictEqual(yield* outcomes([search({ query: `${query}!` }), search({ query })]), [
        "query",
        "answered",
      ])
      assert.lengthOf(provider.seen, 1)
    }),
  )
})

describe("a site that a provider reports as slow", () => {
  it.effect.each([
    ["in a refusal", { status: 400, body: { code: "SLOW" } }],
    ["in an answer", { body: { slow: true } }],
    ["by its status", { status: 408, body: {} }],
  ] as const)("%s doesn't open its circuit", ([, reply]) =>
    Effect.gen(function* () {
      const provider = replying(repeat(5, reply))
      const backend = chainExtract([{ provider: "some", backend: makeExtract() }])
      const extract = yield* Effect.provide(backend, provider.layer)
      const reported = yield* outcomes(repeat(6, extract(page)))
      assert.strictEqual(reported[5], "answered")
      assert.lengthOf(provider.seen, 6)
    }),
  )
})

describe("a provider of searches and of pages", () => {
  const both = Effect.gen(function* () {
    const search = yield* chain([{ provider: "some", backend: makeSearch() }])
    const extract = yield* chainExtract([{ provider: "some", backend: makeExtract() }])
    return { search: search({ query: "x" }), extract: extract(page) }
  })
  const shared = Layer.effect(
    SharedStores.CircuitStore,
    Effect.map(CircuitBreaker.CircuitBreakerStore, Option.some),
  ).pipe(Layer.provide(Layer.fresh(CircuitBreaker.layerStoreMemory())))

  it.effect("whose page reader fails is still searched", () =>
    Effect.gen(function* () {
      const provider = ProviderDouble.make((seen) =>
        seen.url.pathname === "/page" ? { status: 404, body: {} } : { body: { ok: true } },
      )
      const { extract, search } = yield* Effect.provide(both, Layer.merge(provider.layer, shared))
      yield* outcomes(repeat(4, extract))
      assert.lengthOf(provider.seen, 3)
      assert.deepStrictEqual(yield* outcomes([search]), ["answered"])
    }),
  )

  it.effect("whose quota is used up is skipped for both", () =>
    Effect.gen(function* () {
      const provider = replying([{ status: 402, body: {} }])
      const { extract, search } = yield* Effect.provide(both, Layer.merge(provider.layer, shared))
      assert.deepStrictEqual(yield* outcomes([extract, search]), ["some_quota_exceeded", "some_rate_limited"])
      assert.lengthOf(provider.seen, 1)
    }),
  )
})
