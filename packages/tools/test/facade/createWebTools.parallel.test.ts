/** Tests many parallel calls over the facade; `createWebTools.parallel.long.test.ts` reads in every isolation. */
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { fetchAll, isolations, parallelTests } from "./ParallelFetches.ts"

describe("parallel webFetch calls", () => {
  parallelTests(60, sampleOf(isolations, 1))

  it("with the defaults: calls beyond 30 a minute name the limit and the time to try again", async () => {
    const { errors, titles } = await fetchAll(60, { extractIsolation: "none" })
    assert.lengthOf([...titles, ...errors], 60)
    assert.isAtLeast(titles.length, 1)
    // A call that waited for its turn until the end of its time has a timeout.
    const limited = errors.filter(({ error }) => error !== "timeout")
    assert.isAtLeast(limited.length, 1)
    for (const { error, message, retry_after } of limited) {
      assert.strictEqual(error, "rate_limited")
      assert.isAtLeast(retry_after ?? 0, 1)
      assert.include(message, "The limit of 30 searches and fetches a minute (max_requests_per_minute) is reached.")
      assert.include(message, `Try again in ${retry_after} s;`)
    }
  })
})
