import { assert, describe, it } from "vitest"
import * as FairQueue from "../../../src/domain/share/FairQueue.ts"

/** A tenant's item is named by a letter and a number, such as `a1`. */
const tenantOf = (name: string): string => name.slice(0, 1)

const everyone = (): boolean => true

/** A queue with these items, and those that found no room. */
const filled = (maxWeight: number, names: ReadonlyArray<string>) => {
  const queue = FairQueue.make<string>({ maxWeight })
  const refused = names.flatMap((name) => {
    queue.add(name, tenantOf(name))
    return queue.trim()
  })
  return { queue, refused }
}

/** Everything that a queue still holds, in its order. */
const drained = (queue: FairQueue.FairQueue<string>): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let item = queue.take(everyone); item !== undefined; item = queue.take(everyone)) names.push(item)
  return names
}

describe("a fair queue", () => {
  it("keeps the order of one tenant", () => {
    const { queue } = filled(3, ["a1", "a2", "a3"])
    assert.strictEqual(queue.size(), 3)
    assert.deepStrictEqual(drained(queue), ["a1", "a2", "a3"])
    assert.strictEqual(queue.size(), 0)
  })

  it("lets tenants take turns, however much one entered first", () => {
    const { queue } = filled(9, ["a1", "a2", "a3", "a4", "b1", "b2", "c1"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  })

  it("gives a tenant that enters again its turn after the others", () => {
    const { queue } = filled(9, ["a1", "b1", "b2"])
    assert.strictEqual(queue.take(everyone), "a1")
    queue.add("a2", "a")
    assert.deepStrictEqual(drained(queue), ["b1", "a2", "b2"])
  })

  it("refuses the tenant with the most when it is full", () => {
    const { queue, refused } = filled(4, ["a1", "a2", "a3", "b1", "a4"])
    assert.deepStrictEqual(refused, ["a4"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1", "a2", "a3"])
  })

  it("displaces the youngest item of the tenant with the most for another tenant", () => {
    const { queue, refused } = filled(4, ["b1", "a1", "a2", "a3", "c1", "b2"])
    assert.deepStrictEqual(refused, ["a3", "b2"])
    assert.strictEqual(queue.size(), 4)
    assert.deepStrictEqual(drained(queue), ["b1", "a1", "c1", "a2"])
  })

  it("shares its places among tenants that all want every one", () => {
    const names = ["a", "b", "c"].flatMap((tenant) => Array.from({ length: 20 }, (_, at) => `${tenant}${at}`))
    const { queue } = filled(9, names)
    assert.deepStrictEqual(drained(queue), ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"])
  })

  it("displaces nothing where no tenant has more than one", () => {
    const { queue, refused } = filled(2, ["a1", "b1", "c1"])
    assert.deepStrictEqual(refused, ["c1"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1"])
  })

  it("forgets an item that leaves, once", () => {
    const { queue } = filled(4, ["a1", "b1"])
    queue.add("a2", "a")
    assert.deepStrictEqual([queue.remove("a2"), queue.remove("a2"), queue.size()], [true, false, 2])
    assert.deepStrictEqual(drained(queue), ["a1", "b1"])
  })

  it("holds nothing at a length of 0", () => {
    assert.deepStrictEqual(filled(0, ["a1"]).refused, ["a1"])
  })

  it("passes over a tenant that may have none, and keeps its turn", () => {
    const { queue } = filled(9, ["a1", "a2", "b1"])
    assert.strictEqual(
      queue.take((_, tenant) => tenant !== "a"),
      "b1",
    )
    assert.isUndefined(queue.take((_, tenant) => tenant !== "a"))
    assert.deepStrictEqual(drained(queue), ["a1", "a2"])
  })

  it("tells how many leave before an item that a tenant would add", () => {
    const { queue } = filled(9, ["a1", "a2", "a3", "a4", "b1"])
    assert.deepStrictEqual(["a", "b", "c"].map(queue.ahead), [5, 3, 2])
  })
})

const queueOf = <A>(maxWeight: number) => FairQueue.make<A>({ maxWeight, loses: "oldest" })

describe("a queue that loses the oldest", () => {
  it("loses the oldest items of the tenant that has the most", () => {
    const queue = queueOf<string>(4)
    for (const [item, tenant] of [
      ["x1", "x"],
      ["a1", "a"],
      ["a2", "a"],
      ["a3", "a"],
      ["x2", "x"],
      ["a4", "a"],
    ] as const) {
      queue.add(item, tenant)
    }
    assert.deepStrictEqual(queue.trim(), ["a1", "a2"])
    assert.deepStrictEqual(Array.from(queue.items()), ["x1", "a3", "x2", "a4"])
    assert.deepStrictEqual(queue.trim(), [])
  })

  it("compares tenants by weight", () => {
    const queue = queueOf<string>(10)
    queue.add("heavy", "a", 8)
    for (const item of ["b1", "b2", "b3"]) queue.add(item, "b")
    assert.deepStrictEqual(queue.trim(), ["heavy"])
  })

  it("lets items grow, which keep their places", () => {
    const queue = queueOf<string>(10)
    for (const item of ["a1", "a2", "a3"]) queue.add(item, "a")
    queue.add("b1", "b", 4)
    for (const item of ["a1", "a2", "none"]) queue.grow(item, 3)
    assert.deepStrictEqual(queue.trim(), ["a1"])
    queue.remove("a2")
    queue.grow("a2", 100)
    assert.isFalse(queue.isOver())
  })

  it("takes an item that is added again as its tenant's youngest, whatever its tenant was", () => {
    const queue = queueOf<string>(2)
    queue.add("one", "a")
    queue.add("two", "a")
    queue.add("one", "a")
    queue.add("three", "a")
    assert.deepStrictEqual(queue.trim(), ["two"])
    queue.add("one", "b")
    queue.add("four", "b")
    assert.deepStrictEqual(queue.trim(), ["one"])
  })

  it("keeps an item that may not leave, and is over its bound until it may", () => {
    const queue = queueOf<string>(1)
    queue.add("one", "a")
    queue.add("two", "a")
    assert.deepStrictEqual(
      queue.trim(() => false),
      [],
    )
    assert.isTrue(queue.isOver())
    assert.deepStrictEqual(queue.trim(), ["one"])
    assert.isFalse(queue.isOver())
  })

  it("forgets removed items, and those it never had", () => {
    const queue = queueOf<string>(1)
    queue.add("one", "a", 5)
    queue.remove("one")
    queue.remove("two")
    queue.add("three", "a")
    assert.deepStrictEqual(queue.trim(), [])
  })

  it("never takes from another tenant than the largest, whatever comes and goes", () => {
    const queue = queueOf<number>(50)
    for (let item = 0; item < 40; item++) queue.add(item, "quiet")
    for (let item = 100; item < 5_000; item++) {
      queue.add(item, `flood ${item % 2}`)
      for (const removed of queue.trim()) if (removed < 40) assert.isAbove(40 - removed, 16)
    }
    assert.isAtLeast(Array.from(queue.items()).filter((item) => item < 40).length, 16)
  })
})
