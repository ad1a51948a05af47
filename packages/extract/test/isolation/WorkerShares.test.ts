/** Tests how many workers a tenant may occupy, by a clock of its own. */
import { assert, describe, it } from "vitest"
import * as WorkerShares from "../../src/isolation/WorkerShares.ts"

/** Shares of a pool, and the number of workers that a tenant takes at once if it may. */
const sharesOf = (size: number) => {
  let now = 0
  const shares = WorkerShares.make(size, () => now)
  const takeAll = (tenant: string): number => {
    shares.see(tenant)
    let count = 0
    for (; count < size && shares.mayTake(tenant); count++) shares.take(tenant)
    return count
  }
  return { shares, takeAll, wait: (ms: number) => (now += ms) }
}

describe.each([2, 3, 4])("of %i workers", (size) => {
  it("a tenant gets all as long as it is the only one", () => {
    assert.strictEqual(sharesOf(size).takeAll("a"), size)
  })

  it("none gets the last one while another is present", () => {
    const { shares, takeAll } = sharesOf(size)
    shares.see("b")
    assert.strictEqual(takeAll("a"), size - 1)
    assert.isTrue(shares.mayTake("b"))
    assert.isTrue(shares.holdsNone("b"))
  })

  it("a tenant gets all again once the other one has had no document for a while", () => {
    const { shares, takeAll, wait } = sharesOf(size)
    shares.see("b")
    wait(WorkerShares.presence)
    assert.strictEqual(takeAll("a"), size)
  })

  it("one that another still holds keeps it present", () => {
    const { shares, takeAll, wait } = sharesOf(size)
    shares.see("b")
    shares.take("b")
    wait(WorkerShares.presence)
    assert.strictEqual(takeAll("a"), size - 1)
    shares.release("b")
    assert.isTrue(shares.mayTake("a"))
  })
})

it("the only worker is every tenant's", () => {
  const { shares, takeAll } = sharesOf(1)
  shares.see("b")
  assert.strictEqual(takeAll("a"), 1)
})
