/** Tests how much a tenant may hold, by a clock of its own. */
import { assert, describe, it } from "vitest"
import * as Share from "../../../src/domain/share/Share.ts"

/** Shares of a pool, and the number of workers that a tenant takes at once if it may. */
const sharesOf = (size: number) => {
  let now = 0
  const rule = { capacity: size, reserve: Math.min(1, size - 1), reserveFor: "others", allIfAlone: true } as const
  const shares = Share.make(rule, { now: () => now })
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
    assert.strictEqual(shares.heldBy("b"), 0)
  })

  it("a tenant gets all again once the other one has had no document for a while", () => {
    const { shares, takeAll, wait } = sharesOf(size)
    shares.see("b")
    wait(Share.presence)
    assert.strictEqual(takeAll("a"), size)
  })

  it("one that another still holds keeps it present", () => {
    const { shares, takeAll, wait } = sharesOf(size)
    shares.see("b")
    shares.take("b")
    wait(Share.presence)
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

describe("of 512 with 3 for each free one and a reserve of 64", () => {
  const rule = { capacity: 512, perFree: 3, reserve: 64 }

  it("one tenant holds two thirds, and a newcomer always gets one", () => {
    const share = Share.make(rule, { now: () => 0 })
    const takeAll = (tenant: string): number => {
      while (share.mayTake(tenant)) share.take(tenant)
      return share.heldBy(tenant)
    }
    assert.strictEqual(takeAll("first"), 336)
    for (let other = 0; other < 60; other++) assert.isAbove(takeAll(`other ${other}`), 0)
    assert.isTrue(share.mayTake("last"))
  })
})

describe("by weight", () => {
  const make = () => Share.make({ capacity: 400, perFree: 3, reserve: 50 }, { now: () => 0 })

  it.each(["a", "b"])("a tenant takes what leaves the reserve, whether it holds something (%s)", (tenant) => {
    const share = make()
    share.take("a", 200)
    assert.isFalse(share.mayTake(tenant, 151))
    assert.isTrue(share.mayTake(tenant, 150))
  })

  it("a newcomer takes the reserve for something light", () => {
    const share = make()
    share.take("a", 350)
    assert.isFalse(share.mayTake("a", 1))
    assert.isTrue(share.mayTake("b", 50))
    assert.isFalse(share.mayTake("b", 51))
  })

  it("something heavier than all takes all but the reserve, once that is free", () => {
    const share = make()
    share.take("a", 1)
    assert.isFalse(share.mayTake("b", 1_000))
    share.release("a", 1)
    assert.isTrue(share.mayTake("b", 1_000))
    share.take("b", 1_000)
    assert.strictEqual(share.free(), 50)
    share.release("b", 1_000)
    assert.strictEqual(share.free(), 400)
  })

  it("a part has the free weight of the whole", () => {
    const whole = Share.make({ capacity: 8, perFree: 1 }, { now: () => 0 })
    const part = Share.make({ capacity: 8, perFree: 1 / 2 }, { now: () => 0, free: whole.free })
    for (const share of [whole, part]) share.take("a", 2)
    assert.isTrue(part.mayTake("a"))
    whole.take("b", 3)
    assert.isFalse(part.mayTake("a"))
  })
})
