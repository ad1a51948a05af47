/** Tests many parallel calls over the facade; `createWebTools.parallel.long.test.ts` reads in every isolation. */
import { Clock, Layer } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { fetchAll, isolations, parallelTests } from "./ParallelFetches.ts"

describe("parallel webFetch calls", () => {
  parallelTests(60, sampleOf(isolations, 1))

  it("with the defaults: no number of requests a minute fails one", async () => {
    const { errors, titles } = await fetchAll(60, { extractIsolation: "none", fetchTimeout: "60 s" })
    assert.deepStrictEqual([titles.length, errors], [60, []])
  })

  it("with a limit: calls beyond 30 a minute name the limit and the time to try again", async () => {
    // clock: it stands still, so no site takes too long, and no call's time reaches to the next turn, after two seconds
    const clock = Layer.effect(Clock.Clock, TestClock.make())
    const limited = { extractIsolation: "none", fetchTimeout: "1 s", maxRequestsPerMinute: 30 } as const
    const { errors, titles } = await fetchAll(60, limited, clock)
    assert.lengthOf(titles, 30)
    assert.lengthOf(errors, 30)
    for (const { error, message, retry_after } of errors) {
      assert.strictEqual(error, "rate_limited")
      assert.isAtLeast(retry_after ?? 0, 1)
      assert.include(
        message,
        "This conversation's limit of 30 searches and fetches a minute (max_requests_per_minute) is reached.",
      )
      assert.include(message, `Try again in ${retry_after} s;`)
    }
  })
})
