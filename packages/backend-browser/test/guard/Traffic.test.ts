/** Tests what is too much traffic of a page. */
import { assert, describe, it } from "vitest"
import * as Traffic from "../../src/guard/Traffic.ts"

/** How many such events a page may cause. */
const allowed = (...events: ReadonlyArray<Parameters<ReturnType<typeof Traffic.make>>[0]>): number => {
  const isTooMuch = Traffic.make()
  for (let count = 0; count < 100_000; count++) if (events.some((event) => isTooMuch(event))) return count
  return Infinity
}

const history = "Page.navigatedWithinDocument"

describe("the traffic of a page", () => {
  it("is bounded by the number of its events, and by their size", () => {
    assert.strictEqual(allowed({ method: "A.b", size: 10 }), 10_000)
    assert.strictEqual(allowed({ method: "A.b", size: 1_048_576 }), 32)
  })

  it("has fewer and shorter entries of the history", () => {
    assert.strictEqual(allowed({ method: history, size: 10 }), 200)
    assert.strictEqual(allowed({ method: history, size: 104_857 }), 10)
    assert.strictEqual(allowed({ method: history, size: 1_048_577 }), 0)
    assert.strictEqual(allowed({ method: "A.b", size: 300_000 }, { method: history, size: 100 }), 111)
  })
})
