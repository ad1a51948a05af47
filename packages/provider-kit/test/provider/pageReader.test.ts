/** Tests the kit's work for the page reader of any provider. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, Settings, WebUrl } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import * as Provider from "@porthole/provider-kit"
import { Duration, Effect, Layer, Result } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { TestClock } from "effect/testing"

const identity: Provider.Identity = { name: "some", title: "Some", url: "https://api.some.test" }

const url = "http://127.0.0.1:1"

describe("a reader", () => {
  const leftOf = Effect.fnUntraced(function* (endsAt: number) {
    const requested: Array<number> = []
    const reader = Provider.pageReader(identity, {
      modes: ["markdown"],
      request: ({ timeLeft }, place) => {
        requested.push(timeLeft)
        return HttpClientRequest.get(place.url)
      },
      row: () => Provider.unreadPageError(identity),
    })
    const target = Result.getOrThrow(WebUrl.judge("https://example.com/", { ports: [443] }))
    yield* Effect.flatMap(reader({ url }), (ask) =>
      Effect.flip(ask({ url: target.url, target, mode: "markdown" })),
    ).pipe(
      Effect.provideService(Deadline.Deadline, Deadline.at(endsAt)),
      Effect.provide(ProviderDouble.make({ body: {} }).layer),
    )
    return requested
  })

  it.effect("gets the caller's remaining time, at most the setting, at least one ms", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const lefts = yield* Effect.forEach([Infinity, 1_004_000, 1_060_000, 999_000], leftOf)
      assert.deepStrictEqual(lefts, [[20_000], [4_000], [20_000], [1]])
    }).pipe(
      Effect.provide(
        Layer.effect(
          Settings.Settings,
          Effect.map(Settings.Settings, (settings) => ({ ...settings, fetch_timeout: Duration.seconds(20) })),
        ),
      ),
    ),
  )
})
