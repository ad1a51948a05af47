/** Tests the turn of a provider's request, and the errors that a mapping may report for a reply. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, Settings } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import * as Provider from "@porthole/provider-kit"
import { Duration, Effect } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

const identity: Provider.Identity = { name: "some", title: "Some", url: "https://api.some.test" }

const url = "http://127.0.0.1:1"

describe("a search", () => {
  const mapping: Provider.SearchMapping = {
    request: (_, place) => HttpClientRequest.get(place.url),
    supports: (_, place) => (place.url === url ? [] : ["country"]),
    rows: (json) => Provider.Json.list(json, "results")?.map(() => ({ title: "", url: "", snippet: "" })),
    fault: () => "rate_limited",
    isEmpty: ({ json, status }) => status === 422 && Provider.Json.text(json, "message") === "Nothing.",
  }

  const search = (reply: ProviderDouble.Recorded, options: Provider.Options = { url }) =>
    Effect.flatMap(Provider.searchBackend(identity, mapping)(options), (ask) =>
      ask({ query: "whales", country: "AT" }),
    ).pipe(Effect.provide(ProviderDouble.make(reply).layer))

  it.effect("has no hits if a reply states that, with any status and fault", () =>
    Effect.gen(function* () {
      const answer = yield* search({ status: 422, body: { message: "Nothing." } })
      assert.deepStrictEqual(answer, { provider: "some", rows: [], ignored: ["country"] })
    }),
  )

  it.effect("fails with its fault if no reply states otherwise", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(search({ status: 422, body: { message: "Something." } }))
      assert.strictEqual(error.reason, "some_rate_limited")
    }),
  )

  it.effect("waits for its fault's time, in whole seconds, from one to a day", () =>
    Effect.gen(function* () {
      const waitOf = (retry_after: number) =>
        Effect.flatMap(
          Provider.searchBackend(identity, { ...mapping, fault: () => ({ fault: "rate_limited", retry_after }) })({
            url,
          }),
          (ask) => Effect.flip(ask({ query: "whales" })),
        ).pipe(
          Effect.provide(ProviderDouble.make({ status: 400, body: {} }).layer),
          Effect.map(({ wire }) => wire.retry_after),
        )
      assert.deepStrictEqual(yield* Effect.forEach([1e300, 2.1, -5], waitOf), [86_400, 3, 1])
    }),
  )

  it.effect("may send a field at one address only", () =>
    Effect.gen(function* () {
      const answer = yield* search({ status: 422, body: { message: "Nothing." } }, {})
      assert.deepStrictEqual(answer, { provider: "some", rows: [] })
    }),
  )
})

describe("a provider's turn", () => {
  it.effect("must come within the search timeout, within a caller's later deadline", () =>
    Effect.gen(function* () {
      const deadlines: Array<Deadline.DeadlineShape> = []
      const mapping: Provider.SearchMapping = {
        request: (_, place) => HttpClientRequest.get(place.url),
        supports: () => [],
        rows: () => [],
        turn: Effect.map(Deadline.Deadline, (deadline) => void deadlines.push(deadline)),
      }
      const caller = Deadline.at(60_000)
      yield* Effect.flatMap(Provider.searchBackend(identity, mapping)({ url }), (ask) => ask({ query: "whales" })).pipe(
        Effect.provideService(Deadline.Deadline, caller),
        Effect.provide(ProviderDouble.make({ body: {} }).layer),
        Effect.updateService(Settings.Settings, (settings) => ({ ...settings, search_timeout: Duration.seconds(20) })),
      )
      assert.deepStrictEqual(
        deadlines.map(({ endsAt, outer }) => ({ endsAt, isInCaller: outer === caller })),
        [{ endsAt: 20_000, isInCaller: true }],
      )
    }),
  )
})
