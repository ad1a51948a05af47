/** Tests that pages of one call wait for a limit of ours while the call has time, and fail after that. */
import { assert, describe, it } from "@effect/vitest"
import { RequestBudget, Settings, WebBackend, WebError, webFetchPages } from "@porthole/core"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const backend = WebBackend.layer({
  search: WebBackend.unavailable,
  extract: Effect.succeed(({ url }) =>
    Effect.succeed({ title: "Tides", url, content: "High water at six.", links: [], status_code: 200 }),
  ),
})

/** A budget that admits nothing before a second of the test. */
const budgetFrom = (second: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now >= second * 1_000 ? Effect.void : WebError.fail({ error: "rate_limited", retry_after: 7 }),
  )

const urls = Array.from({ length: 20 }, (_, at) => `https://tides.example/${at}`)

const failuresOf = (second: number) =>
  Effect.gen(function* () {
    const fiber = yield* webFetchPages({ urls }).pipe(
      Effect.provideService(RequestBudget.RequestBudget, { spend: budgetFrom(second) }),
      Effect.provide(Layer.merge(backend, Layer.orDie(Settings.layer({})))),
      Effect.forkChild,
    )
    for (let at = 0; at < 60; at++) yield* TestClock.adjust("1 second")
    const { pages } = yield* Fiber.join(fiber)
    return pages.flatMap((page) => ("error" in page ? [page.error] : []))
  })

describe("twenty pages of one call", () => {
  it.effect("wait for a limit of ours that ends in time", () =>
    Effect.map(failuresOf(20), (failures) => assert.deepStrictEqual(failures, [])),
  )

  it.effect("fail with the limit once no time is left", () =>
    Effect.map(failuresOf(120), (failures) => assert.deepStrictEqual(new Set(failures), new Set(["rate_limited"]))),
  )
})
