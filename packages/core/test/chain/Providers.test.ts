/** What replies of a provider of the kit say about its health, to the chain that it is a link of. */
import { assert, describe, it } from "@effect/vitest"
import { WebBackend } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import { ProviderDouble } from "@porthole/core/testing"
import { Effect, Fiber } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { TestClock } from "effect/testing"

const identity: Provider.Identity = { name: "some", title: "Some", url: "http://127.0.0.1:1" }

const makeSearch = Provider.search(identity, {
  request: (_, place) => HttpClientRequest.get(`${place.url}/search`),
  sends: () => [],
  rows: (json) => (Provider.Json.at(json, "ok") === true ? [] : undefined),
})

/** A provider that gives these replies, one after the other, and an empty answer from then on. */
const replying = (replies: ReadonlyArray<ProviderDouble.Recorded>) => {
  let at = 0
  return ProviderDouble.make(() => replies[at++] ?? { body: { ok: true } })
}

describe("a provider that says not now", () => {
  it.effect.each([408, 429])("by %d isn't waited for: the next one is asked at once", (status) =>
    Effect.gen(function* () {
      const provider = replying([{ status, headers: { "retry-after": "1" }, body: {} }])
      const link = { half: makeSearch() }
      const half = WebBackend.chain([
        { provider: "first", ...link },
        { provider: "second", ...link },
      ])
      const search = yield* Effect.provide(half, provider.layer)
      // No clock moves here, so nobody can have waited.
      yield* search({ query: "x" })
      assert.lengthOf(provider.seen, 2)
    }),
  )

  it.effect("by 503 is asked a second time", () =>
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
