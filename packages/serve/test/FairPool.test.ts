import { assert, describe, it } from "vitest"
import * as FairPool from "../src/FairPool.ts"

describe("a pool", () => {
  it("loses the oldest members of the party that has the most", () => {
    const pool = FairPool.make<string>(4)
    for (const [member, party] of [
      ["x1", "x"],
      ["a1", "a"],
      ["a2", "a"],
      ["a3", "a"],
      ["x2", "x"],
      ["a4", "a"],
    ] as const) {
      pool.add(member, party)
    }
    assert.deepStrictEqual(pool.trim(), ["a1", "a2"])
    assert.deepStrictEqual(Array.from(pool.members()), ["x1", "a3", "x2", "a4"])
    assert.deepStrictEqual(pool.trim(), [])
  })

  it("compares parties by weight", () => {
    const pool = FairPool.make<string>(10)
    pool.add("heavy", "a", 8)
    for (const member of ["b1", "b2", "b3"]) pool.add(member, "b")
    assert.deepStrictEqual(pool.trim(), ["heavy"])
  })

  it("lets members grow, which keep their places", () => {
    const pool = FairPool.make<string>(10)
    for (const member of ["a1", "a2", "a3"]) pool.add(member, "a")
    pool.add("b1", "b", 4)
    for (const member of ["a1", "a2", "none"]) pool.grow(member, 3)
    assert.deepStrictEqual(pool.trim(), ["a1"])
    pool.remove("a2")
    pool.grow("a2", 100)
    assert.isFalse(pool.isOver())
  })

  it("takes a member that is added again as its party's youngest, whatever its party was", () => {
    const pool = FairPool.make<string>(2)
    pool.add("one", "a")
    pool.add("two", "a")
    pool.add("one", "a")
    pool.add("three", "a")
    assert.deepStrictEqual(pool.trim(), ["two"])
    pool.add("one", "b")
    pool.add("four", "b")
    assert.deepStrictEqual(pool.trim(), ["one"])
  })

  it("keeps a member that may not leave, and is over its bound until it may", () => {
    const pool = FairPool.make<string>(1)
    pool.add("one", "a")
    pool.add("two", "a")
    assert.deepStrictEqual(
      pool.trim(() => false),
      [],
    )
    assert.isTrue(pool.isOver())
    assert.deepStrictEqual(pool.trim(), ["one"])
    assert.isFalse(pool.isOver())
  })

  it("forgets removed members, and those it never had", () => {
    const pool = FairPool.make<string>(1)
    pool.add("one", "a", 5)
    pool.remove("one")
    pool.remove("two")
    pool.add("three", "a")
    assert.deepStrictEqual(pool.trim(), [])
  })

  it("never takes from another party than the largest, whatever comes and goes", () => {
    const pool = FairPool.make<number>(50)
    for (let member = 0; member < 40; member++) pool.add(member, "quiet")
    for (let member = 100; member < 5_000; member++) {
      pool.add(member, `flood ${member % 2}`)
      for (const removed of pool.trim()) if (removed < 40) assert.isAbove(40 - removed, 16)
    }
    assert.isAtLeast(Array.from(pool.members()).filter((member) => member < 40).length, 16)
  })
})
